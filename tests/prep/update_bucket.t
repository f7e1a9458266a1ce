#!/usr/bin/env bash
# mlmprep update with a bucket: the pointer is written last, what is old goes, and only that.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/s3/support.sh
. tests/s3/support.sh
# shellcheck source=tests/prep/series_support.sh
. tests/prep/series_support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
serve none
endpoint=$AWS_ENDPOINT_URL_S3
unset AWS_ENDPOINT_URL_S3

# objects: the keys in the bucket.
objects() {
    AWS_ENDPOINT_URL_S3=$endpoint state | sed -n 's/^object [0-9]* [^ ]* //p' | sort
}
# tell LINE...: what the server does from now on.
tell() {
    AWS_ENDPOINT_URL_S3=$endpoint steps "$@"
}

# Where the bucket is, is in the plan, for s3sync and for verify.
ok 'a series' mlmprep init -q wiki --source latest --mirror "file://$work/web" --wiki seawiki \
    --vocab "$sample/vocab.txt" --corpus sea --shards 2 --keep 0 --bucket s3://bucket/wiki/ \
    --s3sync "--endpoint-url $endpoint --region us-east-1 --sse AES256 --concurrency 1 --retry-base-delay 1 --max-attempts 2"
dump 20240101
status_is 'the first' 0 mlmprep update wiki
is 'the first: its objects' "$(objects | sed 's|hdf5_[^/]*|X|')" 'bucket/wiki/20240101/X/sea/dataset.json
bucket/wiki/20240101/X/sea/sea_training_0.hdf5
bucket/wiki/20240101/X/sea/sea_training_1.hdf5
bucket/wiki/current.json'
like 'the first: the pointer is the last that is written' "$(grep '^[^ ]* PUT' "$log" | tail -n 1)" '/bucket/wiki/current.json '
status_is 'nothing new' 0 mlmprep update wiki
is 'nothing new: nothing is said' "$(cat stdout stderr)" ''
echo mine >note && s3sync -q --no-cache --endpoint-url "$endpoint" note s3://bucket/wiki/20240101x/
s3sync -q --no-cache --endpoint-url "$endpoint" note s3://bucket/other/20240101/
dump 20240201
tell 'OP=DeleteObjects answer 403 code=AccessDenied' 'OP=DeleteObject answer 403 code=AccessDenied' ok
status_is 'deleting is not permitted' 1 mlmprep update wiki
like 'deleting is not permitted: the new one is there all the same' "$(cat stderr)" \
    "^mlmprep update: error: 'wiki/current' is the data set of 20240201 now, 2 shards, but old data sets stay: "
is 'deleting is not permitted: and current' "$(readlink wiki/current)" 20240201
is 'deleting is not permitted: the old one stays' "$(cd wiki && ls -d 2*)" $'20240101\n20240201'
: >"$log"
tell ok
status_is 'later' 0 mlmprep update wiki
is 'later: one line' "$(cat stdout stderr)" 'mlmprep update: removed 20240101'
is 'later: what is there' "$(cd wiki && ls -d 2*)" 20240201
is 'later: what is in the bucket' "$(objects | sed 's|hdf5_[^/]*|X|')" 'bucket/other/20240101/note
bucket/wiki/20240101x/note
bucket/wiki/20240201/X/sea/dataset.json
bucket/wiki/20240201/X/sea/sea_training_0.hdf5
bucket/wiki/20240201/X/sea/sea_training_1.hdf5
bucket/wiki/current.json'
like 'later: dataset.json goes first' "$(grep -m 1 ' DELETE ' "$log")" 'dataset.json '
dump 20240301
tell 'answer 503'
status_is 'a bucket in trouble' 75 mlmprep update wiki
is 'a bucket in trouble: current' "$(readlink wiki/current)" 20240201
tell ok
status_is 'later' 0 mlmprep update wiki
is 'later: one line' "$(cat stdout stderr)" "mlmprep update: 'wiki/current' is the data set of 20240301 now, 2 shards; removed 20240201"
done_testing
