#!/usr/bin/env bash
# What was damaged on its way to s3sync is fetched once more, and then given up.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
mkdir in
head -c 12000000 /dev/urandom >in/large
head -c 300000 /dev/urandom >in/small
flags=(--no-cache --max-attempts 3 --multipart-threshold 10000000 --part-size 5M)
serve none
s3sync -q "${flags[@]}" in s3://bucket/p || diag 'the server does not work'
# One that nobody wrote a SHA-256 to: its ETag is its MD5.
curl -s --noproxy '*' -T in/small "$AWS_ENDPOINT_URL_S3/bucket/p/plain"
cp in/small in/plain

# pull NAME STATUS GETS STEP...: that object alone, while the server takes these steps.
pull() {
    local name=$1 status=$2 gets=$3
    shift 3
    rm -rf out
    : >"$log"
    steps "$@" ok
    status_is "$name, $*: status" "$status" \
        sync "${flags[@]}" --exclude '*' --include "$name" s3://bucket/p out
    is "$name, $*: requests" "$(requests op=GetObject)" "$gets"
    is "$name, $*: no rest" "$(find out -name '.*' -type f)" ''
    if [ "$status" = 0 ]; then
        cmp_files "$name, $*: the bytes are right" "out/$name" "in/$name"
    else
        not_ok "$name, $*: no file" test -e "out/$name"
    fi
}
get='OP=GetObject'
for name in small plain; do
    pull $name 0 1 ok
    pull $name 0 2 "$get other-body"
    pull $name 4 2 "$get other-body" "$get other-body"
    pull $name 0 2 "$get long-body 70000"
    pull $name 4 2 "$get long-body 1" "$get long-body 1"
done
pull large 0 3 ok
pull large 0 6 "$get ok" "$get other-body"
pull large 4 6 "$get ok" "$get other-body" "$get ok" "$get other-body"
done_testing
