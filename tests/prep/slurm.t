#!/usr/bin/env bash
#
# mlmprep slurm: the script that sends what is missing, carried out with stand-ins for Slurm's
# programs, which note what they are asked for, and the jobs run by hand. tests/slurm has the real
# Slurm.
. "$(dirname "$0")/../support/tap.sh"

# Stand-ins: sbatch notes its arguments, a line each, keeps the job's script and counts.
mkdir "$work/slurm" "$work/sent"
export SLURM_NOTES=$work/sent PATH=$work/slurm:$PATH
cat >"$work/slurm/sbatch" <<'EOF'
#!/bin/sh
number=$(($(cat "$SLURM_NOTES/number" 2>/dev/null || echo 40) + 1))
[ ! -e "$SLURM_NOTES/refuse" ] || { echo 'sbatch: error: no such partition' >&2 && exit 1; }
echo $number >"$SLURM_NOTES/number"
printf '%s\n' "$@" >"$SLURM_NOTES/$number.arguments"
env | grep -E '^(SLURM_ARRAY|SBATCH)' >>"$SLURM_NOTES/environment"
cat >"$SLURM_NOTES/$number.sh"
echo "$number;cluster"
EOF
cat >"$work/slurm/squeue" <<'EOF'
#!/bin/sh
echo "$*" >>"$SLURM_NOTES/squeue"
[ ! -e "$SLURM_NOTES/broken" ] || exit 1
cat "$SLURM_NOTES/queue" 2>/dev/null || true
EOF
cat >"$work/slurm/scontrol" <<'EOF'
#!/bin/sh
case $1 in
show) printf 'MaxArrayLimit    = 99\nMaxArraySize            = %s\nMaxDBDMsgs\n' "$(cat "$SLURM_NOTES/most")" ;;
*) echo "$*" >>"$SLURM_NOTES/scontrol" ;;
esac
EOF
chmod +x "$work"/slurm/*

# sent NUMBER: the arguments of a job, on one line. begin: everything is forgotten.
sent() { tr '\n' ' ' <"$work/sent/$1.arguments" | sed 's/ $//'; }
begin() { rm -rf "$work"/sent/* && echo 1001 >"$work/sent/most"; }
# job NUMBER: runs the script of a job.
job() { sh "$work/sent/$1.sh"; }
begin

# A folder whose name has all that a shell and Slurm could take for something else.
folder="$work/it's \"odd\" \$x %j"
status_is 'a plan' 0 mlmprep init "$folder" --source-kind sentences --source "$sample/sample.txt" \
    --shards 5 --corpus odd --vocab "$sample/vocab.txt"

# --- what is sent -----------------------------------------------------------------------------------

status_is 'a script' 0 mlmprep slurm "$folder" --mem 2G --time 1:00:00 -- --account 'a b'
cp "$work/stdout" "$work/script"
ok 'is one of a shell' sh -n "$work/script"
is 'nothing was sent by that' "$(ls "$work/sent")" most
status_is 'it runs' 0 sh "$work/script"
is 'and prints the jobs' "$(cat "$work/stdout")" $'41 prepare\n42 tasks 0-4\n43 finish'
common='--parsable --requeue --open-mode=append --kill-on-invalid-dep=yes --cpus-per-task=1 --mem=2G --time=1:00:00 --account a b'
is 'the first makes text and vocabulary' "$(sent 41)" \
    "$common --output=${folder//%/%%}/log/slurm-%j-prepare.log --job-name=mlmprep-run --chdir=$folder"
is 'the tasks are for after it' "$(sent 42)" \
    "$common --dependency=afterok:41 --output=${folder//%/%%}/log/slurm-%A_%a.log --array=0-4 --job-name=mlmprep-task --chdir=$folder"
is 'the last is for after them, whatever became of them' "$(sent 43)" \
    "$common --dependency=afterany:42 --output=${folder//%/%%}/log/slurm-%j-finish.log --job-name=mlmprep-finish --chdir=$folder"
ok 'jobs have a place for their logs' test -d "$folder/log"

# --- what the jobs do -------------------------------------------------------------------------------

export SLURM_JOB_ID=41
status_is 'the first job' 0 job 41
ok 'there is a vocabulary' test -s "$folder/vocab.txt"
for i in 0 1 3; do
    SLURM_ARRAY_JOB_ID=42 SLURM_ARRAY_TASK_ID=$i status_is "task $i" 0 job 42
done
status_is 'the last job with tasks missing' 4 job 43
like 'says which' "$(cat "$work/stderr")" '\b2,4\b'

begin
status_is 'what is missing is sent' 0 mlmprep slurm "$folder" --submit --cpus-per-task 3 \
    --prepare '--mem 9G' --finish "--comment 'the end'"
is 'no more than that' "$(cat "$work/stdout")" $'41 tasks 2,4\n42 finish'
like 'with the options of all jobs' "$(sent 41)" ' --cpus-per-task=3 --output=.* --array=2,4 '
like 'and of the last' "$(sent 42)" ' --cpus-per-task=3 --comment the end --dependency=afterany:41 '
begin
status_is 'an array cannot have an index of 4' 0 mlmprep slurm "$folder" --submit --array-limit 2
is 'so there are two' "$(cat "$work/stdout")" $'41 tasks 2\n42 tasks 4\n43 finish'
like 'each begins with 0' "$(sent 41)$(sent 42)" ' --array=0 .* --array=0 '
like 'the last waits for both' "$(sent 43)" ' --dependency=afterany:41:42 '
for i in 41 42; do
    SLURM_ARRAY_JOB_ID=$i SLURM_ARRAY_TASK_ID=0 status_is "job $i makes its task" 0 job $i
done
is 'nothing is missing' "$(mlmprep missing "$folder")" ''
begin
echo 3 >"$work/sent/most"
rm "$folder"/state/task-00001.*
status_is "the cluster's own limit" 0 mlmprep slurm "$folder" --submit
is 'is asked for' "$(cat "$work/stdout")" $'41 tasks 1\n42 finish'
like 'and counts' "$(sh -c 'cat "$1"/41.*' sh "$work/sent")" 'array=1'
begin
status_is 'without it 1000' 0 mlmprep slurm "$folder" --threads 7
like 'which is told' "$(cat "$work/stdout")" "indices are below 1000\."
like 'and so many threads' "$(cat "$work/stdout")" ' --threads 7 '
mlmprep task -q "$folder" --task 1
status_is 'when all tasks are done' 0 mlmprep slurm "$folder" --submit
is 'the end is left' "$(cat "$work/stdout")" '41 finish'
unlike 'which waits for nothing' "$(sent 41)" dependency
status_is 'the last job' 0 job 41
ok 'makes the data set whole' test -s "$folder"/shards/*/odd/dataset.json
begin
status_is 'a data set that is whole' 0 mlmprep slurm "$folder" --submit
is 'nothing is sent' "$(cat "$work/stdout")$(ls "$work/sent")" most
like 'nothing is missing' "$(cat "$work/stderr")" "^mlmprep slurm: nothing is missing of '"
is 'nothing is printed' "$(mlmprep slurm -q "$folder" 2>&1)" ''

# --- what is in the queue ---------------------------------------------------------------------------

begin
rm "$folder"/state/task-00001.*
printf '%s\n' '12|mlmprep-task|/elsewhere/' "13|bash|$folder/" "14|mlmprep-task|$folder/" \
    "14|mlmprep-task|$folder/" "15|mlmprep-finish|$folder/" "16|mlmprep-task|$folder-2/" \
    >"$work/sent/queue"
status_is 'jobs of the folder are in the queue' 75 mlmprep slurm "$folder" --submit
like 'which is told' "$(cat "$work/stderr")" "^mlmprep slurm: error: jobs of '.*' are in the queue: \
14 15; wait for them, or end them with scancel$"
ok 'nothing is sent' test ! -e "$work/sent/number"
sed -i /1[45]/d "$work/sent/queue"
status_is 'others are no matter' 0 mlmprep slurm "$folder" --submit
begin
SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=3 SBATCH_ARRAY_INX=1-5 \
    status_is 'sent by a job of an array' 0 mlmprep slurm "$folder" --submit
is 'which is no matter' "$(cat "$work/sent/environment")" ''
begin
touch "$work/sent/refuse"
status_is 'Slurm refuses' 1 mlmprep slurm "$folder" --submit
is 'its reason is told' "$(cat "$work/stderr")" 'mlmprep slurm: error: sbatch: error: no such partition'
is 'and no job' "$(cat "$work/stdout")" ''

begin
touch "$work/sent/broken"
status_is 'the queue cannot be asked for' 1 mlmprep slurm "$folder" --submit
ok 'nothing is sent then' test ! -e "$work/sent/number"
mkdir "$work/a\\b"
mlmprep init -q "$work/a\\b/c" --source "$sample/sample.xml" --vocab "$sample/vocab.txt"
status_is 'a backslash in the name' 2 mlmprep slurm "$work/a\\b/c"
like 'is refused' "$(cat "$work/stderr")" 'has a backslash in it.*rename the folder$'

# --- another time -----------------------------------------------------------------------------------

begin
mlmprep slurm "$folder" --submit --retries 1 >/dev/null
sed "s|^.* task .*|(exit \$code) \|\| status=\$?|" "$work/sent/41.sh" >"$work/job"
echo RUNNING >"$work/sent/queue"
export SLURM_ARRAY_JOB_ID=41 SLURM_ARRAY_TASK_ID=1
code=75 status_is 'a job that ends with 75' 75 sh "$work/job"
is 'asks after itself, not after its array' "$(tail -n 1 "$work/sent/squeue")" \
    '--noheader --jobs=41_1 --format=%T'
is 'and starts again' "$(cat "$work/sent/scontrol")" 'requeue 41_1'
unset SLURM_ARRAY_JOB_ID SLURM_ARRAY_TASK_ID
code=75 status_is 'one that is in no array' 75 sh "$work/job"
is 'starts again' "$(tail -n 1 "$work/sent/scontrol")" 'requeue 41'
rm "$work/sent/scontrol"
SLURM_RESTART_COUNT=1 code=75 status_is 'not for ever' 75 sh "$work/job"
code=3 status_is 'one that fails for good' 3 sh "$work/job"
code=0 status_is 'one that is done' 0 sh "$work/job"
echo COMPLETING >"$work/sent/queue"
code=75 status_is 'one that was cancelled' 75 sh "$work/job"
ok 'do not' test ! -e "$work/sent/scontrol"
sed "s|^.* task .*|kill -TERM \$\$; status=75|" "$work/sent/41.sh" >"$work/job"
status_is 'a job that is told to stop waits for its tools' 75 sh "$work/job"

# --- wrong usage ------------------------------------------------------------------------------------

status_is 'no folder' 2 mlmprep slurm
status_is 'two folders' 2 mlmprep slurm "$folder" "$folder"
like 'two folders: what to do' "$(cat "$work/stderr")" 'options of sbatch stand behind --'
status_is 'a folder without a plan' 2 mlmprep slurm "$work/slurm"
status_is 'a line end in an option' 2 mlmprep slurm "$folder" -- --comment $'a\nb'
done_testing
