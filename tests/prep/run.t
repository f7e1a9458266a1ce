#!/usr/bin/env bash
#
# mlmprep run: a whole data set by one command, again, beside another, with failures, on a terminal.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/run_support.sh
. tests/prep/run_support.sh

cd "$work" || exit 1

# --- from nothing to a data set ----------------------------------------------------------------------

ok 'a plan' plan wiki --shards 5 --test-shards 2 --phase both --bucket "file://$work/bucket"
status_is 'run' 0 mlmprep run wiki
is 'a line for each stage' "$(sed 's/ in .*//' stderr)" 'mlmprep run: text: done
mlmprep run: vocab: done
mlmprep run: tasks: done
mlmprep run: finish: done'
cmp_files 'the report is printed' stdout wiki/report.txt
for phase in 1 2; do in_one_pipe wiki pipe $phase; done
ok 'the same as one pipe would have made' diff -r pipe wiki/shards
ok 'and in the bucket' diff -r pipe bucket
is 'nothing is left of the work' "$(ls -A wiki/work)" ''
is 'nothing is running' "$(find wiki/state -name '*.running')" ''

status_is 'run again' 0 mlmprep run wiki
is 'says that there is nothing to do' "$(cat stderr)" "mlmprep run: nothing to do: 'wiki' is done"
is 'and no more' "$(cat stdout)" ''
status_is 'quietly' 0 mlmprep run -q wiki
is 'nothing at all' "$(cat stdout stderr)" ''

# --- the report --------------------------------------------------------------------------------------

ok 'its numbers add up' "$python" - <<'END'
import glob, json
report = json.load(open("wiki/report.json"))
assert report["format"] == "mlmprep-report" and report["corpus"] == "sea"
assert report["tasks"] == {"all": 7, "done": 7}
for phase in report["phases"]:
    manifest, = [json.load(open(name)) for name in glob.glob("wiki/shards/*/sea/dataset.json")
                 if ("seq_len_128" in name) == (phase["phase"] == 1)]
    assert phase["rows"] == sum(shard["rows"] for shard in manifest["shards"])
    assert phase["bytes"] == sum(shard["bytes"] for shard in manifest["shards"])
    assert phase["shards"] == len(manifest["shards"]) == 7
stages = {stage["name"]: stage for stage in report["stages"]}
assert list(stages) == ["text", "vocab", "tasks", "finish"]
assert stages["text"]["bytes"] == report["counts"]["text_bytes"]
assert stages["tasks"]["bytes"] == sum(phase["bytes"] for phase in report["phases"])
assert stages["tasks"]["pieces"] == 14
assert [tool["name"] for tool in stages["text"]["tools"]] == ["wikiplain", "sentsplit", "docshard"]
assert {tool["name"]: tool["runs"] for tool in stages["tasks"]["tools"]} == {
    "wpiece": 14, "mkmlm": 14, "h5pack": 14, "s3sync": 7}
assert all(tool["peak_memory_bytes"] > 0 for tool in stages["tasks"]["tools"])
def near(a, b): return abs(a - b) < 1e-3
assert near(report["seconds"], sum(stage["seconds"] for stage in stages.values()))
assert near(report["processor_seconds"], sum(s["processor_seconds"] for s in stages.values()))
for stage in stages.values():
    if stage["tools"]:
        assert near(stage["processor_seconds"], sum(t["processor_seconds"] for t in stage["tools"]))
assert report["slowest_stage"] == max(stages.values(), key=lambda stage: stage["seconds"])["name"]
slow = [task["seconds"] for task in report["slowest_tasks"]]
assert len(slow) == 5 and slow == sorted(slow, reverse=True)
assert report["counts"]["documents"] == 44
END
rows=$("$python" -c 'import json
print("{:,}".format(json.load(open("wiki/report.json"))["phases"][0]["rows"]))')
like 'the text has them, too' "$(cat wiki/report.txt)" "phase 1 +7 shards, $rows rows, "

# --- parts, and other numbers of processes -----------------------------------------------------------

ok 'another plan' plan parts --shards 5 --test-shards 2 --phase both
for stage in fetch text vocab tasks; do
    status_is "until $stage" 0 mlmprep run parts --until $stage -j 1 --threads 2
    status_is "until $stage, again" 0 mlmprep run parts --until $stage
    is "until $stage, again: nothing to do" "$(cat stderr)" \
        "mlmprep run: nothing to do: 'parts' is done up to $stage"
done
ok 'a shard for each task' diff -r -x dataset.json pipe parts/shards
is 'no dataset.json before the end' "$(find parts/shards -name dataset.json)" ''
status_is 'the rest' 0 mlmprep run parts
ok 'the same bytes with -j 1' diff -r pipe parts/shards
ok 'a third plan' plan many --shards 5 --test-shards 2 --phase both
status_is '-j 4' 0 mlmprep run many -j 4
ok 'the same bytes with -j 4' diff -r pipe many/shards
cmp_files 'the same plan' many/run.json parts/run.json

# --- other parameters --------------------------------------------------------------------------------

status_is 'the parameters of the plan' 0 mlmprep run many --shards 5 --phase both
status_is 'other ones' 2 mlmprep run many --shards 6
like 'are named' "$(cat stderr)" "^mlmprep run: error: .*shards"
status_is 'a folder without a plan' 2 mlmprep run nothing
like 'is told of init' "$(cat stderr)" "mlmprep init"
status_is 'no folder' 2 mlmprep run

# --- room on the disk --------------------------------------------------------------------------------

ok 'a plan' plan large --shards 5
bytes=$(stat -c %s "$sample/sample.xml")
sed -i "s/\"bytes\": $bytes\b/\"bytes\": ${bytes}000000000000/" large/run.json
status_is 'a disk that is too small' 1 mlmprep run large
like 'is told, with numbers and what can be done' "$(cat stderr)" "^mlmprep run: error: 'large' will \
need about [0-9.]+ PiB more \(text [0-9.]+ PiB, shards [0-9.]+ PiB\), and its disk has [0-9.]+ [KMGTPi]+B \
left; make room, have text deleted as it is used up \(init --delete-text\), or give --no-space-check"
is 'nothing was begun' "$(find large/text large/shards -type f)" ''
status_is '--no-space-check' 1 mlmprep run large --no-space-check
like 'begins' "$(cat stderr)" "sample.xml"

# --- tasks that fail ---------------------------------------------------------------------------------

# shellcheck disable=SC2016 # for the stand-in
stand_in wpiece <<'END'
for word; do
    if [[ $word == *training_[13].txt && -e $FAULTS/${word##*_} ]]; then
        echo "wpiece: error: the moon is in '${word##*/}'" >&2
        read -r code <"$FAULTS/${word##*_}"
        [ "$code" != kill ] || kill -KILL $$
        exit "$code"
    fi
done
exec "$real" "$@"
END
export FAULTS=$work/orders
mkdir "$FAULTS"
echo 1 >"$FAULTS/1.txt"
echo 75 >"$FAULTS/3.txt"
ok 'a plan' plan faults --shards 5 --test-shards 2
status_is 'one that fails for good' 4 mlmprep run faults -j 2 --retries 1
like 'is warned of' "$(cat stderr)" \
    "mlmprep run: warning: task 1 failed: wpiece: the moon is in 'sea_training_1.txt'"
like 'one that fails for now is tried again' "$(cat stderr)" \
    "warning: task 3 failed, and is tried again: wpiece: .*warning: task 3 failed: wpiece: "
like 'both are listed at the end' "$(tail -n 1 stderr)" "^mlmprep run: error: 2 of 7 tasks are not done: \
1,3 \('mlmprep status faults' tells why, the same command tries again\); task 1: wpiece: the moon is in "
is 'as missing has them' "$(mlmprep missing faults)" 1,3
is 'all others are done' "$(find faults/shards -name '*.hdf5' | wc -l)" 5
is 'nothing is finished' "$(find faults -name dataset.json)" ''
ok 'there is a report' test -s faults/report.json
rm "$FAULTS/1.txt"
status_is 'only failures for now' 75 mlmprep run faults --retries 0
like 'are told' "$(tail -n 1 stderr)" '^mlmprep run: error: 1 of 7 tasks is not done: 3 '
echo kill >"$FAULTS/3.txt"
status_is 'a tool that is killed' 75 mlmprep run faults --retries 0
like 'is told' "$(tail -n 1 stderr)" 'wpiece was killed by signal 9'
rm "$FAULTS/3.txt"
status_is 'run again' 0 mlmprep run faults
in_one_pipe faults faults.pipe 1
ok 'as if nothing had been' diff -r faults.pipe faults/shards
is 'no failure is left' "$(find faults/state -name '*.failed')" ''

# A shard that was damaged after it was made is found by the last stage, and made again.
shard=$(find faults/shards -name '*training_2.hdf5')
printf x | dd of="$shard" bs=1 seek=3000 conv=notrunc status=none
rm faults/state/finish.phase1.json
status_is 'a damaged shard' 0 mlmprep run faults
like 'is made again' "$(cat stderr)" 'made again'
ok 'and right' diff -r faults.pipe faults/shards

# Text that was damaged is found by its task, and made again by the same run.
rm "$shard"
printf x | dd of=faults/text/sea_training_2.txt bs=1 seek=300 conv=notrunc status=none
status_is 'damaged text' 0 mlmprep run faults
like 'is made again, and its task then' "$(cat stderr)" \
    "task 2 failed: the text '[^']*' was damaged and is removed.*: text: done.*: tasks: done"
ok 'right again' diff -r faults.pipe faults/shards
is 'no failure is left of it' "$(find faults/state -name '*.failed')" ''
real_tools

# --- a full disk -------------------------------------------------------------------------------------

# shellcheck disable=SC2016 # for the stand-in
stand_in h5pack <<'END'
echo h5pack >>"$FAULTS/started"
echo "h5pack: error: cannot write 'x.hdf5': No space left on device; make room" >&2
exit 1
END
ok 'a plan' plan full --shards 5
status_is 'a full disk' 4 mlmprep run full -j 1
like 'is told' "$(tail -n 1 stderr)" '5 of 5 tasks are not done, the disk is full: 0-4 .*No space left'
is 'no more than one is started' "$(wc -l <"$FAULTS/started")" 1
real_tools
status_is 'once there is room' 0 mlmprep run full

# --- beside another, and stopped ---------------------------------------------------------------------

# shellcheck disable=SC2016 # for the stand-in
stand_in mkmlm <<'END'
[ -e "$FAULTS/go" ] || { touch "$FAULTS/waits"; while [ ! -e "$FAULTS/go" ]; do sleep 0.1; done; }
exec "$real" "$@"
END
ok 'a plan' plan beside --shards 5
mlmprep run beside -j 2 2>beside.stderr >beside.stdout &
first=$!
ok 'one runs' wait_until test -e "$FAULTS/waits"
status_is 'another one' 75 mlmprep run beside
like 'is told which' "$(cat stderr)" "^mlmprep run: error: .*beside.* $first\b"
touch "$FAULTS/go"
wait $first
is 'the first has ended well' $? 0
in_one_pipe beside beside.pipe 1
ok 'with all its shards' diff -r beside.pipe beside/shards

# children FOLDER: processes that work in it.
children() { pgrep -f "mlmprep task $1 " || true; }
for signal in INT TERM; do
    rm -f "$FAULTS/go" "$FAULTS/waits"
    ok "a plan" plan $signal --shards 5
    # Not by job control: a shell's background process ignores Ctrl-C.
    "$python" -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' mlmprep run $signal -j 2 2>stderr >stdout &
    pid=$!
    ok "SIG$signal: one runs" wait_until test -e "$FAULTS/waits"
    kill -$signal $pid
    wait $pid
    is "SIG$signal: it dies by the signal" $? $((128 + $(kill -l $signal)))
    is "SIG$signal: none of its processes lives" "$(children $signal)" ''
    is "SIG$signal: nothing is running" "$(find $signal/state -name '*.running')" ''
    is "SIG$signal: nothing is left of the work" "$(ls -A $signal/work)" ''
    is "SIG$signal: and nothing failed" "$(find $signal/state -name '*.failed')" ''
    like "SIG$signal: it says so" "$(tail -n 1 stderr)" 'goes on from there'
done
touch "$FAULTS/go"
status_is 'run again' 0 mlmprep run TERM
ok 'as if nothing had been' diff -r beside.pipe TERM/shards
rm -f "$FAULTS/go" "$FAULTS/waits"
SLURM_ARRAY_TASK_ID=0 mlmprep run INT -j 2 2>stderr >stdout &
pid=$!
ok 'under an engine' wait_until test -e "$FAULTS/waits"
kill -TERM $pid
wait $pid
is 'SIGTERM means another time' $? 75
real_tools

# --- on a terminal -----------------------------------------------------------------------------------

# shellcheck disable=SC2016 # for the stand-in
stand_in mkmlm <<'END'
sleep 1
exec "$real" "$@"
END
ok 'a plan' plan terminal --shards 5
status_is 'on a terminal' 0 "$python" "$root/tests/prep/terminal.py" 200 mlmprep run terminal -j 1
is 'one line is drawn, again and again' "$(tr -dc '\n' <stdout | wc -c)" 0
sed 's/\r\x1b\[K/\n/g' stdout >drawn
like 'it tells how far the whole is' "$(cat drawn)" 'mlmprep run: tasks, shards 0/5, 1 running'
ok 'many times' test "$(grep -c '^mlmprep run: tasks, shards [0-5]/5, 1 running' drawn)" -gt 3
like 'and how long it takes' "$(cat drawn)" \
    'mlmprep run: tasks, shards [1-4]/5, 1 running, [0-9.]+ [a-zA-Z]+/s of text, .* left'
is 'no tool below has a line of its own' "$(grep -cv '^mlmprep run: \|^$' drawn)" 0
is 'it is taken away at the end' "$(tail -c 4 stdout)" $'\r\e[K'
ok 'a plan' plan narrow --shards 5
status_is 'on a narrow terminal' 0 "$python" "$root/tests/prep/terminal.py" 30 mlmprep run narrow -j 1
is 'it fits' "$(sed 's/\r\x1b\[K/\n/g' stdout | awk 'length($0) > 29' | wc -l)" 0
rm -r terminal
plan terminal --shards 2
status_is 'elsewhere' 0 mlmprep run terminal -j 1 --progress-interval 1
like 'a line now and then' "$(cat stderr)" 'mlmprep run: tasks, shards [01]/2, 1 running'
real_tools
done_testing
