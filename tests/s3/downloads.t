#!/usr/bin/env bash
# Large downloads: ranges side by side, objects that change meanwhile, servers that cut, mix up or know no
# ranges, and full disks.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
mkdir in
head -c $((15 * 1048576 + 1)) /dev/urandom >in/big
head -c 300000 /dev/urandom >in/small
in_parts=(--no-cache --part-size 5M --multipart-threshold 8M --retry-base-delay 1)
pull() { s3sync "${in_parts[@]}" "${patience[@]}" --max-attempts 4 "$@" s3://bucket/p out; }
# Long, so that a busy machine is not taken for a stall, except where there is one.
patience=()

# served STEP...: a server that has the objects of in, and only then the steps.
served() {
    serve none
    s3sync -q "${in_parts[@]}" in s3://bucket/p || diag 'the server does not work'
    rm -rf out
    : >"$log"
    steps "$@"
}
nothing_else() { is "$1: nothing half-done is left" "$(find out -name '.*' -type f 2>/dev/null)" ''; }

# pulls NAME STEP...: both files are there in the end.
pulls() {
    local name=$1
    shift
    served "$@"
    status_is "$name: recovers" 0 pull || diag "$(cat "$log")"
    cmp_files "$name: the large file" out/big in/big
    cmp_files "$name: the small file" out/small in/small
    nothing_else "$name"
}
pulls 'no fault' ok
is 'no fault: four ranges and one whole' "$(requests 'op=GetObject status=206') $(requests 'op=GetObject status=200')" '4 1'
is 'no fault: every range is of the object that was listed' "$(requests 'op=GetObject .*if-match=yes')" 5
pulls 'a cut range' 'KEY=*/big OP=GetObject ok' 'KEY=*/big OP=GetObject cut-body 100000' ok
pulls 'a cut body' 'KEY=*/small OP=GetObject cut-body 100000' ok
pulls 'another range' 'KEY=*/big OP=GetObject ok' 'KEY=*/big OP=GetObject other-range' ok
pulls 'half a range' 'KEY=*/big OP=GetObject ok' 'KEY=*/big OP=GetObject half-range' ok
pulls 'a server without ranges' 'OP=GetObject whole'
pulls 'a server without ranges that cuts' 'KEY=*/big OP=GetObject whole' 'KEY=*/big OP=GetObject whole' \
    'KEY=*/big OP=GetObject whole' 'KEY=*/big OP=GetObject whole' 'KEY=*/big OP=GetObject cut-body 3000000' \
    'OP=GetObject whole'
pulls 'an error in a range' 'KEY=*/big OP=GetObject ok' 'KEY=*/big OP=GetObject answer 200 code=InternalError' ok
patience=(--stall-timeout 3)
pulls 'a stall' 'KEY=*/big OP=GetObject ok' 'KEY=*/big OP=GetObject stall told' ok

patience=()

# An object that is replaced while it comes is fetched as it is then.
for file in big small; do
    served "KEY=*/$file OP=GetObject rival" ok
    [ $file = small ] || steps 'KEY=*/big OP=GetObject ok' 'KEY=*/big OP=GetObject rival' ok
    status_is "$file is replaced: recovers" 0 pull
    is "$file is replaced: it is the new one" "$(state | grep "p/$file" | cut -d' ' -f3)" \
        "$(sha256sum out/$file | cut -d' ' -f1)"
    nothing_else "$file is replaced"
done
served 'KEY=*/big OP=GetObject rival'
status_is 'replaced all the time: fails' 4 pull
like 'replaced all the time: says so' "$(cat "$work/stderr")" "p/big' is not the object any more that was listed"
not_ok 'replaced all the time: no file' test -e out/big
nothing_else 'replaced all the time'
echo '{}' >in/dataset.json
served 'KEY=*/dataset.json OP=GetObject rival' ok
status_is 'a commit file that is replaced is not taken: it is of other files' 4 pull
not_ok 'a commit file that is replaced: no file' test -e out/dataset.json
rm in/dataset.json

# Bodies of the right size with other bytes, also when they are fetched once more.
get='KEY=*/big OP=GetObject'
served "$get ok" "$get other-body" "$get ok" "$get ok" "$get ok" "$get other-body" ok
status_is 'a damaged range: fails' 4 pull
like 'a damaged range: says so' "$(cat "$work/stderr")" 'SHA-256 .* instead of'
not_ok 'a damaged range: no file' test -e out/big
nothing_else 'a damaged range'

# Objects of others, which have no SHA-256: the ETag tells, of parts too, unless it is encrypted.
foreign() { # NAME HEADER...
    local name=$1
    shift
    serve none
    "$python" "$root/tests/s3/put_parts.py" "$AWS_ENDPOINT_URL_S3/bucket/p/big" in/big "$@"
    curl -s --noproxy '*' "${@/#/-H}" -T in/small "$AWS_ENDPOINT_URL_S3/bucket/p/small"
    rm -rf out
    : >"$log"
    status_is "$name: comes" 0 pull
    cmp_files "$name: the large one" out/big in/big
    cmp_files "$name: the small one" out/small in/small
    status_is "$name: once more" 0 pull -v
}
foreign "others' objects"
is "others' objects: known by their ETags" "$(requests 'op=GetObject')" 5
for file in big small; do
    rm -rf out
    # Four ranges of the large one, twice; the small one twice.
    damage=()
    for _ in 1 2 3 4 5 6 7 8; do damage+=("KEY=*/$file OP=GetObject other-body"); done
    [ $file = big ] || damage=("${damage[@]:0:2}")
    steps "${damage[@]}" ok
    status_is "others' objects: a damaged $file is no success" 4 pull
    like "others' objects: a damaged $file: says so" "$(cat "$work/stderr")" "p/$file' has another MD5 than its ETag"
    not_ok "others' objects: a damaged $file: no file" test -e out/$file
done
foreign 'encrypted with KMS' x-amz-server-side-encryption:aws:kms
foreign 'encrypted with KMS, twice' x-amz-server-side-encryption:aws:kms:dsse
for sse in aws:kms AES256; do
    serve none
    status_is "uploads with $sse" 0 s3sync "${in_parts[@]}" --sse $sse in s3://bucket/p
    status_is "uploads with $sse: once more" 0 s3sync "${in_parts[@]}" -v --sse $sse in s3://bucket/p
    is "uploads with $sse: nothing is sent twice" "$(requests 'op=(PutObject|CreateMultipartUpload)')" 2
done

# A full disk.
served ok
mkdir full
if mount -t tmpfs -o size=6m tmpfs full 2>/dev/null; then
    for file in big small; do
        rm -rf full/*
        [ $file = big ] || head -c 6200000 /dev/zero >full/filling
        status_is "a full disk, $file: fails" 1 \
            s3sync "${in_parts[@]}" --include $file --exclude "[!${file:0:1}]*" s3://bucket/p full/out
        like "a full disk, $file: says so" "$(cat "$work/stderr")" "cannot write 'full/out/$file': No space left on device"
        is "a full disk, $file: nothing is left" "$(find full/out -type f)" ''
    done
    umount full
else
    skip 'a full disk' 'no file system can be mounted here'
fi
done_testing
