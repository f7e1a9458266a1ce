#!/usr/bin/env bash
# s3sync with what is no plain file, links that multiply, keys that cannot be files, and deletions.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
echo ok >plain
serve plain
# Root may read everything: another user may not.
as_user() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}
# put KEY TEXT: as another client would.
put() {
    printf '%s' "$2" >body
    curl -sf --noproxy '*' --aws-sigv4 aws:amz:us-east-1:s3 --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \
        -H "x-amz-content-sha256: $(sha256sum body | cut -d' ' -f1)" -T body \
        "$AWS_ENDPOINT_URL_S3/bucket/$1"
}

# What cannot be read or is no file.
chmod 755 . && mkdir mixed mixed/closed mixed/open
echo 1 >mixed/open/1
echo 2 >mixed/unreadable
chmod 000 mixed/unreadable mixed/closed
mkfifo mixed/pipe
ln -s nowhere mixed/broken
ln -s circle mixed/circle
ln -s /dev/zero mixed/device
"$python" -c 'import socket; socket.socket(socket.AF_UNIX).bind("mixed/socket")'
put p/superfluous x
status_is 'what is no readable file' 4 as_user timeout 100 s3sync --no-cache --delete mixed s3://bucket/p
for name in pipe broken circle device socket closed unreadable; do
    like "is told: $name" "$(cat stderr)" "error: .*'mixed/$name/?'"
done
is 'all else is up, and nothing deleted' "$(state | grep -o 'bucket/.*' | tr '\n' ' ')" \
    'bucket/p/open/1 bucket/p/superfluous '
for place in mixed/pipe mixed/device mixed/socket mixed/broken nowhere; do
    status_is "alone: $place" 4 timeout 100 s3sync --delete "$place" s3://bucket/p
done
like 'still nothing is deleted' "$(state)" 'p/superfluous'
chmod 700 mixed/closed

# Links.
mkdir -p twice/real && echo 1 >twice/real/1 && ln -s real twice/link && ln -s real twice/other
status_is 'two links to a folder' 0 s3sync -n twice s3://bucket/q
is 'give both names' "$(grep -c '' stdout)" 3
for level in $(seq 0 29); do
    mkdir -p "deep/$((level + 1))" "deep/$level"
    ln -s "../$((level + 1))" "deep/$level/a"
    ln -s "../$((level + 1))" "deep/$level/b"
done
echo end >deep/30/end
status_is 'links that multiply' 4 timeout 100 s3sync -n deep/0 s3://bucket/q
like 'come to an end' "$(cat stderr)" 'links lead to it in 100 ways'

# Pulling.
put r/a file && put r/a-b other && put r/a-b/c below && put r/a/b below && put r/a/c/d deeper && put r/z last
for _ in 1 2 3; do
    rm -rf pulled
    status_is 'a key below another' 4 s3sync s3://bucket/r pulled
    is 'cannot be a file' "$(find pulled -type f | sort | tr '\n' ' ')" 'pulled/a pulled/a-b pulled/z '
    is 'each is told' "$(grep -c 'what is its folder is an object, too' stderr)" 3
done
status_is 'unless the other is left out' 0 s3sync --exclude a --exclude a-b s3://bucket/r pulled2
is 'all of them' "$(find pulled2 -type f | sort | tr '\n' ' ')" 'pulled2/a-b/c pulled2/a/b pulled2/a/c/d pulled2/z '
mkdir -p pulled2/x/y pulled2/empty outside && echo 1 >pulled2/x/y/z && echo 1 >pulled2/a/c/more
ln -s ../outside pulled2/link && echo 1 >outside/kept
status_is 'the plan of deletions' 0 s3sync -n --delete --exclude a --exclude a-b s3://bucket/r pulled2
is 'has two' "$(cat stdout)" "delete pulled2/a/c/more (not in the source)
delete pulled2/x/y/z (not in the source)"
ok 'and does none' test -e pulled2/x/y/z
status_is 'a limit' 1 s3sync --delete --max-delete 1 --exclude a --exclude a-b s3://bucket/r pulled2
ok 'keeps everything' test -e pulled2/x/y/z
status_is 'deletions' 0 s3sync --delete --max-delete 2 --exclude a --exclude a-b s3://bucket/r pulled2
is 'take along the folders that they empty, and no others' "$(find pulled2 outside | sort | tr '\n' ' ')" \
    'outside outside/kept pulled2 pulled2/a pulled2/a-b pulled2/a-b/c pulled2/a/b pulled2/a/c pulled2/a/c/d pulled2/empty pulled2/link pulled2/z '
status_is 'a source that is not there' 1 s3sync --delete s3://bucket/nothing pulled2
ok 'deletes nothing' test -e pulled2/z

# A list that breaks off in its middle decides nothing.
for answer in 'answer 500' 'say 200 <Error><Code>InternalError</Code></Error>' garbage \
    'say 200 <ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>2</NextContinuationToken>'; do
    steps 'set page 2' 'OP=ListObjectsV2 ok' "OP=ListObjectsV2 $answer" "OP=ListObjectsV2 $answer" ok
    not_ok "the second page: $answer" sync --max-attempts 2 --delete --exclude a --exclude a-b s3://bucket/r pulled2
    ok 'the second page: deletes no file' test -e pulled2/z
    steps 'set page 2' 'OP=ListObjectsV2 ok' "OP=ListObjectsV2 $answer" "OP=ListObjectsV2 $answer" ok
    not_ok "the target's second page: $answer" sync --max-attempts 2 --delete twice s3://bucket/r
    is 'the second page: deletes no object' "$(state | grep -c 'bucket/r/')" 6
done

# Requests of an unchanged run.
steps ok
mkdir count
made=0
for count in 0 1 999 1000 1001 2500; do
    for ((; made < count; made++)); do echo "$made" >"count/$made"; done
    status_is "$count files" 0 s3sync count "s3://bucket/count$count"
    : >"$log"
    status_is "$count files again" 0 s3sync count "s3://bucket/count$count"
    is 'one list request for 1000, and nothing else' "$(requests 'op=List')/$(requests op=)" \
        "$((count == 0 ? 0 : (count + 999) / 1000))/$((count == 0 ? 0 : (count + 999) / 1000))"
done
done_testing
