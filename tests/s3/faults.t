#!/usr/bin/env bash
# What s3sync does about each way in which an S3 server can fail: tests/s3/faults has a script each.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
mkdir "$work/in" && cd "$work/in" || exit 1
head -c 600000 /dev/urandom >a
echo b >b
printf '{}\n' >dataset.json
head -c 3000000 /dev/urandom >big

# sync ARGUMENT...: one file after the other and short pauses, so that scripts and logs have an order.
sync() {
    s3sync --concurrency 1 --retry-base-delay 1 "${patience[@]}" "$@"
}
# Long, so that a busy machine is not taken for a stall, except where there is one.
patience=()

# count REGEX: how many requests of the log match; what only looks (listings) does not count.
count() {
    grep -vE ' op=(List|Head)' "$work/log" | grep -cE -- "$1"
}

# recovers FAULT ATTEMPTS: 'a' is up after that many requests, each signed, the last one whole.
recovers() {
    serve "$1"
    status_is "$1: recovers" 0 sync a s3://bucket/p
    is "$1: $2 requests" "$(count '^')" "$2"
    is "$1: every one is signed" "$(count ' signed=no ')" 0
    like "$1: the last one is whole" "$(tail -n 1 "$work/log")" \
        'PUT /bucket/p/a step=ok bytes=600000 hash=ok'
}

recovers none 1
recovers internal_error 2
recovers bad_gateway 3
recovers slow_down 3
recovers reset_in_body 3
recovers closed_without_answer 2
patience=(--stall-timeout 3)
recovers stall 2
patience=()
recovers cut_answer 2
recovers garbage 2
recovers answer_cut_in_headers 3
recovers answer_unreadable 6
recovers answer_large 3
recovers throttled 4
recovers other_clock_without_date 2
recovers no_etag 2
recovers empty_etag 2
recovers success_with_error 2
recovers request_timeout 2
recovers clock_ahead 2
recovers late_arrival 2
recovers redirect_to_itself 2
recovers other_region 2
recovers malformed_region 2
recovers other_address 2

# More than the buffers of a socket hold: only then can a client know that the rest never left.
head -c 30000000 /dev/urandom >huge
serve early_success
status_is 'early_success: recovers' 0 sync huge s3://bucket/p
like 'early_success: all of it is there in the end' "$(tail -n 1 "$work/log")" \
    'step=ok bytes=30000000 hash=ok'
serve no_expectations
status_is 'no_expectations: recovers' 0 sync huge s3://bucket/p
is 'no_expectations: the body goes out at once' "$(count '^')" 2
rm huge

begin=$(date +%s%N)
recovers too_many_requests 2
ok 'too_many_requests: waits as long as the server asked' \
    test $((($(date +%s%N) - begin) / 1000000)) -ge 1000

serve other_region
status_is 'other_region: what one file taught serves the next' 0 sync a b s3://bucket/p
is 'other_region: one redirect in all' "$(count 'step=answer')" 1
is 'other_region: signed for the region told' "$(count 'step=ok .* region=eu-central-1 ')" 2

serve clock_ahead
status_is 'clock_ahead: what one file taught serves the next' 0 sync a b s3://bucket/p
is 'clock_ahead: one refusal in all' "$(count 'step=answer')" 1

# gives_up FAULT STATUS ATTEMPTS REGEX: fails after that many requests, with a message.
gives_up() {
    serve "$1"
    status_is "$1: gives up with $2" "$2" sync --max-attempts 3 a dataset.json s3://bucket/p
    is "$1: after $3 requests" "$(count '^')" "$3"
    is "$1: no commit file" "$(count 'dataset\.json')" 0
    like "$1: says why" "$(cat "$work/stderr")" "$4"
    unlike "$1: tells no secret" "$(cat "$work/stderr")" 'hush'
}

gives_up access_denied 4 1 "'a' is not uploaded: PutObject of 's3://bucket/p/a' was answered with 403 AccessDenied: As told\. \(request id REQUEST[0-9]\); check"
gives_up refused_early 4 1 '403 AccessDenied'
gives_up denied_at_length 4 1 '403 AccessDenied'
gives_up long_header 4 1 'is too large'
gives_up wrong_secret 1 1 '403 SignatureDoesNotMatch.*check the secret access key'
gives_up expired_token 1 1 '400 ExpiredToken.*fresh credentials'
gives_up no_bucket 1 1 "404 NoSuchBucket.*check the bucket's name"
gives_up redirect_to_nowhere 4 1 '301 PermanentRedirect.*--region'
gives_up clock_dispute 4 2 'RequestTimeTooSkewed.*clock'
gives_up always_broken 75 3 '500 .*attempt 3.*run again later'
serve denied_at_length
mkdir many && for name in 1 2 3 4 5 6 7 8; do echo $name >many/$name; done
status_is 'denied_at_length: eight at a time' 4 s3sync --report "$work/report" many s3://bucket/p
rm -r many
peak=$("$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["peak_memory_bytes"] >> 20)' "$work/report")
[ -n "${SANITIZE:-}" ] || ok "denied_at_length: in 40 MiB of memory ($peak)" test "$peak" -le 40

serve redirect_loop
status_is 'redirect_loop: ends' 4 sync a s3://bucket/p
is 'redirect_loop: after 5 requests' "$(count '^')" 5

AWS_ENDPOINT_URL_S3=http://127.0.0.1:1
status_is 'nobody listens: try again later' 75 sync --max-attempts 3 a dataset.json s3://bucket/p
like 'nobody listens: the message names the server' "$(cat "$work/stderr")" 'http://127\.0\.0\.1:1: '

# The commit file.
list() { printf '%s\n' in/./a in/./b in/./dataset.json; }
cd "$work" || exit 1
serve one_denied
status_is 'one_denied: partial' 4 sync s3://bucket/p < <(list)
is 'one_denied: the others are up' "$(count 'PUT /bucket/p/a step=ok')" 1
is 'one_denied: no commit file' "$(count 'dataset\.json')" 0
like 'one_denied: says why the commit file is missing' "$(cat "$work/stderr")" \
    "'in/\./dataset\.json' is not transferred, because others before it failed"

serve one_broken
status_is 'one_broken: recovers' 0 sync s3://bucket/p < <(list)
like 'one_broken: the commit file is last' "$(tail -n 1 "$work/log")" 'dataset\.json'
is 'one_broken: after everything else' "$(count 'p/b ')" 4

serve none
status_is 'a list cut short' 3 sync s3://bucket/p < <(list | head -n 2)
is 'a list cut short: what it listed is up' "$(count 'step=ok')" 2
status_is 'an empty list' 3 sync s3://bucket/p </dev/null

# Paths go up while their producer still works.
serve none
{
    echo in/./a
    for _ in $(seq 600); do
        grep -q p/a "$work/log" && break
        sleep 0.1
    done
    grep -c p/a "$work/log" >"$work/early"
    echo in/./dataset.json
} | sync s3://bucket/p
is 'the first path was up before the second was printed' "$(cat "$work/early")" 1

# Connections.
mkdir many && for i in $(seq 40); do echo "$i" >"many/$i"; done
serve none
status_is '40 files in 4 connections' 0 s3sync --concurrency 4 many s3://bucket/p
is '40 requests' "$(count 'step=ok .* hash=ok')" 40
ok 'connections are kept' test "$(grep PUT "$work/log" | cut -d' ' -f1 | sort -u | wc -l)" -le 4
serve connection_left
status_is 'a connection that went away is made anew' 0 sync many s3://bucket/p
is 'each file got there' "$(grep PUT "$work/log" | cut -d' ' -f3 | sort -u | wc -l)" 40

serve refused_early
status_is 'a large body is not sent to a server that refuses' 4 sync in/big s3://bucket/p
like 'nothing of it left' "$(cat "$work/log")" 'bytes=0 '

serve none
export AWS_SESSION_TOKEN=hush-hush-token
status_is 'a trace is given' 0 sync --trace in/a s3://bucket/p
like 'it shows the request' "$(cat "$work/stderr")" '> PUT /bucket/p/a'
unlike 'it tells no secret' "$(cat "$work/stderr")" 'hush|AKIDEXAMPLE'
like 'the token was sent' "$(cat "$work/log")" 'token=yes'

status_is 'a password in a URL is refused' 2 \
    s3sync --endpoint-url http://user:hush-hush@127.0.0.1:1 in/a s3://bucket/p
unlike 'and not shown' "$(cat "$work/stderr")" 'hush'

# A file that changes.
serve stall
{
    wait_for_request 'step=stall'
    echo more >>in/big
    steps ok
} &
status_is 'a file that changes between attempts' 0 \
    sync in/big s3://bucket/p
wait $!
like 'is sent as it is in the end' "$(tail -n 1 "$work/log")" "bytes=$(stat -c %s in/big) hash=ok"

# Signals.
serve stall
s3sync in/a s3://bucket/p &
pid=$!
ok 'a signal: the request is on its way' wait_for_request 'step=stall'
begin=$SECONDS
end TERM $pid
wait $pid
is 'a signal: dies by it' $? 143
ok 'a signal: does not wait for its answer' test $((SECONDS - begin)) -le 40

# The server is strict: the checks above prove something.
refuses() { # RULE HEADER...
    local headers=()
    for header in "${@:2}"; do headers+=(-H "$header"); done
    curl -s --noproxy '*' -X PUT -d x "${headers[@]}" "$AWS_ENDPOINT_URL_S3/bucket/p/a" >"$work/answer"
    like "the server refuses: $1" "$(cat "$work/answer") $(tail -n 1 "$work/log")" "InvalidRequest.*broken-rules=.*$1"
}
serve none
scope=$(date -u +%Y%m%d)/us-east-1/s3/aws4_request
refuses signature "x-amz-date: $(date -u +%Y%m%dT%H%M%SZ)" 'Content-Type:' \
    "x-amz-content-sha256: $(printf x | sha256sum | cut -c1-64)" \
    "Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/$scope, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=$(printf '%064d' 0)"
refuses half-signed 'x-amz-date: 20300101T000000Z'
refuses source-without-copy 'x-amz-copy-source-if-match: "x"'

done_testing
