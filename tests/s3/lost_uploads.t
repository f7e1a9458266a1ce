#!/usr/bin/env bash
# Uploads in parts that the server loses, or says it has completed when it has not, or the other way round.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
head -c $((15 * 1048576 + 1)) /dev/urandom >big
hash=$(sha256sum big | cut -d' ' -f1)
size=$(stat -c %s big)
script() { printf '%s\n' "$@" >"$work/own"; serve own; }
parts() { sync --no-cache --max-attempts 3 --part-size 5M --multipart-threshold 8M "$@"; }
is_whole() { is "$1" "$(state)" "object $size $hash bucket/p/big"; }

# recovers NAME CREATES STEP...: the file is there whole in the end, after that many beginnings.
recovers() {
    local name=$1 creates=$2
    shift 2
    script "$@"
    status_is "$name: recovers" 0 parts big s3://bucket/p || diag "$(cat "$log")"
    is_whole "$name: whole, and nothing is left"
    is "$name: $creates beginnings" "$(requests 'op=CreateMultipartUpload')" "$creates"
}
recovers 'gone at a part' 2 'OP=UploadPart ok' 'OP=UploadPart forget' ok
recovers 'gone at the end' 2 'OP=CompleteMultipartUpload forget' ok
recovers 'gone at the end, told behind a 200' 2 \
    'OP=CompleteMultipartUpload answer 200 code=NoSuchUpload' ok
recovers 'a part is lost' 2 'OP=CompleteMultipartUpload answer 400 code=InvalidPart' ok
recovers 'a conflict that passes' 1 'OP=CompleteMultipartUpload answer 200 code=OperationAborted' ok
recovers 'white space before the end' 1 'OP=CompleteMultipartUpload ok-slowly' ok
# The server completes, and its answers are lost for good.
recovers 'no answer of Complete' 1 'OP=CompleteMultipartUpload done-close' \
    'OP=CompleteMultipartUpload close 0' 'OP=CompleteMultipartUpload close 0' ok
recovers 'errors, but complete' 1 'OP=CompleteMultipartUpload done-close' \
    'OP=CompleteMultipartUpload answer 500 code=InternalError' \
    'OP=CompleteMultipartUpload answer 500 code=InternalError' ok
recovers 'an error behind a 200, but complete' 1 'OP=CompleteMultipartUpload done-close' \
    'OP=CompleteMultipartUpload answer 200 code=InternalError' \
    'OP=CompleteMultipartUpload answer 200 code=InternalError' ok

# An answer of Create that is lost: what it began is aborted.
recovers 'no answer of Create' 2 'OP=CreateMultipartUpload done-close' ok
recovers 'no answers of Create' 3 'OP=CreateMultipartUpload done-close' 'OP=CreateMultipartUpload done-close' ok
script 'OP=CreateMultipartUpload done-close' 'OP=ListMultipartUploads answer 403 code=AccessDenied' ok
status_is 'no answer of Create, and no right to list: up all the same' 0 parts big s3://bucket/p

# Another run was quicker: the upload that is gone is not begun anew.
script 'OP=UploadPart ok' 'OP=UploadPart stall told' ok
parts big s3://bucket/p 2>"$work/stderr" &
pid=$!
wait_for_request 'op=UploadPart .*part=2'
HOME=$work/tmp s3sync --no-cache -q big s3://bucket/p
steps 'OP=UploadPart forget' ok
wait $pid
is 'another run was quicker: fine' $? 0
is_whole 'another run was quicker: whole'
is 'another run was quicker: nothing is sent twice' "$(requests 'op=CreateMultipartUpload')" 1

# Not for ever.
script 'OP=UploadPart forget'
status_is 'gone each time: fails' 4 parts big s3://bucket/p
is 'gone each time: two beginnings' "$(requests 'op=CreateMultipartUpload')" 2
like 'gone each time: says so' "$(cat "$work/stderr")" "'big' is not uploaded: UploadPart.*404 NoSuchUpload"
is 'gone each time: nothing is left' "$(state)" ''

# Several workers, several files.
cp big big2
script 'KEY=*/big2 OP=UploadPart ok' 'KEY=*/big2 OP=UploadPart forget' ok
status_is 'many workers: recovers' 0 \
    s3sync --no-cache --retry-base-delay 1 --part-size 5M --multipart-threshold 8M big big2 s3://bucket/p
is 'many workers: both are there' "$(state)" "object $size $hash bucket/p/big
object $size $hash bucket/p/big2"

# --no-overwrite.
keeps() { parts --no-overwrite "$@"; }
head -c 1000 big >small
for file in small big; do
    operation=PutObject
    [ $file = big ] && operation=CompleteMultipartUpload
    script "OP=$operation rival" ok
    status_is "$file: another was quicker" 0 keeps -v $file s3://bucket/p
    like "$file: another was quicker: told so" "$(cat "$work/stderr")" 'exists already'
    like "$file: another was quicker: its object stays" "$(state)" "^object 12 [0-9a-f]+ bucket/p/$file\$"
    script "OP=$operation answer 412 code=PreconditionFailed" ok
    status_is "$file: another was quicker, and gone again" 75 keeps $file s3://bucket/p
    like "$file: another was quicker, and gone again: says so" "$(cat "$work/stderr")" \
        'existed when it was to be made, and does no more'
    script "OP=$operation answer 409 code=ConditionalRequestConflict" ok
    status_is "$file: a conflict" 0 keeps $file s3://bucket/p
    like "$file: a conflict: there in the end" "$(state)" "^object [0-9]+ [0-9a-f]+ bucket/p/$file\$"
    script "OP=$operation answer 501 code=NotImplemented" ok
    status_is "$file: the server does not know the condition" 4 keeps $file s3://bucket/p
    like "$file: the server does not know the condition: what to do" "$(cat "$work/stderr")" \
        'does not know the header If-None-Match, which --no-overwrite needs'
    is "$file: the server does not know the condition: nothing is left" "$(state)" ''
    script "OP=$operation done-close" ok
    status_is "$file: it was ourselves" 0 keeps $file s3://bucket/p
done
# A conflict that lasts: begun anew once, as S3 asks for.
script 'OP=CompleteMultipartUpload answer 409 code=ConditionalRequestConflict' \
    'OP=CompleteMultipartUpload answer 409 code=ConditionalRequestConflict' \
    'OP=CompleteMultipartUpload answer 409 code=ConditionalRequestConflict' ok
status_is 'a conflict that lasts: begun anew' 0 keeps big s3://bucket/p
is_whole 'a conflict that lasts: there in the end'
done_testing
