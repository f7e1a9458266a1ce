#!/usr/bin/env bash
# What s3sync's plan makes of a server that answers its questions badly, or not at all.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
mkdir in && echo one >in/1 && echo two >in/2
echo '{"shards":[{"file":"1"},{"file":"2"}]}' >in/dataset.json

sync() {
    s3sync --concurrency 1 --retry-base-delay 1 --max-attempts 3 "$@"
}
# seen REGEX: how many requests of the log match since the last start.
seen() { grep -cE -- "$1" "$log"; }
# start STEP...: a server that has the folder, and goes on with these steps.
start() {
    echo ok >"$work/plain"
    serve plain
    sync in s3://bucket/p >/dev/null 2>&1
    rm -rf "$HOME/.cache"
    : >"$log"
    steps "$@"
}

# Listings.
start 'OP=ListObjectsV2 say 200 <ListBucketResult><IsTruncated>false</IsTruncated>' ok
status_is 'a list that is cut short is asked for again' 0 sync in s3://bucket/p
is 'and nothing is sent' "$(seen 'PUT ')" 0
page='<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>'
start "OP=ListObjectsV2 say 200 $page" "OP=ListObjectsV2 say 200 $page" ok
status_is 'a list that never advances' 3 sync in s3://bucket/p
like 'is noticed' "$(cat "$work/stderr")" 'does not advance'
page='<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>q/1</Key><Size>1</Size></Contents></ListBucketResult>'
for _ in 1 2 3; do echo "OP=ListObjectsV2 say 200 $page"; done >"$work/steps"
mapfile -t foreign <"$work/steps"
start "${foreign[@]}" ok
not_ok 'keys that were not asked for decide nothing' sync --delete in s3://bucket/p
is 'nothing is deleted' "$(seen 'op=Delete')" 0
start 'OP=ListObjectsV2 answer 403 code=AccessDenied' ok
status_is 'listing is not allowed' 0 sync in s3://bucket/p
like 'listing is not allowed: is told' "$(cat "$work/stderr")" 'listing the bucket is not allowed'
is 'listing is not allowed: everything is sent' "$(seen 'op=PutObject status=200')" 3
start 'OP=ListObjectsV2 answer 403 code=AccessDenied' ok
status_is 'listing is not allowed: no deletion' 1 sync --delete in s3://bucket/p
start 'OP=ListObjectsV2 answer 404 code=NoSuchBucket' ok
status_is 'no such bucket' 1 sync in s3://bucket/p
start 'OP=ListObjectsV2 answer 503 code=SlowDown' 'set page 2' ok
status_is 'a list in pages' 0 sync in s3://bucket/p
is 'is read to its end' "$(seen 'PUT ')" 0

# Heads.
start 'OP=HeadObject answer 403' ok
status_is 'HEAD is not allowed' 0 sync in s3://bucket/p
is 'ETags tell enough' "$(seen 'PUT ')" 0
is 'it is asked once' "$(seen 'op=HeadObject')" 1
start 'OP=HeadObject answer 404' ok
status_is 'an object that goes meanwhile' 0 sync in s3://bucket/p

# The commit file.
start 'OP=Delete* answer 403 code=AccessDenied' ok
echo other >in/2
status_is 'a commit file that cannot be removed' 1 sync in s3://bucket/p
like 'says what to do' "$(cat "$work/stderr")" "'p/dataset.json' names .*s3:DeleteObject.*--force"
is 'no shard is touched' "$(seen 'op=PutObject')" 0
status_is '--force' 0 sync --force in s3://bucket/p
is 'sends the shard' "$(seen 'op=PutObject status=200')" 1
is 'and leaves the commit file' "$(seen 'op=Delete')" 1

# Deletions.
start 'KEY=*/2 answer 403 code=AccessDenied' ok
echo third >in/2 && rm in/1
status_is 'a failed upload' 4 sync --delete in s3://bucket/p
like 'lets nothing be deleted' "$(state)" 'bucket/p/1'
like 'is told' "$(cat "$work/stderr")" "'p/1' is not deleted, because transfers before it failed"
unlike 'and the commit file stays away' "$(state)" 'dataset.json'
status_is 'the next run' 0 sync --delete in s3://bucket/p
unlike 'deletes' "$(state)" 'bucket/p/1'
like 'and restores the commit file' "$(state)" 'dataset.json'
done_testing
