#!/usr/bin/env bash
# Other clients read what s3sync wrote, and s3sync sends no PUT for what they wrote.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/radosgw_support.sh

export AWS_EC2_METADATA_DISABLED=true AWS_DEFAULT_REGION=us-east-1
host=${http#http://}
aws_() { /usr/bin/aws --endpoint-url "$http" "$@"; }
rclone_() {
    rclone --config /dev/null --s3-provider Ceph --s3-endpoint "$http" --s3-env-auth "$@"
}
s3cmd_() {
    s3cmd --no-ssl --host "$host" --host-bucket "$host" --access_key "$AWS_ACCESS_KEY_ID" \
        --secret_key "$AWS_SECRET_ACCESS_KEY" "$@"
}

data=$work/data
mkdir -p "$data/sub dir/ü" "$data/empty-ones"
head -c 20000000 /dev/urandom >"$data/large"
head -c 40000000 /dev/urandom >"$data/larger"
for name in 'a=b' 'a+b' 'a b' 'a%20b' '100%' 'sub dir/ü/ä漢' "it's" 'a&b' '~x' '(1)' 'empty-ones/1'; do
    echo "$name" >"$data/$name"
done
: >"$data/empty-ones/2"
# What s3sync makes of it: one file in parts, one in one piece.
ours=(s3sync --multipart-threshold 30M --part-size 16M)

ok 'a bucket is made' bucket make ours
status_is 's3sync writes' 0 "${ours[@]}" "$data" s3://ours/p
# sends_nothing NAME BUCKET: what is in the bucket needs no PUT, and no bytes of it are asked for.
sends_nothing() {
    status_is "$1: s3sync compares" 0 s3sync -v --no-cache "$data" "s3://$2/p"
    like "$1: nothing is sent" "$(tail -n 1 "$work/stderr")" \
        "s3sync: 0 uploaded, $(find "$data" -type f | wc -l) skipped, 0 deleted, 0 failed; 0 bytes; "
    unlike "$1: no PUT, no POST" "$(tail -n 1 "$work/stderr")" 'PUT|POST'
}
sends_nothing 's3sync' ours

for client in aws rclone s3cmd; do
    if [ ! -x /usr/bin/$client ]; then
        skip "$client" 'it is not installed here'
        continue
    fi
    mkdir "$work/$client"
    case $client in
    aws)
        ok 'aws reads' aws_ s3 sync --quiet s3://ours/p "$work/aws"
        ok 'a bucket is made' bucket make by-aws
        ok 'aws writes' aws_ s3 sync --quiet "$data" s3://by-aws/p
        ;;
    rclone)
        ok 'rclone reads' rclone_ copy :s3:ours/p "$work/rclone"
        ok 'a bucket is made' bucket make by-rclone
        ok 'rclone writes' rclone_ --s3-upload-cutoff 30M copy "$data" :s3:by-rclone/p
        ;;
    s3cmd)
        ok 's3cmd reads' s3cmd_ --quiet sync s3://ours/p/ "$work/s3cmd/"
        ok 'a bucket is made' bucket make by-s3cmd
        ok 's3cmd writes' s3cmd_ --quiet sync "$data/" s3://by-s3cmd/p/
        ;;
    esac
    ok "$client reads the same bytes" diff -r "$data" "$work/$client"
    sends_nothing "$client" "by-$client"
    mkdir "$work/back-$client"
    status_is "$client: s3sync reads" 0 s3sync --no-cache "s3://by-$client/p" "$work/back-$client"
    ok "$client: s3sync reads the same bytes" diff -r "$data" "$work/back-$client"
done

# rclone and aws agree that nothing is to be done after s3sync.
if [ -x /usr/bin/rclone ]; then
    ok 'rclone finds nothing to do' rclone_ check "$data" :s3:ours/p --size-only
fi

# Many keys: four pages of a listing.
mkdir -p "$work/many/d"
for i in $(seq 3000); do echo "file $i" >"$work/many/d/$i"; done
ok 'a bucket is made' bucket make many
status_is '3000 files' 0 s3sync "$work/many" s3://many
like 'one PUT each' "$(cat "$work/stderr")" '3,000 uploaded, .*\(3,000 PUT, 1 LIST\)'
status_is '3000 files, unchanged' 0 s3sync "$work/many" s3://many
like 'one LIST for 1000 keys, and nothing else' "$(cat "$work/stderr")" '3,000 skipped, .* 0 bytes; 3 requests \(3 LIST\)'
rm "$work"/many/d/1*
status_is 'a third of them are gone' 0 s3sync --delete "$work/many" s3://many
left=$(find "$work/many" -type f | wc -l)
like 'they are deleted by few requests' "$(cat "$work/stderr")" \
    "$((3000 - left)) deleted|1,111 deleted"
is 'and no others' "$(bucket list many | wc -l)" "$left"
status_is 'all come back' 0 s3sync -q s3://many "$work/many-back"
ok 'with their bytes' diff -r "$work/many" "$work/many-back"
done_testing
