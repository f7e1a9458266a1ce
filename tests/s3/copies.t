#!/usr/bin/env bash
# Copies between buckets: by the server, by way of us where it refuses, in parts, of objects of others.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
mkdir in
head -c $((15 * 1048576 + 1)) /dev/urandom >in/big
head -c 300000 /dev/urandom >in/small
: >in/empty
in_parts=(--no-cache --part-size 5M --multipart-threshold 8M --retry-base-delay 1 --max-attempts 3)
copy() { s3sync "${in_parts[@]}" "$@" s3://bucket/p s3://other/q; }
served() { # STEP...: three objects with metadata, type and tags, and then the steps
    serve none
    s3sync -q "${in_parts[@]}" --metadata run=7 --content-type text/x-test --tag 'a b=c&d' --tag e= in s3://bucket/p ||
        diag 'the server does not work'
    : >"$log"
    steps "$@"
}
same() { # NAME: the copies have what the sources have
    is "$1: the same objects" "$(state | sed -n 's|other/q||p')" "$(state | sed -n 's|bucket/p||p')"
    is "$1: no upload is left" "$(state | grep -c upload)" 0
    local key
    for key in big small empty; do
        is "$1: $key carries the same" "$(headers_of "other/q/$key")" "$(headers_of "bucket/p/$key")"
    done
}
headers_of() {
    curl -sI --noproxy '*' "$AWS_ENDPOINT_URL_S3/$1" | tr -d '\r' | grep -iE '^(content-type|x-amz-meta-|x-amz-tagging)' | sort
    curl -s --noproxy '*' "$AWS_ENDPOINT_URL_S3/$1?tagging="
}
# copies NAME STEP...
copies() {
    local name=$1
    shift
    served "$@"
    status_is "$name: recovers" 0 copy || diag "$(cat "$log")"
    same "$name"
    : >"$log"
    status_is "$name: once more" 0 copy
    is "$name: once more: nothing is sent" "$(requests ' (PUT|POST) ')" 0
}
copies 'by the server' ok
is 'by the server: nothing passes through us' "$(requests 'op=GetObject ')" 0
copies 'it knows no copies' 'OP=CopyObject,UploadPartCopy answer 501 code=NotImplemented'
copies 'it may not' 'OP=CopyObject,UploadPartCopy answer 403 code=AccessDenied'
copies 'not across regions' 'OP=CopyObject,UploadPartCopy answer 400 code=InvalidRequest'
copies 'an error behind a 200' 'OP=CopyObject answer 200 code=InternalError' ok
copies 'the source is replaced' 'KEY=*/big OP=CopyObject rival source' 'KEY=*/small OP=CopyObject rival source' ok
served 'KEY=*/big OP=CopyObject answer 501 code=NotImplemented' 'KEY=*/big OP=GetObject ok' 'KEY=*/big OP=GetObject rival' ok
status_is 'the source is replaced on its way through us: recovers' 0 copy
is 'the source is replaced on its way through us: the new one is there' "$(state | sed -n 's|other/q/big||p')" \
    "$(state | sed -n 's|bucket/p/big||p')"
served 'KEY=*/big OP=CopyObject answer 501 code=NotImplemented' 'OP=UploadPart forget' ok
status_is 'the upload of a copy is lost: recovers' 0 copy
same 'the upload of a copy is lost'
served 'KEY=*/big OP=CopyObject answer 501 code=NotImplemented' 'KEY=*/big OP=GetObject ok' 'KEY=*/big OP=GetObject answer 403 code=AccessDenied'
status_is 'the source may not be read: fails' 4 copy
like 'the source may not be read: says so' "$(cat "$work/stderr")" "'p/big' is not copied to 'q/big': GetObject of .*403 AccessDenied"
is 'the source may not be read: no upload is left' "$(state | grep -c upload)" 0

# --no-overwrite: whoever is quicker.
served 'KEY=*/small OP=CopyObject rival' ok
status_is 'another is quicker: it stays' 0 copy --no-overwrite -v
like 'another is quicker: told so' "$(cat "$work/stderr")" 'exists already'
like 'another is quicker: its object is there' "$(state)" 'object 12 [0-9a-f]+ other/q/small'
served 'KEY=*/small OP=CopyObject answer 501 code=NotImplemented' 'KEY=*/small OP=PutObject rival' ok
status_is 'another is quicker than what passes through us: it stays' 0 copy --no-overwrite
like 'another is quicker than what passes through us: its object is there' "$(state)" 'object 12 [0-9a-f]+ other/q/small'

# Objects of others have no SHA-256: the copy is cut as the source was, and known by its ETag.
serve none
"$python" "$root/tests/s3/put_parts.py" "$AWS_ENDPOINT_URL_S3/bucket/p/big" in/big x-amz-tagging:a=b
: >"$log"
steps 'OP=CopyObject answer 501 code=NotImplemented' ok
status_is "another's large object" 0 copy --part-size 6M
is "another's large object: there" "$(state | sed -n 's|other/q||p')" "$(state | sed -n 's|bucket/p||p')"
: >"$log"
status_is "another's large object: once more" 0 copy --part-size 6M
is "another's large object: once more: nothing is sent" "$(requests ' (PUT|POST) ')" 0

# Larger than what a server copies at once: in parts, by the server.
huge=$((5368709120 + 1000))
zeros() { # PART-SIZE STEP...
    printf 'set zeros bucket/p/huge:%s:%s\n' $huge "$1" >own
    shift
    printf '%s\n' "$@" >>own
    serve own
}
etag_of() { curl -sI --noproxy '*' "$AWS_ENDPOINT_URL_S3/$1" | tr -d '\r' | sed -n 's/^ETag: //p'; }
zeros 104857600 ok
status_is '5 GiB and more' 0 copy
like '5 GiB and more: there' "$(state)" "object $huge [0-9a-f]+ other/q/huge"
is '5 GiB and more: all parts are of the object that was listed' \
    "$(requests 'op=UploadPartCopy status=200 .*if-match=yes')" 52
is '5 GiB and more: cut as the source, with its ETag' "$(etag_of other/q/huge)" "$(etag_of bucket/p/huge)"
: >"$log"
status_is '5 GiB and more: once more' 0 copy
is '5 GiB and more: once more: nothing is sent' "$(requests ' (PUT|POST) ')" 0
zeros 104857600 'OP=HeadObject ok' 'OP=HeadObject answer 400' ok
status_is '5 GiB and more, nobody tells the parts' 0 copy
is '5 GiB and more, nobody tells the parts: in few' "$(requests 'op=UploadPartCopy status=200')" 6
zeros 1073741824 'OP=UploadPartCopy ok' 'OP=UploadPartCopy forget' 'OP=UploadPartCopy answer 200 code=InternalError' ok
status_is '5 GiB and more, lost on the way: recovers' 0 copy
like '5 GiB and more, lost on the way: there, and no upload' "$(state)" "other/q/huge\$"
zeros 1073741824 'OP=UploadPartCopy ok' 'OP=UploadPartCopy answer 412 code=PreconditionFailed' ok
status_is '5 GiB and more, replaced on the way: recovers' 0 copy
is '5 GiB and more, replaced on the way: begun anew' "$(requests 'op=CreateMultipartUpload status=200')" 2
# With a checksum: the server tells that of each part it copies, and wants it back.
zeros 1073741824 ok
status_is '5 GiB and more, with a checksum' 0 copy --checksum-algorithm sha256 --trace
like '5 GiB and more, with a checksum: there' "$(state)" "object $huge [0-9a-f]+ other/q/huge"
is '5 GiB and more, with a checksum: by the server' "$(requests 'op=UploadPartCopy status=200')" 6
like '5 GiB and more, with a checksum: asked for' "$(cat "$work/stderr")" '> x-amz-checksum-algorithm: SHA256'
zeros 1073741824 ok
s3sync --no-cache -q --checksum-algorithm crc64nvme s3://bucket/p s3://other/q &
pid=$!
ok 'no checksum is told of what is copied: passes through us' wait_for_request 'op=UploadPart status=200'
end TERM $pid
wait $pid
for refusal in '501 code=NotImplemented' '403 code=AccessDenied'; do
    zeros 1073741824 "OP=UploadPartCopy answer $refusal"
    s3sync --no-cache -q s3://bucket/p s3://other/q &
    pid=$!
    ok "5 GiB and more, $refusal: passes through us" wait_for_request 'op=UploadPart status=200'
    end TERM $pid
    wait $pid
    is "5 GiB and more, $refusal: ended, and aborted" "$? $(state | grep -c upload)" '143 0'
done
done_testing
