#!/usr/bin/env bash
# Where s3sync gets its credentials, and how it keeps them fresh: credential_server.py plays AWS.
. "$(dirname "$0")/../support/tap.sh"

mkdir "$work/aws" "$work/in" "$HOME/.aws" && cd "$work/in" || exit 1
echo a >a
echo b >b
"$python" "$root/tests/s3/credential_server.py" "$work/aws" &
for _ in $(seq 1200); do
    [ -s "$work/aws/port" ] && break
    sleep 0.05
done
server=http://127.0.0.1:$(cat "$work/aws/port")

# fresh: an environment that knows the server and nothing else, and a server without history.
fresh() {
    local variable
    for variable in $(compgen -e | grep -E '^AWS_|_proxy$'); do unset "$variable"; done
    rm -f "$work"/aws/{log,imds,agent,life,expired,sts} "$HOME"/.aws/*
    export AWS_ENDPOINT_URL=$server AWS_EC2_METADATA_SERVICE_ENDPOINT=$server
    # A busy machine is no service whose answers get lost.
    export AWS_METADATA_SERVICE_TIMEOUT=60
    touch "$work/aws/log"
}
sync() { s3sync --concurrency 1 --max-attempts 3 --retry-base-delay 1 "$@"; }
log() { cat "$work/aws/log"; }
count() { grep -cE -- "$1" "$work/aws/log"; }

# works NAME REGEX: 'a' goes up, signed right, with a key that matches.
works() {
    status_is "$1: it is up" 0 sync a s3://bucket/p || diag "$(log)"
    like "$1: signed with its key" "$(grep 'S3 PUT' "$work/aws/log" | tail -n 1)" \
        "PUT /bucket/p/a key=$2 signed=ok"
    quiet "$1"
}
# fails NAME REGEX: nothing goes up, and the message says why.
fails() {
    not_ok "$1: nothing is up" test "$(sync a s3://bucket/p 2>"$work/stderr" || echo no)" != no
    is "$1: the bucket is not asked" "$(count '^S3')" 0
    like "$1: says why" "$(cat "$work/stderr")" "$2"
    quiet "$1"
}
quiet() { unlike "$1: tells no secret" "$(cat "$work/stderr")" 'hush'; }

# --- who is asked, and in which order ---

fresh
works 'an instance' 'INSTANCE[0-9]+'
is 'an instance: the token first' "$(head -n 1 "$work/aws/log")" 'IMDS PUT /latest/api/token token=no'
is 'an instance: each question has it' "$(count 'IMDS GET .* token=no')" 0
like 'an instance: its region' "$(log)" 'S3 PUT .* region=ap-south-1'

fresh
export AWS_CONTAINER_CREDENTIALS_FULL_URI=$server/container
works 'a container goes before the instance' 'CONTAINER[0-9]+'
is 'a container: the instance is not asked' "$(count '^IMDS')" 0

printf '[default]\naws_access_key_id=AKIDOTHER\naws_secret_access_key=hush-other\n' >"$HOME/.aws/credentials"
works 'a profile goes before the container' AKIDOTHER

echo hush-jwt >"$work/token"
export AWS_WEB_IDENTITY_TOKEN_FILE=$work/token AWS_ROLE_ARN=arn:aws:iam::1:role/pod
works 'a web identity goes before the profile' 'ROLE[0-9]+'
like 'a web identity: token and role are told, unsigned' "$(log)" \
    'STS AssumeRoleWithWebIdentity role=arn:aws:iam::1:role/pod session=s3sync-[0-9]+ external=none duration=none token=hush-jwt key=none'

printf '[default]\nrole_arn=arn:aws:iam::1:role/mine\ncredential_source=EcsContainer\n' >"$HOME/.aws/config"
works 'a role of the profile goes before the web identity' 'ROLE[0-9]+'
like 'it is taken as the profile says' "$(log | grep STS | tail -n 1)" 'AssumeRole role=arn:aws:iam::1:role/mine .* key=CONTAINER'
rm "$HOME/.aws/config"

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-secret
works 'the environment goes before all of them' AKIDEXAMPLE
status_is 'a profile named by an option goes before the environment' 0 sync --profile default a s3://bucket/p
like 'its key' "$(log | tail -n 1)" 'key=AKIDOTHER signed=ok'

# --- profiles ---

fresh
cat >"$HOME/.aws/config" <<END
[default]
role_arn = arn:aws:iam::1:role/outer
source_profile = inner
external_id = x=1&y
role_session_name = me@here
duration_seconds = 900
region = eu-west-2
[profile inner]
role_arn = arn:aws:iam::1:role/inner
source_profile = base
[profile base]
aws_access_key_id = AKIDEXAMPLE
aws_secret_access_key = hush-secret
END
works 'a role of a role' 'ROLE[0-9]+'
like 'the inner one is taken with keys' "$(log)" 'AssumeRole role=arn:aws:iam::1:role/inner .* key=AKIDEXAMPLE signed=ok region=eu-west-2 service=sts'
like 'the outer one with the inner one' "$(log)" 'role/outer session=me@here external=x=1&y duration=900 token=none key=ROLE[0-9]+ signed=ok'

printf '503\nskew\nskew\nok\n' >"$work/aws/sts"
works 'STS recovers, and tells the time' 'ROLE[0-9]+'
echo denied >"$work/aws/sts" && : >"$work/aws/log"
fails 'STS refuses' "cannot take the role 'arn:aws:iam::1:role/inner' with the keys of the profile 'base': STS at '127.0.0.1:[0-9]+' answered 403 AccessDenied"

fresh
printf '[default]\nrole_arn=r\nsource_profile=b\n[profile b]\nrole_arn=r\nsource_profile=default\n' >"$HOME/.aws/config"
fails 'a circle of profiles' "lead from the profile 'b' back to 'default'"
printf '[default]\nrole_arn=r\nsource_profile=default\naws_access_key_id=AKIDEXAMPLE\naws_secret_access_key=hush-secret\n' >"$HOME/.aws/config"
works 'a profile with keys is its own source' 'ROLE[0-9]+'
: >"$work/aws/log"
printf '[default]\nrole_arn=r\nsource_profile=gone\n' >"$HOME/.aws/config"
fails 'a source that is not there' "no profile 'gone'"
printf '[default]\nrole_arn=r\n' >"$HOME/.aws/config"
fails 'a role without a source' 'add one'
printf '[default]\nrole_arn=r\nsource_profile=b\nmfa_serial=m\n' >"$HOME/.aws/config"
fails 'a role with MFA' 'codes cannot be asked for'

for source in Ec2InstanceMetadata:INSTANCE EcsContainer:CONTAINER Environment:AKIDEXAMPLE; do
    fresh
    export AWS_CONTAINER_CREDENTIALS_FULL_URI=$server/container AWS_PROFILE=p
    printf '[profile p]\nrole_arn=r\ncredential_source=%s\n' "${source%:*}" >"$HOME/.aws/config"
    if [ "${source%:*}" = Environment ]; then
        export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-secret
        status_is "credential_source ${source%:*}" 0 sync --profile p a s3://bucket/p
    else
        works "credential_source ${source%:*}" 'ROLE[0-9]+'
    fi
    like "credential_source ${source%:*}: its keys sign" "$(log)" "AssumeRole .* key=${source#*:}[0-9]* signed=ok"
done

fresh
printf '[default]\nrole_arn=r\nweb_identity_token_file=%s\n' "$work/token" >"$HOME/.aws/config"
works 'a web identity in a profile' 'ROLE[0-9]+'
rm "$work/token" && : >"$work/aws/log"
fails 'a token file that is not there' "cannot open '$work/token'"

fresh
printf '[default]\nweb_identity_token_file=t\naws_access_key_id=AKIDEXAMPLE\naws_secret_access_key=hush-secret\n' >"$HOME/.aws/config"
fails 'a web identity without a role' 'has web_identity_token_file, but no role_arn'
printf '[default]\nsso_session=s\n' >"$HOME/.aws/config"
fails 'SSO' 'sso_session; export them first'

# --- processes ---

fresh
printf '%s' '{"Version":1,"AccessKeyId":"AKIDEXAMPLE","SecretAccessKey":"hush-secret"}' >"$work/keys.json"
printf '[default]\ncredential_process = cat "%s"\n' "$work/keys.json" >"$HOME/.aws/config"
works 'a process' AKIDEXAMPLE
printf 'aws_access_key_id = AKIDOTHER\naws_secret_access_key = hush-other\n' >>"$HOME/.aws/config"
works 'a process goes before keys in the same file' AKIDEXAMPLE
printf '[default]\naws_access_key_id = AKIDOTHER\naws_secret_access_key = hush-other\n' >"$HOME/.aws/credentials"
works 'but not before those of the credentials file' AKIDOTHER
rm "$HOME/.aws/credentials"
: >"$work/aws/log"
printf '[default]\ncredential_process = cat "%s"; exit 7\n' "$work/keys.json" >"$HOME/.aws/config"
fails 'a process that fails' "the credential_process of the profile 'default' exited with status 7"
printf '[default]\ncredential_process = echo hush\n' >"$HOME/.aws/config"
fails 'a process that prints no JSON' 'gave no JSON'

# --- agents and instances that misbehave ---

fresh
export AWS_CONTAINER_CREDENTIALS_FULL_URI=$server/container AWS_CONTAINER_AUTHORIZATION_TOKEN=hush1
echo hush1 >"$work/aws/agent"
works 'an agent that wants a token' 'CONTAINER[0-9]+'
echo hush2 >"$work/aws/agent" && echo hush2 >"$work/pod-token"
export AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE=$work/pod-token
works 'a token file goes before the token' 'CONTAINER[0-9]+'
echo hush3 >"$work/aws/agent" && : >"$work/aws/log"
fails 'an agent that refuses' "container's agent answered 401"
export AWS_CONTAINER_CREDENTIALS_FULL_URI=http://example.com/container
fails 'an agent elsewhere' 'AWS_CONTAINER_CREDENTIALS_FULL_URI must be'
is 'it is not told the token' "$(count '^AGENT')" 1

fresh
echo v1 >"$work/aws/imds"
works 'an instance that knows no tokens' 'INSTANCE[0-9]+'
export AWS_EC2_METADATA_V1_DISABLED=true && : >"$work/aws/log"
fails 'it is not asked without one when that is forbidden' 'answered 404 when asked for a token'
fresh
echo no-role >"$work/aws/imds"
fails 'an instance without a role' 'the instance has no role; set AWS_ACCESS_KEY_ID'
echo error >"$work/aws/imds"
fails 'an instance whose role fails' "told 'Failed' instead of credentials: assume-role is not allowed"
fresh
echo late >"$work/aws/imds"
works 'an instance that takes its time' 'INSTANCE[0-9]+'
is 'an instance that takes its time: is asked once, and its token used' \
    "$(count '^IMDS PUT') $(count 'IMDS GET .* token=no')" '2 0'
fresh
echo silent >"$work/aws/imds"
unset AWS_METADATA_SERVICE_TIMEOUT
begin=$(date +%s%N)
works 'an instance whose token gets lost' 'INSTANCE[0-9]+'
# The token would come after 20 seconds.
ok 'it costs a second or two' test $((($(date +%s%N) - begin) / 1000000)) -lt 18000
fresh
export AWS_EC2_METADATA_SERVICE_ENDPOINT=http://127.0.0.1:1
begin=$(date +%s%N)
fails 'no instance' "no credentials: .* there is no instance metadata service at 'http://127.0.0.1:1'; set AWS_ACCESS_KEY_ID"
ok 'that costs nothing' test $((($(date +%s%N) - begin) / 1000000)) -lt 18000
export AWS_EC2_METADATA_SERVICE_ENDPOINT=$server AWS_EC2_METADATA_DISABLED=true
fails 'metadata disabled' 'AWS_EC2_METADATA_DISABLED is set'
is 'nobody is asked' "$(count '^IMDS')" 0

# --- without keys, and whose they are ---

fresh
status_is 'an anonymous run' 0 sync --no-sign-request a s3://bucket/p
like 'signs nothing' "$(log | tail -n 1)" 'S3 PUT /bucket/p/a key=none signed=no'
is 'and asks nobody for credentials' "$(count '^(IMDS|AGENT|STS)')" 0

fresh
status_is 'the default bucket' 0 sync --bucket default a s3:///p
like 'has region and account in its name' "$(log | tail -n 1)" \
    'S3 PUT /sagemaker-ap-south-1-123456789012/p/a key=INSTANCE[0-9]+ signed=ok region=ap-south-1'
like 'STS told the account' "$(log)" 'STS GetCallerIdentity .* signed=ok region=ap-south-1'
fresh
export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-secret AWS_EC2_METADATA_DISABLED=true
status_is 'without a region there is none' 2 sync --bucket default a s3:///p
like 'the message says what to do' "$(cat "$work/stderr")" 'name one with --region or AWS_REGION'

fresh
cat >"$HOME/.aws/config" <<END
[default]
role_arn = arn:aws:iam::1:role/traced
credential_source = Ec2InstanceMetadata
END
status_is 'a trace is given' 0 sync --trace a s3://bucket/p
like 'it shows whom s3sync asks' "$(cat "$work/stderr")" 'GET /latest/meta-data/.*POST / HTTP'
quiet 'a trace'

# --- keeping them fresh ---

fresh
next=$(($(sync a s3://bucket/p 2>/dev/null && log | grep -oE 'key=INSTANCE[0-9]+' | grep -oE '[0-9]+$' | tail -n 1) + 1))
fresh
echo "INSTANCE$next" >"$work/aws/expired"
works 'expired credentials are fetched again' "INSTANCE$((next + 1))"
is 'and that once' "$(count 'S3 .*expired=yes')" 1

fresh
seq -f 'INSTANCE%.0f' 1000 >"$work/aws/expired"
not_ok 'credentials that are always expired end the run' sync a b s3://bucket/p
is 'after two attempts' "$(count '^S3')" 2

fresh
export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-secret
echo AKIDEXAMPLE >"$work/aws/expired"
not_ok 'expired keys of the environment end the run' sync a s3://bucket/p
like 'the message names them' "$(cat "$work/.output")" 'ExpiredToken: .*the environment has no newer credentials; put fresh ones there'
is 'after one attempt' "$(count '^S3')" 1

# The keys in the file are replaced between two files of one run, as a helper on the side does it.
fresh
keys() { printf '[default]\naws_access_key_id=%s\naws_secret_access_key=%s\n' "$@" >"$HOME/.aws/credentials"; }
keys AKIDEXAMPLE hush-secret
{
    echo a
    for _ in $(seq 1200); do
        grep -q 'p/a key=AKIDEXAMPLE' "$work/aws/log" && break
        sleep 0.05
    done
    keys AKIDOTHER hush-other
    echo AKIDEXAMPLE >"$work/aws/expired"
    echo b
} | sync - s3://bucket/p >"$work/stdout" 2>"$work/stderr"
like 'a profile is read anew when its keys expire' "$(log)" 'p/b key=AKIDOTHER signed=ok'

fresh
echo 4 >"$work/aws/life"
{
    echo a
    sleep 3
    echo b
} | sync - s3://bucket/p >"$work/stdout" 2>"$work/stderr"
ok 'short-lived credentials are fetched again in time' \
    test "$(grep -oE 'key=INSTANCE[0-9]+' "$work/aws/log" | sort -u | wc -l)" -ge 2
is 'no request is made with old ones' "$(count 'S3 .*signed=wrong')" 0

# --- proxies ---

fresh
export http_proxy=$server
works 'a proxy is used for the bucket' 'INSTANCE[0-9]+'
like 'by S3 alone' "$(log)" 'S3 PUT .* proxied=yes'
fresh
export http_proxy=http://127.0.0.1:1 no_proxy=127.0.0.1
works 'no_proxy is honoured' 'INSTANCE[0-9]+'
fresh
export http_proxy=http://127.0.0.1:1
not_ok 'a proxy that is not there stops the bucket' sync --max-attempts 1 a s3://bucket/p
ok 'but not the instance metadata' grep -q 'IMDS GET' "$work/aws/log"
fresh
export http_proxy=$server AWS_ENDPOINT_URL_S3=http://169.254.99.99
not_ok 'a link-local bucket that is not there' sync --max-attempts 1 --connect-timeout 1 a s3://bucket/p
is 'is not asked for through a proxy' "$(count 'proxied=yes')" 0

# --- hosts ---

# asks HOST OPTION...: a run with these options asks a proxy for that host and no other.
asks() {
    local host=$1
    shift
    : >"$work/aws/log"
    not_ok "$host: the proxy refuses" sync --max-attempts 1 "$@" a s3://bucket/p
    is "$host: is asked for" "$(sort -u "$work/aws/log")" "PROXY CONNECT $host:443"
}
fresh
unset AWS_ENDPOINT_URL
export https_proxy=$server AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-secret AWS_REGION=eu-west-1
asks bucket.s3.eu-west-1.amazonaws.com
asks bucket.s3.dualstack.eu-west-1.amazonaws.com --dual-stack
asks bucket.s3-fips.us-gov-west-1.amazonaws.com --fips --region us-gov-west-1
asks bucket.s3-fips.dualstack.us-west-2.amazonaws.com --fips --dual-stack --region us-west-2
asks bucket.s3.cn-north-1.amazonaws.com.cn --region cn-north-1
asks s3.eu-west-1.amazonaws.com --path-style
asks '[2001:db8::1]' --endpoint-url 'https://[2001:db8::1]' --virtual-host-style
AWS_USE_FIPS_ENDPOINT=true asks bucket.s3-fips.us-east-1.amazonaws.com --region us-east-1
not_ok 'whose account it is' sync --bucket default --fips --dual-stack --region us-east-2 a s3:///p
is 'STS has such addresses, too' "$(grep CONNECT "$work/aws/log" | sort -u)" \
    "$(printf 'PROXY CONNECT %s\n' bucket.s3-fips.us-east-1.amazonaws.com:443 sts-fips.us-east-2.api.aws:443)"

done_testing
