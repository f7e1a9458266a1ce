#!/usr/bin/env bash
# What is asked for an object and what is told of it: checksums, headers, conditions, limits; and the
# uploads that others left.
. "$(dirname "$0")/../support/tap.sh"
. "$root/tests/s3/support.sh"

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
mkdir in
head -c 300000 /dev/urandom >in/small
head -c 12000000 /dev/urandom >in/large
sum_of() { sha256sum "$1" | cut -d ' ' -f 1; }
script() { printf '%s\n' "$@" >"$work/own"; serve own; }
parts() { sync --no-cache --part-size 5M --multipart-threshold 8M "$@"; }

# Of whole bodies, and of the parts of large ones, by another implementation.
"$python" - in/large >sums <<'END'
import base64, hashlib, sys

def crc(data, polynomial, bits):
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = (value >> 1) ^ (polynomial if value & 1 else 0)
        table.append(value)
    ones = (1 << bits) - 1
    value = ones
    for byte in data:
        value = (value >> 8) ^ table[(value ^ byte) & 255]
    return (value ^ ones).to_bytes(bits // 8, "big")

functions = {"crc32c": lambda data: crc(data, 0x82F63B78, 32), "sha256": lambda data: hashlib.sha256(data).digest()}
data = open(sys.argv[1], "rb").read()
pieces = [data[at:at + (5 << 20)] for at in range(0, len(data), 5 << 20)]
for name, function in functions.items():
    of_parts = function(b"".join(function(piece) for piece in pieces))
    print(name, base64.b64encode(of_parts).decode() + "-%d" % len(pieces))
print("crc64nvme", base64.b64encode(crc(data, 0x9A6C9329AC4BC9B5, 64)).decode())
END

for name in crc32c crc64nvme sha256; do
    # A small object, three parts, and the whole where its checksum is one of all its bytes.
    told=4
    [ $name = crc64nvme ] && told=5
    script ok
    status_is "$name: both go up" 0 parts --checksum-algorithm $name --trace in s3://bucket/p
    is "$name: the server has them" "$(state)" \
        "object 12000000 $(sum_of in/large) bucket/p/large
object 300000 $(sum_of in/small) bucket/p/small"
    is "$name: told of each body" "$(grep -c "> x-amz-checksum-$name: [A-Za-z0-9+/]*=*$" "$work/stderr")" \
        $told
    like "$name: asked for when parts begin" "$(cat "$work/stderr")" \
        "> x-amz-checksum-algorithm: ${name^^}"
    answer=Checksum${name^^}
    script "OP=CompleteMultipartUpload say 200 <CompleteMultipartUploadResult><$answer>other</$answer></CompleteMultipartUploadResult>" ok
    status_is "$name: another checksum of the whole is no success" 4 \
        parts --checksum-algorithm $name in/large s3://bucket/p
    like "$name: what it should be" "$(cat "$work/stderr")" \
        "has the checksum other instead of $(sed -n "s/^$name //p" sums | sed 's/+/\\+/g')"
done

script 'OP=PutObject answer 200 ETag:"x" x-amz-checksum-crc32c:AAAAAA==' ok
status_is 'another checksum of a body: recovers' 0 sync --checksum-algorithm crc32c in/small s3://bucket/p
is 'another checksum of a body: sent again' "$(requests 'op=PutObject')" 2

# What users ask for.
ask=(--sse aws:kms --sse-kms-key-id key --storage-class STANDARD_IA --acl private --tag 'a b=c'
    --metadata run=7 --content-type text/plain --request-payer requester
    --expected-bucket-owner 111122223333)
script ok
status_is 'options go up' 0 parts "${ask[@]}" --trace in s3://bucket/p
sed -n 's/^s3sync: > //p' "$work/stderr" | tr -d '\r' >sent
for line in 'x-amz-server-side-encryption: aws:kms' 'x-amz-server-side-encryption-aws-kms-key-id: key' \
    'x-amz-storage-class: STANDARD_IA' 'x-amz-acl: private' 'x-amz-tagging: a%20b=c' \
    'x-amz-meta-run: 7' 'Content-Type: text/plain'; do
    is "once for the object, once for the upload: $line" "$(grep -cxF "$line" sent)" 2
done
for line in 'x-amz-request-payer: requester' 'x-amz-expected-bucket-owner: 111122223333'; do
    is "for every request: $line" "$(grep -cxF "$line" sent)" "$(grep -c ' HTTP/1.1$' sent)"
done
status_is 'an encryption that is none' 2 sync --sse rot13 in s3://bucket/p
status_is 'a header in a value' 2 sync --acl $'a\nx-evil: 1' in s3://bucket/p

# Copies, by the server and through us.
script ok
status_is 'two objects' 0 parts --metadata run=7 --content-type text/plain in s3://bucket/p
steps 'OP=CopyObject answer 501 code=NotImplemented' ok
status_is 'the server does not copy' 0 parts s3://bucket/p s3://other/q
is 'the server does not copy: the same objects' "$(state | sed -n 's|bucket/p||p')" \
    "$(state | sed -n 's|other/q||p')"
is 'the server does not copy: no upload is left' "$(state | grep -c upload)" 0
for key in small large; do
    head=$(curl -sI --noproxy '*' "$AWS_ENDPOINT_URL_S3/other/q/$key")
    like "the server does not copy: what $key carries" "${head,,}" \
        "x-amz-meta-run: 7.*content-type: text/plain"
    like "the server does not copy: the hash of $key" "$head" "x-amz-meta-sha256: $(sum_of in/$key)"
done
status_is 'a copy from a copy: nothing to do' 0 parts -v s3://bucket/p s3://other/q
is 'a copy from a copy: nothing was sent' "$(requests 'op=CopyObject')" 1

# Limits.
script 'OP=PutObject stall 30' ok
status_is 'a request that takes too long: recovers' 0 \
    s3sync --concurrency 1 --retry-base-delay 1 --request-timeout 4 in/small s3://bucket/p
is 'a request that takes too long: twice' "$(requests 'op=PutObject')" 2
script ok
begin=$(date +%s%N)
status_is 'at most so many bytes a second' 0 s3sync --bandwidth-limit 4M in/large s3://bucket/p
ok 'at most so many bytes a second: takes its time' \
    test $((($(date +%s%N) - begin) / 1000000)) -ge 2000
is 'at most so many bytes a second: all the same' "$(state)" \
    "object 12000000 $(sum_of in/large) bucket/p/large"

# What killed runs left.
script 'OP=UploadPart answer 403 code=AccessDenied' 'OP=AbortMultipartUpload answer 403' ok
status_is 'an upload that cannot be aborted' 4 parts in/large s3://bucket/p
is 'an upload that cannot be aborted: is left' "$(state)" 'upload 0 bucket/p/large'
status_is 'it is young' 0 sync --abort-stale 1h in/small s3://bucket/p
like 'it is young: it stays' "$(state)" 'upload 0 bucket/p/large'
status_is 'it is of another prefix' 0 sync --abort-stale 0s in/small s3://bucket/q
like 'it is of another prefix: it stays' "$(state)" 'upload 0 bucket/p/large'
sleep 1
status_is 'it is stale: the plan' 0 sync -n --abort-stale 0s in/small s3://bucket/p
is 'it is stale: the plan has it' "$(cat "$work/stdout")" 'abort s3://bucket/p/large (unfinished upload)'
like 'it is stale: the plan leaves it' "$(state)" 'upload 0 bucket/p/large'
status_is 'a plan that nobody can read' 1 bash -c 's3sync -n --abort-stale 0s in/small s3://bucket/p >/dev/full'
status_is 'it is stale' 0 sync -v --abort-stale 0s in/small s3://bucket/p
like 'it is stale: told with -v' "$(cat "$work/stderr")" 's3sync: abort s3://bucket/p/large \(unfinished upload\)'
is 'it is stale: it goes' "$(state | grep -c upload)" 0
done_testing
