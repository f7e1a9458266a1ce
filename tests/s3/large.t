#!/usr/bin/env bash
# A sparse file of 6 GiB: more than one PUT may carry. And how much memory that takes.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
truncate -s 6G "$work/sparse" || skip_all 'there are no sparse files here'
printf 'the end' | dd of="$work/sparse" bs=1 seek=$((6 * 1073741824 - 7)) conv=notrunc status=none

# peak: MiB that the latest run held at most.
peak() {
    "$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["peak_memory_bytes"] >> 20)' "$work/report"
}

serve discard
status_is '6 GiB go up' 0 s3sync --report "$work/report" "$work/sparse" s3://bucket/p
is 'in 384 parts of 16 MiB' "$(requests 'bytes=16777216 hash=ok .*op=UploadPart status=200')" 384
is 'completed once' "$(requests 'op=CompleteMultipartUpload status=200')" 1
like 'the object has its size' "$(state)" 'object 6442450944 [0-9a-f]+ bucket/p/sparse'
[ -n "${SANITIZE:-}" ] || ok "in 40 MiB of memory ($(peak))" test "$(peak)" -le 40
: >"$log"
status_is 'a second time' 0 s3sync --report "$work/report" "$work/sparse" s3://bucket/p
is 'one request' "$(requests '')" 1
ok 'the file is not read again' "$python" -c '
import json, sys
told = json.load(open(sys.argv[1]))
sys.exit(told["user_seconds"] + told["system_seconds"] > 1)' "$work/report"
# Many requests at once.
mkdir "$work/many"
for i in $(seq 300); do head -c 100000 /dev/urandom >"$work/many/$i"; done
for i in 1 2 3; do truncate -s 300M "$work/many/large$i"; done
status_is '128 requests at a time' 0 s3sync --concurrency 128 --report "$work/report" "$work/many" s3://bucket/q
[ -n "${SANITIZE:-}" ] || ok "in 40 MiB of memory ($(peak))" test "$(peak)" -le 40
done_testing
