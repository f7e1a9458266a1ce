#!/usr/bin/env bash
# s3sync to a folder: the same rules as for a bucket, copies that are whole, and what --dry-run says.
. "$(dirname "$0")/../support/tap.sh"

out=$work/out
mkdir -p "$out/name/sub"
for i in 0 1 2; do head -c $((i * 300001)) /dev/urandom >"$out/name/sub/$i.hdf5"; done
echo '{}' >"$out/name/dataset.json"
list() {
    for i in 0 1 2; do echo "$out/./name/sub/$i.hdf5"; done
    echo "$out/./name/dataset.json"
}

status_is 'a stream of paths is copied' 0 s3sync "file://$work/to/deep" < <(list)
is 'with a line that sums up' "$(cat "$work/stdout" "$work/stderr")" \
    's3sync: 4 copied, 0 skipped, 0 deleted, 0 failed; 879 KiB; 0 requests, 0 retries'
ok 'all bytes are there, and nothing else' diff -r "$out" "$work/to/deep"
status_is 'quietly' 0 s3sync -q "file://$work/to/deep" < <(list)
is 'nothing is said' "$(cat "$work/stdout" "$work/stderr")" ''
status_is 'a folder is copied' 0 s3sync -v "$out/name" "file://$work/to/folder/"
ok 'as it is' diff -r "$out/name" "$work/to/folder"
like 'a line for each file' "$(cat "$work/stderr")" "copy $out/name/sub/2\.hdf5 -> $work/to/folder/sub/2\.hdf5 \(new\), 600002 bytes"
status_is 'files are copied by their names' 0 s3sync "$out/name/sub/1.hdf5" "file://$work/to/files"
is 'and no more of the path' "$(ls "$work/to/files")" 1.hdf5
inode=$(stat -c %i "$out/name/sub/1.hdf5")
status_is 'a file where it already is' 0 s3sync "$out/./name/sub/1.hdf5" "file://$out"
is 'is left alone' "$(stat -c %i "$out/name/sub/1.hdf5")" "$inode"

status_is 'the plan is printed' 0 s3sync --dry-run "$out" "file://$work/dry"
is 'an action in each line, the commit file last' \
    "$(sort <(head -n 3 "$work/stdout"); tail -n +4 "$work/stdout")" \
    "copy $out/name/sub/0.hdf5 -> $work/dry/name/sub/0.hdf5 (new)
copy $out/name/sub/1.hdf5 -> $work/dry/name/sub/1.hdf5 (new)
copy $out/name/sub/2.hdf5 -> $work/dry/name/sub/2.hdf5 (new)
copy $out/name/dataset.json -> $work/dry/name/dataset.json (new)"
status_is 'the plan of a copy' 0 s3sync -n "file://$work/dry" < <(list)
not_ok 'the plan touches nothing' test -e "$work/dry"
status_is 'the plan of a list cut short' 3 s3sync -n "file://$work/dry" < <(list | head -n 2)
status_is 'the plan with a missing file' 4 s3sync -n "$work/nowhere" "file://$work/dry"

status_is 'a list cut short' 3 s3sync "file://$work/cut" < <(list | head -n 2)
is 'what it listed is there' "$(ls "$work/cut/name/sub")" "0.hdf5
1.hdf5"
status_is 'a producer that died at once' 3 s3sync "file://$work/cut" </dev/null
status_is 'a producer that tells why' 3 s3sync "file://$work/cut" < <(printf '\030the disk is full\n')
like 'is quoted' "$(cat "$work/stderr")" 'failed: the disk is full'
mkdir "$work/odd-names" && echo x >"$work/odd-names/"$'line\nend' && echo y >"$work/odd-names/y"
status_is 'a list with NUL bytes' 0 s3sync --null - "file://$work/null" < <(find "$work/odd-names" -type f -print0)
ok 'has names with line ends' diff -r "$work/odd-names" "$work/null"
status_is 'likewise' 0 s3sync -0 "file://$work/null" < <(printf '%s\0' "$work/odd-names/y")
status_is 'a list with NUL bytes taken for lines' 3 s3sync - "file://$work/null" < <(find "$work/odd-names" -print0)
like 'the message says how to read it' "$(cat "$work/stderr")" 'find -print0, is read with --null'
status_is 'a list with NUL bytes that is cut short' 3 s3sync -0 - "file://$work/null" < <(printf '%s\0' "$out/./name/sub/1.hdf5")
status_is 'a missing file' 4 s3sync "$out" "$work/nowhere" "file://$work/partial"
not_ok 'no commit file then' test -e "$work/partial/name/dataset.json"
status_is 'a path that leaves the target' 4 s3sync "$out/name/./../name/sub/1.hdf5" "file://$work/up"
mkdir -p "$work/loop/d"
echo x >"$work/loop/d/x"
ln -s .. "$work/loop/d/up"
ln -s nowhere "$work/loop/broken"
ln -s d/x "$work/loop/link"
status_is 'a loop of links, and a broken one' 4 s3sync "$work/loop" "file://$work/unlooped"
is 'all else is there, once' "$(cd "$work/unlooped" && find . -type f | sort | tr '\n' ' ')" './d/x ./link '
like 'both are named' "$(cat "$work/stderr")" 'loop/d/up.*loop/broken|loop/broken.*loop/d/up'
mkfifo "$work/pipe"
status_is 'a pipe is no file' 4 s3sync "$work/pipe" "file://$work/up"
if [ "$(id -u)" -ne 0 ]; then
    mkdir "$work/closed" && chmod 500 "$work/closed"
    status_is 'a folder that cannot be written' 4 s3sync "$out" "file://$work/closed"
else
    skip 'a folder that cannot be written' 'root may write everywhere'
fi

for arguments in '' 'out' 'out bucket/p' 's3://x/y file:///z' '- - s3://bucket' 's3://Bucket' \
    '--path-style --virtual-host-style a s3://bucket' '--concurrency 0 a s3://bucket' \
    '--endpoint-url nonsense a s3://bucket' 's3:///p' 'a s3:///p' 'a s3://bucket s3://other' \
    's3://one/x s3://two/y s3://three' '--size-only --checksum a s3://bucket' \
    '--max-delete 3 a s3://bucket' '--part-size 1M a s3://bucket' '--cache f --no-cache a s3://bucket' \
    '--profile p --no-sign-request a s3://bucket' '--abort-stale soon a s3://bucket' \
    '--tag x a s3://bucket' '--metadata =x a s3://bucket' '-n --abort-stale soon a s3://bucket' \
    '--abort-stale 1h a file:///tmp/x' '--bucket b-1 a s3://bucket' '--bucket default a s3://bucket' \
    '--bucket default a b s3:///p -' '--dry-run=1 a s3://bucket' '--request-payer me a s3://bucket' \
    '--expected-bucket-owner 1 a s3://bucket' 'a s3://name--use1-az1--x-s3' \
    '--fips --region cn-north-1 a s3://bucket' '--part-size 6G a s3://bucket'; do
    # shellcheck disable=SC2086 # several words
    status_is "wrong usage: s3sync $arguments" 2 env AWS_ACCESS_KEY_ID=a AWS_SECRET_ACCESS_KEY=b \
        s3sync $arguments </dev/null
done

mkfifo "$work/fifo"
for cache in "$work/fifo" "$work" /dev/null; do
    status_is "a cache that is no file: ${cache##*/}" 1 timeout 60 s3sync --cache "$cache" "$out" "file://$work/none"
    like 'the message says what to do' "$(cat "$work/stderr")" 'no regular file; name another with --cache, or give --no-cache'
done

# A variable of a script that is not set makes an empty word.
for option in region profile endpoint-url bucket cache report ca-bundle last exclude sse sagemaker-manifest; do
    status_is "an empty --$option" 2 s3sync --$option '' "$out" "file://$work/none" </dev/null
done
like 'is told' "$(cat "$work/stderr")" '--sagemaker-manifest needs an argument that is not empty'
status_is 'an empty operand' 2 s3sync "$out" '' "file://$work/none" </dev/null
like 'is told, too' "$(cat "$work/stderr")" 'operand 2 is empty'
not_ok 'nothing came of it' test -e "$work/none"

# A copy that is stopped in the middle leaves nothing; what kill -9 left goes with the next run.
truncate -s 3G "$work/sparse"
for signal in TERM KILL; do
    mkdir -p "$work/stop"
    s3sync "$work/sparse" "file://$work/stop" &
    pid=$!
    for _ in $(seq 1000); do
        [ -n "$(ls -A "$work/stop")" ] && break
        sleep 0.01
    done
    kill -$signal $pid
    wait $pid 2>/dev/null
    status=$?
    if [ $status -eq 0 ]; then
        # A file system that shares blocks has copied it before the signal came.
        rm -rf "$work/stop"
        skip "$signal: a copy is stopped in the middle" 'it was too quick here'
        continue
    fi
    case $signal in
    TERM)
        is 'TERM: dies by the signal' $status 143
        is 'TERM: nothing is left' "$(ls -A "$work/stop")" ''
        ;;
    KILL)
        not_ok 'KILL: no file under its name' test -e "$work/stop/sparse"
        : >"$work/stop/.mlmprep-999999-0.tmp"
        status_is 'KILL: the next run' 0 s3sync "$out/name/dataset.json" "file://$work/stop"
        is 'KILL: cleans up' "$(ls -A "$work/stop")" dataset.json
        ;;
    esac
done
done_testing
