#!/usr/bin/env bash
# A server that says SlowDown to most of what comes at once, over TLS: everything arrives all the same.
. "$(dirname "$0")/../support/tap.sh"
export TLS=1 EXTRA='rgw scheduler type = throttler\nrgw max concurrent requests = 2\n'
. tests/s3/radosgw_support.sh

data=$work/data
mkdir "$data"
for i in $(seq 150); do head -c $((i * 500)) /dev/urandom >"$data/$i"; done
head -c 45000000 /dev/urandom >"$data/large"
ok 'a bucket is made' bucket make slow
status_is 'sixteen requests at a time' 0 env AWS_CA_BUNDLE="$gateway/ca.pem" \
    s3sync -v --concurrency 16 --endpoint-url "$https" "$data" s3://slow/p
like 'the server did ask for less' "$(cat "$work/stderr")" '503 SlowDown'
like 'all is up' "$(tail -n 1 "$work/stderr")" '151 uploaded, 0 skipped, 0 deleted, 0 failed'
status_is 'all comes back' 0 env AWS_CA_BUNDLE="$gateway/ca.pem" \
    s3sync -q --concurrency 16 --endpoint-url "$https" s3://slow/p "$work/back"
ok 'with its bytes' diff -r "$data" "$work/back"
done_testing
