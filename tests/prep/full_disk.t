#!/usr/bin/env bash
#
# mlmprep run on a disk that is too small, and grows a little each time: it fails at every stage, says
# why, leaves nothing half-made, goes on where it was, and ends as if nothing had been.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/run_support.sh
. tests/prep/run_support.sh

cd "$work" || exit 1
mkdir disk
mount -t tmpfs -o size=100k tmpfs disk 2>/dev/null || skip_all 'no file system can be mounted here'
trap 'umount "$work/disk"; tap_clean' EXIT

ok 'a plan' plan disk/sea --shards 4 --test-shards 1 --phase both
size=40
failures=0
status=1
: >stages
while [ $status -ne 0 ] && [ $failures -lt 100 ]; do
    size=$((size + 24))
    mount -o remount,size=${size}k disk || break
    status=0
    mlmprep run disk/sea -q --no-space-check --retries 0 -j 2 >stdout 2>stderr || status=$?
    [ $status -ne 0 ] || break
    failures=$((failures + 1))
    case $(tail -n 1 stderr) in
    *'No space left on device'*) ;;
    *) fail "with $size KiB: the reason" || diag "$(cat stderr)" ;;
    esac
    [ -z "$(ls -A disk/sea/work 2>/dev/null)" ] || fail "with $size KiB: work/ is empty" ||
        diag "$(find disk/sea/work)"
    case $(tail -n 1 stderr) in
    *': text: '*) echo text ;;
    *': vocab: '*) echo vocab ;;
    *'tasks are not done'* | *'task is not done'*) echo tasks ;;
    *) echo other ;;
    esac >>stages
    mlmprep status disk/sea --json | "$python" -c 'import json, sys; json.load(sys.stdin)' ||
        fail "with $size KiB: the state can be told"
done
is 'in the end it is done' $status 0
diag "it failed $failures times, up to $size KiB: $(sort stages | uniq -c | tr -s ' \n' ' ')"
ok 'it failed in the stage of the text' grep -q text stages
ok 'and in that of the tasks' grep -q tasks stages
mount -o remount,size=2m disk
status_is 'once there is room' 0 mlmprep run disk/sea -q
for phase in 1 2; do in_one_pipe disk/sea pipe $phase; done
ok 'all is as in one pipe' diff -r pipe disk/sea/shards
ok 'the report is whole' "$python" -c 'import json; json.load(open("disk/sea/report.json"))'
is 'no failure is left' "$(find disk/sea/state -name '*.failed' -o -name '*.running')" ''
is 'nothing is left of unfinished files' "$(find disk/sea -name '.mlmprep-*')" ''
done_testing
