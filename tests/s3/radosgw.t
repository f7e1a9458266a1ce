#!/usr/bin/env bash
# s3sync against a real S3 server, Ceph's radosgw, which checks signatures and payload hashes; what
# is there afterwards is read by botocore.
. "$(dirname "$0")/../support/tap.sh"

export TLS=1
. tests/s3/radosgw_support.sh

# A data set: shards, and the file that says it is complete.
out=$work/out
mkdir -p "$out/name/phase1"
for i in $(seq 0 11); do
    head -c $((i * 700001)) /dev/urandom >"$out/name/phase1/c_training_$i.hdf5"
done
echo '{"shards": 12}' >"$out/name/dataset.json"
list() {
    for i in $(seq 0 11); do echo "$out/./name/phase1/c_training_$i.hdf5"; done
    echo "$out/./name/dataset.json"
}

ok 'a bucket is made' bucket make shards
status_is 'a stream of paths goes up' 0 s3sync s3://shards/data/set < <(list)
like 'with a line that sums up' "$(cat "$work/stdout" "$work/stderr")" \
    '^s3sync: 13 uploaded, 0 skipped, 0 deleted, 0 failed; 44\.1 MiB; .*, 0 retries$'
mkdir "$work/back" && bucket get shards "$work/back"
ok 'all bytes come back' diff -r "$out" "$work/back/data/set"
is 'the hash is in the metadata' "$(bucket hashes shards | sort)" \
    "$(cd "$out" && find . -type f -exec sha256sum {} + | sed 's|  \./|  data/set/|' | sort)"
like 'the commit file is the last' "$(bucket times shards | sort | tail -n 1)" 'dataset\.json$'

# Keys that have to be encoded, and an empty file.
odd=$work/odd
mkdir -p "$odd/d=1/e+f g%h" "$odd/ü"
# shellcheck disable=SC2016 # the dollar sign is one
for name in 'a=b' 'a+b' 'a b' 'a%20b' '100%' 'ä漢' '~x' "it's" '(1)' 'a&b' 'a?b' 'a#b' 'a:b' 'a*b' \
    'a,b;c' '$a@b!' '"q"' 'back\slash' '[1]' '{2}' '<3>' 'tab	bed' '-dash' '..dots' 'ü/x' \
    'd=1/e+f g%h/y z'; do
    echo "$name" >"$odd/$name"
done
: >"$odd/empty"
ok 'a bucket is made' bucket make odd-keys
status_is 'odd keys go up' 0 s3sync "$odd" s3://odd-keys/
mkdir "$work/odd-back" && bucket get odd-keys "$work/odd-back"
ok 'odd keys come back under their names' diff -r "$odd" "$work/odd-back"
status_is 'odd characters in the prefix' 0 s3sync "$odd/empty" 's3://odd-keys/p q/=+%/ü'
like 'the prefix is as it was given' "$(bucket list odd-keys)" ' p q/=\+%/ü/empty'

# Many small files.
mkdir "$work/many"
for i in $(seq 200); do echo "file $i" >"$work/many/$i"; done
ok 'a bucket is made' bucket make many
status_is '200 small files' 0 s3sync -v "$work/many" s3://many
like 'one request for each' "$(cat "$work/stderr")" '200 uploaded, .* 0 failed; .*200 PUT.*, 0 retries'
mkdir "$work/many-back" && bucket get many "$work/many-back"
ok '200 small files come back' diff -r "$work/many" "$work/many-back"
status_is 'a second time: the same objects' 0 s3sync "$work/many" s3://many

# Failures.
status_is 'no such bucket' 1 s3sync "$odd" s3://no-such-bucket/x
like 'no such bucket: the message' "$(cat "$work/stderr")" \
    "ListObjectsV2 of 's3://no-such-bucket/' was answered with 404 NoSuchBucket \(request id tx.*\); check"
status_is 'a wrong secret' 1 env AWS_SECRET_ACCESS_KEY=wrong s3sync "$odd" s3://many/x
like 'a wrong secret: the message' "$(cat "$work/stderr")" '403 SignatureDoesNotMatch'
unlike 'a wrong secret: not shown' "$(cat "$work/stderr")" 'wrong'
status_is 'an unknown key' 1 env AWS_ACCESS_KEY_ID=NOBODY s3sync "$odd" s3://many/x
like 'an unknown key: the message' "$(cat "$work/stderr")" '403 InvalidAccessKeyId'
status_is 'a file that is missing' 4 s3sync "$out" "$work/nowhere" s3://many/partial
listed=$(bucket list many)
unlike 'a file that is missing: no commit file' "$listed" 'partial/.*dataset\.json'
like 'a file that is missing: the others are up' "$listed" 'partial/name/phase1/c_training_11'
status_is 'a stream cut short' 3 s3sync s3://many/cut < <(list | head -n 5)
unlike 'a stream cut short: no commit file' "$(bucket list many)" 'cut/.*dataset\.json'

# Ways to get there.
mkdir -p "$HOME/.aws"
printf '[team]\naws_access_key_id = %s\naws_secret_access_key = %s\n' \
    "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY" >"$HOME/.aws/credentials"
printf '[profile team]\nregion = us-east-1\nendpoint_url = %s\n' "$http" >"$HOME/.aws/config"
status_is 'keys and endpoint of a profile' 0 env -u AWS_ACCESS_KEY_ID -u AWS_SECRET_ACCESS_KEY \
    -u AWS_ENDPOINT_URL s3sync --profile team "$odd/a=b" s3://many/profile
status_is 'TLS with a certificate named in AWS_CA_BUNDLE' 0 env AWS_CA_BUNDLE="$gateway/ca.pem" \
    s3sync --endpoint-url "$https" "$odd/a=b" s3://many/tls
status_is 'TLS with a certificate nobody vouches for' 1 \
    s3sync --endpoint-url "$https" "$odd/a=b" s3://many/tls2
like 'TLS: what to do' "$(cat "$work/stderr")" 'cannot be trusted.*AWS_CA_BUNDLE'
if curl -s -o "$work/answer" --noproxy "*" "http://many.s3.localhost:${http##*:}/"; then
    status_is 'the bucket in the host' 0 s3sync --virtual-host-style \
        --endpoint-url "http://s3.localhost:${http##*:}" "$odd/a=b" s3://many/virtual
    like 'the bucket in the host: the object is there' "$(bucket list many)" 'virtual/a=b'
else
    skip 'the bucket in the host' 's3.localhost has no address here'
fi
done_testing
