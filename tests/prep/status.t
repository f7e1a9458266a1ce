#!/usr/bin/env bash
#
# mlmprep status and missing: what they tell before, while, and after others work in the folder.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/run_support.sh
. tests/prep/run_support.sh

cd "$work" || exit 1

# state EXPRESSION [FOLDER]: of `mlmprep status --json`, which it is as s.
state() {
    mlmprep status "${2:-sea}" --json >state.json || return
    "$python" -c 'import json, sys
s = json.load(open("state.json"))
stages = {stage["name"]: stage["state"] for stage in s["stages"]}
print(eval("(" + sys.argv[1] + ")"))' "$1"
}

# --- before anything ---------------------------------------------------------------------------------

ok 'a plan' plan sea --shards 12
status_is 'status' 0 mlmprep status sea
is 'of a new folder' "$(cat stdout)" "sea in 'sea': 0 of 12 tasks are done
text     not done
vocab    not done
tasks    not done
finish   not done
missing  12: 0-11"
is 'as JSON' "$(state 's["format"], s["corpus"], s["tasks"], s["missing"], s["text_bytes"]')" \
    "('mlmprep-status', 'sea', {'all': 12, 'missing': 12, 'running': 0, 'failed': 0, 'done': 0}, '0-11', 0)"
is 'its stages' "$(state stages)" \
    "{'fetch': 'none', 'text': 'missing', 'vocab': 'missing', 'tasks': 'missing', 'finish': 'missing'}"
is 'missing' "$(mlmprep missing sea)" 0-11
is 'the first ones' "$(mlmprep missing sea --max 3)" 0-2
is 'from one on' "$(mlmprep missing sea --offset 9)" 0-2
is 'some from one on' "$(mlmprep missing sea --offset 5 --max 2)" 0,1
is 'from behind the last one' "$(mlmprep missing sea --offset 12)" ''
is 'a line each' "$(mlmprep missing sea --lines --offset 10 | tr '\n' ' ')" '0 1 '
status_is 'no plan' 2 mlmprep status .
status_is 'no plan, for missing' 2 mlmprep missing .

# --- while others work -------------------------------------------------------------------------------

# hold NAME: the stand-in's tool waits until there is a file of that name.
# shellcheck disable=SC2016 # for the stand-ins
hold='hold() { touch "$HOLD/$1.waits"; while [ ! -e "$HOLD/$1" ]; do sleep 0.1; done; }'
export HOLD=$work/hold
mkdir "$HOLD"
stand_in docshard <<END
$hold
hold text
exec "\$real" "\$@"
END
mlmprep run sea --until text 2>stderr &
pid=$!
ok 'the text is under way' wait_until test -e "$HOLD/text.waits"
like 'is told' "$(mlmprep status sea)" 'text     under way'
is 'as JSON, too' "$(state 'stages["text"]')" running
touch "$HOLD/text"
wait $pid
is 'it is made' "$(state 'stages["text"], s["text_bytes"] > 60000')" "('done', True)"
is 'the vocabulary is not yet' "$(state 'stages["vocab"]')" missing
real_tools
ok 'the vocabulary' mlmprep run sea -q --until vocab
is 'is' "$(state 'stages["vocab"]')" 'done'

for task in 2 3 4 7; do ok "task $task" mlmprep task sea -q --task $task; done
is 'missing' "$(mlmprep missing sea)" 0,1,5,6,8-11
is 'some' "$(mlmprep missing sea --max 4)" 0,1,5,6
is 'some from one on' "$(mlmprep missing sea --offset 5 --max 3)" 0,1,3
is 'counts' "$(state 's["tasks"]')" "{'all': 12, 'missing': 8, 'running': 0, 'failed': 0, 'done': 4}"
is 'no rate while nothing runs' "$(state 's["bytes_per_second"], s["seconds_left"]')" '(None, None)'

stand_in mkmlm <<END
$hold
hold mkmlm
exec "\$real" "\$@"
END
SLURM_JOB_ID=77 mlmprep task sea --task 5 2>stderr &
pid=$!
ok 'task 5 is under way' wait_until test -e "$HOLD/mkmlm.waits" -a -e sea/state/task-00005.running
is 'it is running' "$(state 's["tasks"]["running"], s["running"][0]["task"], stages["tasks"]')" \
    "(1, 5, 'running')"
is 'here, as that process' "$(state 's["running"][0]["host"], s["running"][0]["process"]')" \
    "('$(uname -n)', $pid)"
is 'not done, so listed' "$(mlmprep missing sea)" 0,1,5,6,8-11
like 'as a text' "$(mlmprep status sea)" "done     4: 2-4,7
running  1: 5
missing  7: 0,1,6,8-11
rate     [0-9.]+ [a-zA-Z]+/s of text, .* left
task 5 runs on $(uname -n), process $pid.*, for "
is 'a rate and a time' "$(state 's["bytes_per_second"] > 0, s["seconds_left"] > 0')" '(True, True)'
kill -KILL $pid
wait $pid 2>/dev/null
is 'a task that was killed runs no more' "$(state 's["tasks"]["running"], s["missing"]')" \
    "(0, '0,1,5,6,8-11')"
touch "$HOLD/mkmlm"
real_tools

# --- failures ----------------------------------------------------------------------------------------

# shellcheck disable=SC2016 # for the stand-in
stand_in mkmlm <<'END'
echo 'mkmlm: error: nothing today' >&2
exit 3
END
status_is 'a task that fails' 3 mlmprep task sea --task 6
status_is 'twice' 3 mlmprep task sea --task 6
is 'has failed' "$(state 's["tasks"]["failed"], stages["tasks"], s["failed"][0]["sentence"],
    s["failed"][0]["task"], s["failed"][0]["exit"], s["failed"][0]["attempts"]')" \
    "(1, 'missing', 'mkmlm: nothing today', 6, 3, 2)"
like 'as a text' "$(mlmprep status sea)" "failed   1: 6
task 6 failed on $(uname -n), exit code 3, attempts: 2; mkmlm: nothing today \(log/task-00006.log\)"
like 'the log is there' "$(cat sea/log/task-00006.log)" 'mkmlm: error: nothing today.*mkmlm: error: nothing today'
is 'it is missing' "$(mlmprep missing sea)" 0,1,5,6,8-11
real_tools

# --- many at once, without run -----------------------------------------------------------------------

ok 'all that is missing, by xargs' bash -o pipefail -c \
    'mlmprep missing sea --lines | xargs -P 3 -I{} mlmprep task sea -q --task {}'
is 'none is missing' "$(mlmprep missing sea)" ''
status_is 'which is no failure' 0 mlmprep missing sea
is 'all are done' "$(state 's["tasks"]["done"], stages["tasks"], stages["finish"], s["failed"]')" \
    "(12, 'done', 'missing', [])"
ok 'finish' mlmprep finish -q sea
is 'the last stage is done' "$(state 'stages["finish"], s["shard_bytes"]')" \
    "('done', $(find sea/shards -name '*.hdf5' -printf '%s\n' | awk '{ sum += $1 } END { print sum }'))"
in_one_pipe sea pipe 1
ok 'as one pipe would have made it' diff -r pipe sea/shards

stand_in s3sync <<END
$hold
hold upload
exec "\$real" "\$@"
END
ok 'a plan with a bucket' plan sent --shards 2 --bucket "file://$work/sent.bucket" --upload finish
mlmprep run sent -q 2>stderr &
pid=$!
ok 'the upload is under way' wait_until test -e "$HOLD/upload.waits"
is 'which is the last stage' "$(state 'stages["tasks"], stages["finish"]' sent)" "('done', 'running')"
touch "$HOLD/upload"
wait $pid
is 'it is done' "$(state 'stages["finish"]' sent)" 'done'
is 'nobody works' "$(find sent/state -name '*.running')" ''
real_tools

# --- asked all the time ------------------------------------------------------------------------------

ok 'a plan' plan busy --shards 12 --phase both
mlmprep run busy -q -j 2 2>stderr &
pid=$!
ok 'while it works, every answer is right' "$python" - $pid <<'END'
import json, os, subprocess, sys
pid, done, answers = int(sys.argv[1]), 0, 0
def works():
    try:
        return open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
while True:
    last = not works()
    state = json.loads(subprocess.run(["mlmprep", "status", "busy", "--json"], check=True,
                                      stdout=subprocess.PIPE).stdout)
    tasks = state["tasks"]
    assert tasks["all"] == 12 == sum(tasks[name] for name in ("done", "running", "missing", "failed"))
    assert tasks["done"] >= done, (tasks, done)
    assert tasks["running"] == len(state["running"]) <= 2, state
    assert tasks["failed"] == 0
    done, answers = tasks["done"], answers + 1
    if last:
        break
assert done == 12, f"after {answers} answers"
END
wait $pid
is 'it ends well' $? 0

# --- what failed before there are tasks ---------------------------------------------------------------

ok 'a plan of too many shards' plan many --shards 100
status_is 'run' 1 mlmprep run -q many
status_is 'status' 0 mlmprep status many
like 'tells why there is no text' "$(cat stdout)" \
    'text +not done: docshard: there are 44 training documents for 100 shards, .*--shards'
ok 'as JSON, too' "$python" -c '
import json, subprocess
state = json.loads(subprocess.check_output(["mlmprep", "status", "--json", "many"]))
stages = {stage["name"]: stage for stage in state["stages"]}
assert "training documents" in stages["text"]["sentence"], stages
assert "sentence" not in stages["vocab"], stages'

# --- what was damaged --------------------------------------------------------------------------------

shards=(sea/shards/*/sea/sea_training_{3,8,9}.hdf5)
rm "${shards[0]}"
printf x | dd of="${shards[1]}" bs=1 seek=2000 conv=notrunc status=none
truncate -s -1 "${shards[2]}"
is 'other sizes are seen' "$(mlmprep missing sea)" 3,9
is 'the last stage is not done then' "$(state 'stages["finish"], s["missing"]')" "('missing', '3,9')"
is 'other bytes are, too, with --check' "$(mlmprep missing sea --check)" 3,8,9
status_is 'run mends them' 0 mlmprep run -q sea
is 'and all is well' "$(mlmprep missing sea --check)" ''
ok 'with the same bytes' diff -r pipe sea/shards

# Markers of other parameters, empty ones and foreign files say nothing.
: >sea/state/task-00001.phase1.json
sed -i 's/"key": "./"key": "x/' sea/state/task-00002.phase1.json
touch sea/state/task-99999.running sea/state/task-x sea/state/task-00000.failed
is 'no marker, no task' "$(mlmprep missing sea)" 1,2
done_testing
