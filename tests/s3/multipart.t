#!/usr/bin/env bash
# Uploads in parts: what is sent, what the server must not be believed, and what a killed run leaves.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
# Four parts of 5 MiB and one byte: 5, 5, 5, and the rest.
head -c $((15 * 1048576 + 1)) /dev/urandom >big
hash=$(sha256sum big | cut -d' ' -f1)
size=$(stat -c %s big)
in_parts=(s3sync --concurrency 1 --retry-base-delay 1 --part-size 5M --multipart-threshold 8M --no-cache)
parts() { "${in_parts[@]}" --stall-timeout 2 "$@"; }
is_whole() { # NAME: the object is there with the right bytes, and no upload is left
    is "$1" "$(state)" "object $size $hash bucket/p/big"
}

serve none
status_is 'a large file goes up' 0 parts big s3://bucket/p
is_whole 'all of it'
is 'in four parts' "$(requests 'op=UploadPart status=200')" 4
is 'each signed with its hash' "$(requests 'hash=ok .*op=UploadPart ')" 4
is 'one Create, one Complete' "$(requests 'op=C(reate|omplete)MultipartUpload')" 2
status_is 'once more' 0 parts -v big s3://bucket/p
is 'no PUT and no POST for what is there' "$(requests ' (PUT|POST) ')" 6
status_is 'many workers' 0 s3sync --no-cache --part-size 5M --multipart-threshold 8M big s3://bucket/q
like 'all of it' "$(state)" "object $size $hash bucket/q/big"

# recovers NAME STEP...: with these steps the file is there whole in the end.
recovers() {
    local name=$1
    shift
    printf '%s\n' "$@" ok >"$work/steps"
    serve steps
    status_is "$name: recovers" 0 parts big s3://bucket/p || diag "$(cat "$log")"
    is_whole "$name: whole"
}
recovers 'a part is refused once' 'OP=UploadPart answer 500 code=InternalError'
recovers 'a part is reset' 'OP=UploadPart reset 300000' 'OP=UploadPart reset 0'
recovers 'a part stalls' 'OP=UploadPart stall 10'
recovers 'a part arrives, its answer does not' 'OP=UploadPart done-close'
recovers 'a part is told to slow down' 'OP=UploadPart answer 503 code=SlowDown'
recovers 'a part without an ETag' 'OP=UploadPart no-etag'
recovers 'Create fails once' 'OP=CreateMultipartUpload answer 503 code=SlowDown'
recovers 'the answer of Create is lost' 'OP=CreateMultipartUpload close 0'
recovers 'Create without an id' 'OP=CreateMultipartUpload say 200 <InitiateMultipartUploadResult></InitiateMultipartUploadResult>'
recovers 'Complete says 200 and means an error' 'OP=CompleteMultipartUpload answer 200 code=InternalError'
recovers 'Complete is done, its answer lost' 'OP=CompleteMultipartUpload done-close'
recovers 'Complete says 200 and nothing' 'OP=CompleteMultipartUpload say 200'
recovers 'Complete says 200 and is cut' 'OP=CompleteMultipartUpload cut-answer'
recovers 'another region' 'OP=CreateMultipartUpload answer 301 code=PermanentRedirect x-amz-bucket-region:eu-west-1'
recovers 'HEAD fails afterwards' 'OP=HeadObject answer 500'

# fails NAME STATUS STEP...: no object, no upload left, a message.
fails() {
    local name=$1 wanted=$2
    shift 2
    printf '%s\n' "$@" ok >"$work/steps"
    serve steps
    status_is "$name: fails" "$wanted" parts --max-attempts 2 big s3://bucket/p
    is "$name: no object" "$(state | grep -c object)" 0
    like "$name: says so" "$(cat "$work/stderr")" "'big' is not uploaded"
}
fails 'a part is denied' 4 'OP=UploadPart answer 403 code=AccessDenied'
is 'a part is denied: aborted' "$(state)" ''
fails 'Complete is denied' 4 'OP=CompleteMultipartUpload answer 403 code=AccessDenied'
is 'Complete is denied: aborted' "$(state)" ''
fails 'the upload is gone at the end' 4 'OP=CompleteMultipartUpload answer 404 code=NoSuchUpload'
fails 'Create is denied' 4 'OP=CreateMultipartUpload answer 403 code=AccessDenied'
fails 'a part fails for all attempts' 75 'OP=UploadPart answer 500' 'OP=UploadPart answer 500'

# A signal ends the run and the upload.
echo 'OP=UploadPart stall 30' >stalled && echo ok >>stalled
serve stalled
"${in_parts[@]}" big s3://bucket/p 2>"$work/stderr" &
pid=$!
ok 'a part is on its way' wait_for_request 'op=UploadPart'
kill -TERM $pid
wait $pid
is 'a signal: dies by it' $? 143

# Kill at every request boundary, before the server does it and after; the next run goes on.
serve none
parts big s3://bucket/p >/dev/null 2>&1
total=$(requests '')
for moment in stall done-stall; do
    for number in $(seq 1 "$total"); do
        rm -rf "$HOME/.local"
        {
            for _ in $(seq 2 "$number"); do echo 'OP=* ok'; done
            echo "OP=* $moment 30"
        } >boundary
        serve boundary
        # The last step is for all further requests, too: the run is killed at the first of them.
        "${in_parts[@]}" big s3://bucket/p >/dev/null 2>&1 &
        pid=$!
        wait_for_request "step=$moment"
        kill -KILL $pid
        wait $pid 2>/dev/null
        unfinished=$(state | grep -c '^upload')
        sent=$(state | sed -n 's/^upload \([0-9]*\) .*/\1/p')
        : >"$log"
        steps ok
        status_is "killed at request $number ($moment): the next run" 0 parts big s3://bucket/p
        like "killed at request $number ($moment): whole" "$(state)" "object $size $hash bucket/p/big"
        if [ "$unfinished" -gt 0 ] && [ "${sent:-0}" -gt 1 ]; then
            again=$(requests 'op=UploadPart ')
            ok "killed at request $number ($moment): goes on (had $sent parts, sends $again)" \
                test "$again" -le $((5 - sent))
        fi
    done
done
done_testing
