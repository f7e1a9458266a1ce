#!/usr/bin/env bash
#
# kill -9 of `mlmprep run`, of its tasks and of the tools at random moments, a hundred times, and as
# many polite signals as there is time for: run again until it is done, the data set is the one of a
# run that nobody disturbed, here and in the bucket, and nothing else is left.
. "$(dirname "$0")/../support/tap.sh"

# The leak check of a sanitizer is a process, too, and waits for ever when half of it is killed.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
# The same choices in every run of this test; when they fall is the machine's.
RANDOM=${KILL_SEED:-20}
# Processes of a sanitizer take their time to start.
kills=${KILLS:-$([ -n "${SANITIZE:-}" ] && echo 10 || echo 100)}
folder="$work/run"
bucket="$work/bucket"

# What a plan has besides.
options=()

init() { # FOLDER BUCKET
    mlmprep init "$1" --quiet --source "$sample/sample.xml" --vocab train --vocab-size 800 --shards 2 \
        --test-shards 1 --phase both --mkmlm '--dupe-factor 1' --bucket "file://$2" "${options[@]}"
}

# listing FOLDER BUCKET: all that a run makes, with its content where it does not tell of the run.
listing() {
    (cd "$1" && find text shards vocab.txt -type f -exec sha256sum {} +
        find . -mindepth 1 ! -path './log/*' ! -path './text/*' ! -path './shards/*' ! -name s3sync.cache \
            -printf '%y %P\n'
        cd "$2" && find . -type f -exec sha256sum {} +) | LC_ALL=C sort
}

# below PROCESS: appends its descendants to $below.
below() {
    local children child
    { read -r -a children <"/proc/$1/task/$1/children"; } 2>/dev/null
    for child in "${children[@]}"; do
        below+=("$child")
        below "$child"
    done
}

# pick NAME...: $blow becomes one of the processes below the run that are called so, or empty.
pick() {
    local process name words found=()
    below=()
    below "$run"
    for process in "${below[@]}"; do
        { mapfile -d '' -t words <"/proc/$process/cmdline"; } 2>/dev/null
        name=${words[0]-}
        # A tool that is just being started still looks like who starts it.
        [ "$name" != mlmprep ] || name=${words[1]-}
        [[ " $* " != *" $name "* ]] || found+=("$process")
    done
    blow=${found[${#found[@]} > 0 ? RANDOM % ${#found[@]} : 0]-}
}

# start OPTION...: `mlmprep run` in the background, as at a prompt; sets $run.
start() {
    set -m
    mlmprep run "$folder" --quiet -j 2 "$@" >"$work/stdout" 2>"$work/stderr" &
    run=$!
    set +m
}

finish_run() {
    status=0
    wait "$run" 2>/dev/null || status=$?
}

# pause MILLISECONDS
pause() {
    sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
}

# quiet: what was killed has taken its children along.
quiet() {
    local tries
    for ((tries = 0; tries < 100; tries++)); do
        # The brackets keep this from finding itself.
        grep -lzE "^$work/[r]un(\$|/)" /proc/[0-9]*/cmdline >/dev/null 2>&1 || return 0
        sleep 0.1
    done
    return 1
}

# disturb: one run, and one blow at a random moment of it. Sets $blow, empty when it came too late,
# and $victim.
disturb() {
    local victims=(run task tool tool all)
    victim=${victims[RANDOM % 5]}
    start --retries 0
    # Rather early: the sooner it falls, the more is left for the next.
    pause $((RANDOM % length * (RANDOM % length) / length))
    blow=
    # Between two tools there is none for a moment.
    while [ -z "$blow" ] && kill -0 "$run" 2>/dev/null; do
        case $victim in
        run) blow=$run ;;
        task) pick task ;;
        tool) pick wikiplain sentsplit docshard wpvocab wpiece mkmlm h5pack s3sync ;;
        all)
            below=()
            below "$run"
            blow="$run ${below[*]}"
            ;;
        esac
        [ -n "$blow" ] || pause 5
    done
    # shellcheck disable=SC2086 # a list of processes
    [ -z "$blow" ] || kill -9 $blow 2>/dev/null || blow=
    finish_run
}

# leave_alone: an undisturbed run by the plan; sets $length, the milliseconds it takes.
leave_alone() {
    local begin whole="$work/whole"
    rm -rf "$whole" "$work/whole-bucket"
    ok 'a plan' init "$whole" "$work/whole-bucket"
    begin=$(date +%s%N)
    status_is 'a run that nobody disturbs' 0 mlmprep run "$whole" --quiet -j 2
    length=$((($(date +%s%N) - begin) / 1000000 + 20))
    listing "$whole" "$work/whole-bucket" >"$work/wanted"
    is 'no task is missing' "$(mlmprep missing "$whole" --check)" ''
    is 'nothing hidden is left' "$(find "$whole" "$work/whole-bucket" -name '.?*')" ''
}

# complete NAME: runs until it is done, and compares.
complete() {
    local tries
    for ((tries = 0; tries < 3; tries++)); do
        # What the killed were still ending when the run before began, this one takes away.
        quiet
        start
        finish_run
        [ $status -ne 0 ] || break
    done
    is "$1: done" $status 0 || diag "$(cat "$work/stderr")"
    ok "$1: no process is left" quiet
    listing "$folder" "$bucket" >"$work/got"
    cmp_files "$1: the same files" "$work/got" "$work/wanted" || diag "$(diff "$work/wanted" "$work/got")"
    is "$1: nothing hidden is left" "$(find "$folder" "$bucket" -name '.?*')" ''
    rm -rf "$folder" "$bucket"
}

# storm KILLS: so many kills, and as many data sets as come of it. A machine that is too slow for
# them does as many as it can in the time there is.
storm() {
    local kills=$1 limit=$((SECONDS + 80)) hits=0 sets=0 rounds wrong='' history=''
    for ((rounds = 0; hits < kills && rounds < 4 * kills && SECONDS < limit; rounds++)); do
        if [ ! -e "$folder" ]; then
            init "$folder" "$bucket" || break
            history=''
        fi
        disturb
        [ -z "$blow" ] || hits=$((hits + 1)) history+="$victim($status) "
        # Killed itself, all done, or to be run again: nothing that was killed is a failure for good.
        case $victim/$status in
        */0 | */75 | run/137 | all/137) ;;
        *) wrong+="$victim: $status: $(cat "$work/stderr")"$'\n' ;;
        esac
        if [ $status -eq 0 ] && [ -n "$history" ]; then
            sets=$((sets + 1))
            complete "data set $sets, after $history"
        elif [ $status -eq 0 ]; then
            rm -rf "$folder" "$bucket"
        fi
    done
    [ ! -e "$folder" ] || complete "the last data set, after $history"
    diag "$hits kills, $sets data sets"
    [ $SECONDS -lt $limit ] || kills=1
    ok 'so many kills' test $hits -ge "$kills"
    is 'a kill is never a failure for good' "$wrong" ''
}

# With every shard made equal to the others at the end, and text that goes when it is used up.
options=(--delete-text --upload finish --even move)
leave_alone
if [ -e "/proc/$$/task/$$/children" ]; then
    storm $((kills / 2))
    options=()
    leave_alone
    storm $((kills / 2))
else
    skip 'kill -9' 'there is no list of children in /proc here'
    options=()
    leave_alone
fi

# Told to stop, by Ctrl-C or by a batch system, it ends by the signal and leaves nothing unfinished.
for signal in INT TERM HUP; do
    ok "$signal: a plan" init "$folder" "$bucket"
    mkdir "$folder/work"
    stopped=0 limit=$((SECONDS + 40))
    for ((rounds = 0; rounds < 40 && stopped < 3 && (stopped == 0 || SECONDS < limit); rounds++)); do
        start --retries 0
        pause $((RANDOM % length))
        # Ctrl-C is for all processes of a terminal.
        if [ $signal = INT ]; then
            kill -INT -- "-$run" 2>/dev/null
        else
            kill "-$signal" "$run" 2>/dev/null
        fi
        finish_run
        if [ $status -ne 0 ]; then
            stopped=$((stopped + 1))
            is "$signal: ends by it" $status $((128 + $(kill -l $signal))) || diag "$(cat "$work/stderr")"
            is "$signal: no work is left" "$(ls -A "$folder/work" 2>&1)" ''
            is "$signal: nothing is said to run" "$(find "$folder" -name '*.running')" ''
            is "$signal: nothing is said to have failed" "$(find "$folder" -name '*.failed')" ''
            is "$signal: nothing hidden is left" "$(find "$folder" "$bucket" -name '.?*' 2>/dev/null)" ''
        else
            complete "$signal"
            init "$folder" "$bucket"
            mkdir "$folder/work"
        fi
    done
    ok "$signal: it came in time" test $stopped -gt 0
    complete "$signal"
done

# A task that is killed is tried again by the same run.
ok 'killed once: a plan' init "$folder" "$bucket"
for ((tries = 0; tries < 20; tries++)); do
    start
    blow=
    while [ -z "$blow" ] && kill -0 "$run" 2>/dev/null; do
        pick task
        [ -n "$blow" ] || pause 5
    done
    [ -z "$blow" ] || ! kill -9 "$blow" 2>/dev/null || break
    finish_run
    rm -rf "$folder" "$bucket"
    init "$folder" "$bucket"
done
finish_run
is 'killed once: the run makes it up' $status 0 || diag "$(cat "$work/stderr")"
complete 'killed once'

# Under an engine SIGTERM means: again, elsewhere.
ok 'a task under an engine: a plan' init "$folder" "$bucket"
status_is 'a task under an engine: text' 0 mlmprep run "$folder" --quiet --until vocab
for ((tries = 0; tries < 20; tries++)); do
    SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=2 mlmprep task "$folder" --task auto >/dev/null 2>"$work/stderr" &
    run=$!
    pause $((RANDOM % (length / 2)))
    kill -TERM $run 2>/dev/null
    finish_run
    [ $status -eq 0 ] || break
    rm -f "$folder"/state/task-00002*
done
# Before it listens to signals it dies by one.
like 'a task under an engine: 75' $status '^(75|143)$' || diag "$(cat "$work/stderr")"
is 'a task under an engine: no work is left' "$(ls -A "$folder/work" 2>&1)" ''
complete 'a task under an engine'
done_testing
