#!/usr/bin/env bash
#
# Full disks, files that may not grow, and pipes that nobody reads.
. "$(dirname "$0")/../support/tap.sh"

wpiece --vocab "$sample/vocab.txt" "$sample/sample.txt" >"$work/tokens"
mkmlm "$work/tokens" >"$work/examples"
h5pack -q -o "$work/whole" "$work/examples" >"$work/list"

# leaves_nothing NAME FOLDER
leaves_nothing() {
    is "$1: leaves nothing" "$(find "$2" -type f 2>/dev/null)" ''
}

if [ -w /dev/full ]; then
    status_is 'wpiece to a full disk' 1 bash -c "wpiece --vocab '$sample/vocab.txt' \
        '$sample/sample.txt' >/dev/full"
    like 'is told' "$(cat "$work/stderr")" 'No space left'
    status_is 'wpiece, few bytes, to a full disk' 1 bash -c "echo fish |
        wpiece --vocab '$sample/vocab.txt' --output=ids >/dev/full"
    status_is 'mkmlm to a full disk' 1 bash -c "mkmlm '$work/tokens' >/dev/full"
    like 'is told' "$(cat "$work/stderr")" 'No space left'
    status_is 'h5pack whose list finds a full disk' 1 bash -c \
        "h5pack -o '$work/unlisted' '$work/examples' >/dev/full"
    is 'then no data set is complete' "$(find "$work/unlisted" -name dataset.json)" ''
else
    skip 'writing to a full disk' 'there is no /dev/full'
fi

mkdir "$work/small"
if mount -t tmpfs -o size=100k tmpfs "$work/small" 2>/dev/null; then
    status_is 'h5pack on a full disk' 1 h5pack -o "$work/small/out" "$work/examples"
    like 'is told' "$(cat "$work/stderr")" 'No space left'
    leaves_nothing 'h5pack on a full disk' "$work/small"
    rm -rf "$work/small/out"
    status=0
    s3sync "file://$work/small/bucket" <"$work/list" >/dev/null 2>"$work/stderr" || status=$?
    ok 's3sync to a full disk fails' test $status -ne 0
    like 'is told' "$(cat "$work/stderr")" 'No space left'
    leaves_nothing 's3sync to a full disk' "$work/small"
    umount "$work/small"
else
    skip 'a small disk' 'only root can mount one'
fi

# The same by a limit on the size of files, which needs no root: 50 KiB.
status_is 'h5pack under a file size limit' 1 \
    bash -c "ulimit -f 50; h5pack -o '$work/limited' '$work/examples'"
leaves_nothing 'h5pack under a file size limit' "$work/limited"

status_is 'a folder that cannot be made' 1 h5pack -o /proc/none "$work/examples"

# A reader that goes away early is nothing to talk about.
mute() { # NAME COMMAND...
    local code
    "${@:2}" 2>"$work/stderr" | head -c 1 >/dev/null
    code=${PIPESTATUS[0]}
    is "$1 into a closed pipe: ends by SIGPIPE" "$code" 141
    is "$1 into a closed pipe: says nothing" "$(cat "$work/stderr")" ''
}
for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$sample/sample.txt"; done >"$work/large.txt"
mute wpiece wpiece --vocab "$sample/vocab.txt" --output=ids "$work/large.txt"
mute mkmlm mkmlm --dupe-factor 20 "$work/tokens"
done_testing
