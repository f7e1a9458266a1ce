#!/usr/bin/env bash
#
# mlmprep task: shards one by one, in any order, several copies at once and over damage; what comes out
# is what one pipe makes of all.
. "$(dirname "$0")/../support/tap.sh"
. "$(dirname "$0")/task_support.sh"

wiki=$work/wiki
task() { mlmprep task "$wiki" --task "$@"; }

# --- before there is anything to do ----------------------------------------------------------------

ok 'a plan' plan "$wiki" --phase both
status_is 'a task without text' 1 task 3
is 'says what is to be done' "$(cat "$work/stderr")" "mlmprep task: error: text and vocabulary for the \
tasks of '$wiki' are not made yet; 'mlmprep run $wiki --until vocab' does that"
like 'and leaves a note' "$(cat "$wiki/state/task-00003.failed")" 'are not made yet.*"exit": 1.*"attempts": 1'
status_is 'no task' 2 mlmprep task "$wiki"
like 'is told' "$(cat "$work/stderr")" 'which task\? give --task with a number from 0 to 5, or '
for number in 6 x -1 1x '' 18446744073709551616; do
    status_is "--task '$number'" 2 mlmprep task "$wiki" "--task=$number"
done
status_is 'a number too large' 2 task 6
is 'is told with those there are' "$(cat "$work/stderr")" \
    'mlmprep task: error: there is no task 6; the plan has the tasks 0 to 5'
status_is 'an offset that leads too far' 2 task 3 --offset 3
is 'names both' "$(cat "$work/stderr")" \
    'mlmprep task: error: there is no task 3 + 3; the plan has the tasks 0 to 5'
status_is 'no folder' 2 mlmprep task "$work/none" --task 0
status_is 'text and vocabulary' 0 mlmprep run -q "$wiki" --until vocab
one_pipe "$work/one" "$wiki/text"

# --- one by one -------------------------------------------------------------------------------------

for number in 3 0 5 1 4 2; do
    status_is "task $number" 0 task $number
    like "task $number: one line" "$(cat "$work/stderr")" "^mlmprep task: task $number is done, in [0-9.]+ s\$"
done
ok 'six tasks make what one pipe does' same_as "$wiki" "$work/one"
is 'the note of a failure is gone' "$(find "$wiki/state" -type f ! -name '*.json')" ''
is 'nothing is left in work/' "$(ls -A "$wiki/work")" ''
like 'the log has the tools and what they say' "$(cat "$wiki/log/task-00003.log")" \
    'wpiece .* \| mkmlm .* --phase 1 \| h5pack .*h5pack: warning: .*--phase 2'
find "$wiki/shards" "$wiki/state" -type f -printf '%p %T@ %i\n' | sort >"$work/before"
for number in 0 1 2 3 4 5; do
    status_is "task $number again" 0 task $number --check
    is "task $number is done already" "$(cat "$work/stderr")" "mlmprep task: task $number is done already"
done
find "$wiki/shards" "$wiki/state" -type f -printf '%p %T@ %i\n' | sort >"$work/after"
cmp_files 'nothing was touched' "$work/after" "$work/before"
is '--quiet says nothing' "$(task 0 --quiet 2>&1)" ''

# --- an engine's number -----------------------------------------------------------------------------

lose() { rm -f "$(shard "$wiki" "$1" "${2:-1}")"; }
for variable in SLURM_ARRAY_TASK_ID AWS_BATCH_JOB_ARRAY_INDEX JOB_COMPLETION_INDEX; do
    lose wiki_training_2
    lose wiki_test_0
    env $variable=2 mlmprep task -q "$wiki" --task auto
    env $variable=1 mlmprep task -q "$wiki" --task auto --offset 3
    ok "$variable, with an offset and without" same_as "$wiki" "$work/one"
done
status_is 'auto without an engine' 2 task auto
SLURM_ARRAY_TASK_ID=6 status_is 'an index beyond the last task' 2 task auto

# --- several at once --------------------------------------------------------------------------------

rm -rf "$wiki"/shards/* "$wiki"/state/task-*
jobs=()
for number in 0 1 2 3 4 5 0 1 2 3 4 5; do
    mlmprep task -q "$wiki" --task $number --threads 1 &
    jobs+=($!)
done
failed=0
for job in "${jobs[@]}"; do wait "$job" || failed=$((failed + 1)); done
is 'two copies of each task at the same time' $failed 0
ok 'make what one pipe does' same_as "$wiki" "$work/one"
is 'and leave nothing else' "$(find "$wiki/work" "$wiki/state" -mindepth 1 ! -name '*.json')" ''

# --- damage -----------------------------------------------------------------------------------------

spoil "$(shard "$wiki" wiki_training_1)"
is 'a byte of a shard is not seen at a look' "$(task 1 2>&1)" 'mlmprep task: task 1 is done already'
status_is 'but by --check' 0 task 1 --check
ok 'which makes it again' same_as "$wiki" "$work/one"
truncate -s -1 "$(shard "$wiki" wiki_training_1 2)"
status_is 'a shard cut short' 0 task 1
ok 'is seen and made again' same_as "$wiki" "$work/one"

marker=$wiki/state/task-00002.phase1.json
cp "$marker" "$work/marker"
damage() {
    case $1 in
    empty) : ;;
    half) head -c 100 "$work/marker" ;;
    changed) tr a b <"$work/marker" ;;
    other) echo '[]' ;;
    esac >"$marker"
}
for kind in empty half changed other; do
    damage $kind
    like "a marker that is $kind" "$(task 2 2>&1)" 'task 2 is done, in '
    ok 'is written again' same_as "$wiki" "$work/one"
done

# A list of shards is only right as long as these are.
set=$(dirname "$(shard "$wiki" wiki_training_1)")
touch "$set/dataset.json" "$(dirname "$(shard "$wiki" wiki_training_1 2)")/dataset.json"
rm "$marker"
task 2 -q
ok 'a shard that was right does not take the list away' test -e "$set/dataset.json"
truncate -s -1 "$(shard "$wiki" wiki_training_1)"
task 1 -q
ok 'one that is replaced does' test ! -e "$set/dataset.json"
touch "$set/dataset.json"
lose wiki_training_3
task 3 -q
ok 'and so does one that was missing' test ! -e "$set/dataset.json"
ok 'that of the other phase stays' test -e "$(dirname "$(shard "$wiki" wiki_training_1 2)")/dataset.json"
rm "$wiki"/shards/*/wiki/dataset.json

# --- another plan, text or vocabulary ---------------------------------------------------------------

sed 's/"wpiece": *\[\]/"wpiece":["--max-chars-per-word","6"]/' "$wiki/run.json" >"$work/run.json"
not_ok 'options that are others' cmp "$work/run.json" "$wiki/run.json"
cp "$wiki/run.json" "$work/run.before"
cp "$work/run.json" "$wiki/run.json"
for number in 0 1 2 3 4 5; do task $number -q; done
one_pipe "$work/short" "$wiki/text" --max-chars-per-word 6
ok 'make other shards' same_as "$wiki" "$work/short"
cp "$work/run.before" "$wiki/run.json"
for number in 0 1 2 3 4 5; do task $number -q; done
ok 'and back' same_as "$wiki" "$work/one"

cp "$wiki/vocab.txt" "$work/vocab"
sed -i 's/^the$/thy/' "$wiki/vocab.txt"
is 'of a done task the vocabulary is not looked at' "$(task 0 2>&1)" 'mlmprep task: task 0 is done already'
lose wiki_training_0
status_is 'another vocabulary' 1 task 0
is 'is told' "$(cat "$work/stderr")" "mlmprep task: error: '$wiki/vocab.txt' is not the vocabulary of \
this plan any more; 'mlmprep run $wiki --until vocab' tells more"
status_is 'and by the stage, too' 1 mlmprep run -q "$wiki" --until vocab
like 'with what to do' "$(cat "$work/stderr")" "copy it from '$sample/vocab.txt' again, or make a plan "
cp "$work/vocab" "$wiki/vocab.txt"

cp "$wiki/state/text.json" "$work/text.json"
rm "$wiki/text/wiki_training_0.txt"
status_is 'text that is not there' 1 task 0
like 'is told' "$(cat "$work/stderr")" "the text '.*/wiki_training_0.txt' is not there; 'mlmprep run $wiki --until text' "
mlmprep run -q "$wiki" --until vocab
spoil "$wiki/text/wiki_training_0.txt"
status_is 'text that is damaged' 3 task 0
like 'is removed' "$(cat "$work/stderr")" \
    "the text '.*/wiki_training_0.txt' was damaged and is removed; 'mlmprep run $wiki' makes it again"
mlmprep run -q "$wiki" --until vocab
status_is 'made again' 0 task 0
ok 'it is the same' same_as "$wiki" "$work/one"
is 'and its marker' "$(sed '/"details"/,$d' "$wiki/state/text.json")" \
    "$(sed '/"details"/,$d' "$work/text.json")"

# --- shards that were made equal --------------------------------------------------------------------

# even FILE: publishes a marker that says what the shard will be.
even() {
    "$python" -c '
import hashlib, json, os, sys
old, new, file = sys.argv[1:]
marker = json.load(open(old))
content = open(file, "rb").read()
marker["files"][0].update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
json.dump(marker, open(new, "w"))' "$wiki/state/task-00001.phase1.json" \
        "$wiki/state/task-00001.phase1.even.json" "$1"
}
cp "$(shard "$wiki" wiki_training_1)" "$work/before.hdf5"
cp "$(shard "$wiki" wiki_training_2)" "$work/even.hdf5"
even "$work/even.hdf5"
is 'before a shard is made equal' "$(task 1 --check 2>&1)" 'mlmprep task: task 1 is done already'
cp "$work/even.hdf5" "$(shard "$wiki" wiki_training_1)"
is 'and afterwards its task is done' "$(task 1 --check 2>&1)" 'mlmprep task: task 1 is done already'
spoil "$(shard "$wiki" wiki_training_1)"
task 1 -q --check
cmp_files 'a damaged one is made again as it was before' "$(shard "$wiki" wiki_training_1)" "$work/before.hdf5"
rm "$wiki/state/task-00001.phase1.even.json"
# A folder that has the name of a shard.
blocked=$(shard "$wiki" wiki_training_1)
rm "$blocked" && mkdir "$blocked"
status_is 'something in the way' 1 mlmprep task "$wiki" --task 1
like 'is named' "$(cat "$work/stderr")" "'$blocked': Is a directory"
rmdir "$blocked"
status_is 'out of the way' 0 mlmprep task "$wiki" --task 1
done_testing
