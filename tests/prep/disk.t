#!/usr/bin/env bash
#
# A disk that is full at some moment of a run, whichever: it is told, nothing half done is left under
# a name that counts, and with more space the same command makes the data set of a run that always
# had enough.
. "$(dirname "$0")/../support/tap.sh"

folder="$work/disk/run"
bucket="$work/disk/bucket"

init() { # FOLDER BUCKET [OPTION...]
    mlmprep init "$1" --quiet --source "$sample/sample.xml" --vocab train --vocab-size 800 --shards 2 \
        --test-shards 1 --phase both --mkmlm '--dupe-factor 1' --bucket "file://$2" "${@:3}"
}

# listing FOLDER BUCKET: all that a run makes, with its content where it does not tell of the run.
listing() {
    (cd "$1" && find text shards vocab.txt -type f -exec sha256sum {} +
        find . -mindepth 1 ! -path './log/*' ! -path './text/*' ! -path './shards/*' -printf '%y %P\n'
        cd "$2" && find . -type f -exec sha256sum {} +) | LC_ALL=C sort
}

whole="$work/whole"
mkdir "$work/disk"
ok 'a plan' init "$whole" "$work/whole-bucket"
status_is 'a run with space enough' 0 mlmprep run "$whole" --quiet -j 2
listing "$whole" "$work/whole-bucket" >"$work/wanted"
needed=$(du -sk --apparent-size "$whole" "$work/whole-bucket" | awk '{ all += $1 } END { print all }')
entries=$(find "$whole" "$work/whole-bucket" | wc -l)

# Files that count are the ones of the whole run, wherever they are.
counts() { # FOLDER BUCKET
    local path wanted
    while IFS= read -r path; do
        case $path in
        "$1"/*) wanted=$whole${path#"$1"} ;;
        *) wanted=$work/whole-bucket${path#"$2"} ;;
        esac
        cmp "$path" "$wanted" || return 1
    done < <(find "$1/text" "$1/shards" "$1/vocab.txt" "$2" -type f 2>/dev/null)
}

# full NAME FOLDER BUCKET: a run on what is mounted at $work/disk fails, unless it has enough; with
# more space, the next one completes.
full() {
    local name=$1
    status=0
    mlmprep run "$2" --quiet -j 2 --retries 0 --no-space-check >"$work/stdout" 2>"$work/stderr" ||
        status=$?
    if [ $status -ne 0 ]; then
        failures=$((failures + 1))
        like "$name: fails for now or for good" $status '^(1|4|75)$'
        like "$name: is told" "$(cat "$work/stderr")" 'No space left on device'
        ok "$name: what counts is whole" counts "$2" "$3"
        is "$name: no work is left" "$(ls -A "$2/work" 2>/dev/null)" ''
        is "$name: nothing hidden is left" "$(find "$2" "$3" -name '.?*' 2>/dev/null)" ''
        mount -o remount,size=64m,nr_inodes=10000 "$work/disk"
        status_is "$name: with more space" 0 mlmprep run "$2" --quiet -j 2
    fi
    listing "$2" "$3" >"$work/got"
    cmp_files "$name: the same files" "$work/got" "$work/wanted" || diag "$(diff "$work/wanted" "$work/got")"
}

if ! mount -t tmpfs -o size=64k tmpfs "$work/disk" 2>/dev/null; then
    skip 'full disks' 'only root can mount one'
    done_testing
fi
trap 'umount "$work/disk" 2>/dev/null; tap_clean' EXIT
umount "$work/disk"

# renew OPTIONS: another disk, with a plan on it.
renew() {
    mount -t tmpfs -o size=64m tmpfs "$work/disk" && init "$folder" "$bucket" &&
        mount -o "remount,$1" "$work/disk"
}

failures=0
for ((part = 1; part <= 24; part++)); do
    size=$((needed * part / 20 + 8))
    ok "$size KiB: a disk" renew "size=${size}k"
    full "$size KiB" "$folder" "$bucket"
    umount "$work/disk"
done
ok 'some disks were too small' test $failures -gt 5
ok 'and some large enough' test $failures -lt 24

failures=0
for ((part = 1; part <= 8; part++)); do
    count=$((entries * part / 8 + 2))
    ok "$count files: a disk" renew "nr_inodes=$count"
    full "$count files" "$folder" "$bucket"
    umount "$work/disk"
done
ok 'some disks had room for too few files' test $failures -gt 2

# The bucket alone lies on a disk that is full.
failures=0
for size in 8 48 160; do
    mount -t tmpfs -o "size=${size}k" tmpfs "$work/disk"
    rm -rf "$work/run" && init "$work/run" "$bucket"
    full "a bucket of $size KiB" "$work/run" "$bucket"
    umount "$work/disk"
done
is 'all buckets were too small' $failures 3

# What cannot fit is refused before it is begun.
ok 'too small to begin: a disk' renew size=64k
status_is 'too small to begin' 1 mlmprep run "$folder"
like 'too small to begin: is told' "$(cat "$work/stderr")" '--no-space-check'
is 'too small to begin: nothing is' "$(find "$folder/text" "$folder/shards" -type f 2>/dev/null)" ''
umount "$work/disk"
done_testing
