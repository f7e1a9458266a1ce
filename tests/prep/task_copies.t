#!/usr/bin/env bash
#
# mlmprep task under trouble: another copy of the task that is faster, a signal, a death at each point.
# One tool is held up to that end.
. "$(dirname "$0")/../support/tap.sh"
. "$(dirname "$0")/task_support.sh"

wiki=$work/wiki
plan "$wiki" --phase both --delete-text
mlmprep run -q "$wiki" --until vocab
cp -r "$wiki" "$work/fresh"
one_pipe "$work/one" "$wiki/text"
# again: nothing is made of the text that is there.
again() {
    rm -rf "$wiki" "$work/begun" "$work/go"
    cp -r "$work/fresh" "$wiki"
}
# Tells that it has begun, and waits to be let go on, in phase 1.
export HOLD=$work
slow=$(tools_with mkmlm <<'END'
case "$*" in *"--phase 1"*)
    touch "$HOLD/begun"
    for ((i = 0; i < 600; i++)); do
        [ ! -e "$HOLD/go" ] || break
        sleep 0.1
    done
    ;;
esac
exec "$0.real" "$@"
END
)
# begin [NAME=VALUE]... OPTION...: a task with the slow tool, up to the point where it waits.
begin() {
    env "$@" "$slow/mlmprep" task "$wiki" --task 3 >"$work/slow.out" 2>&1 &
    slow_task=$!
    wait_for "$work/begun"
}
# end: lets it go on; sets $status.
end() {
    touch "$work/go"
    status=0
    wait $slow_task 2>/dev/null || status=$?
}
rest() { for task in 0 1 2 3 4 5; do mlmprep task -q "$wiki" --task $task; done; }
state() { find "$wiki/state" -name "*$1*" -printf '%f\n'; }

# --- while it works -----------------------------------------------------------------------------------

begin
like 'a task that runs says so' "$(cat "$wiki/state/task-00003.running")" "\"process\": $slow_task,?"
like 'and is seen to' "$(mlmprep status "$wiki" --json | tr -d ' \n')" '"running":1[,}]'
is 'there is no shard yet' "$(find "$wiki/shards" -name '*.hdf5')" ''
is 'and one folder in work/' "$(find "$wiki/work" -mindepth 1 -maxdepth 1 -type d | wc -l)" 1
end
is 'it ends well' $status 0
is 'and is not running any more' "$(state running)" ''

# --- another copy ---------------------------------------------------------------------------------------

again
begin
status_is 'another copy does not wait' 0 mlmprep task "$wiki" --task 3
ok 'has deleted the text' test ! -e "$wiki/text/wiki_training_3.txt"
touch "$(dirname "$(shard "$wiki" wiki_training_3)")/dataset.json"
find "$wiki/shards" -name '*.hdf5' -printf '%p %T@ %i\n' | sort >"$work/before"
end
is 'the late one does no harm' "$status $(cat "$work/slow.out")" '0 mlmprep task: task 3 is done already'
find "$wiki/shards" -name '*.hdf5' -printf '%p %T@ %i\n' | sort >"$work/after"
cmp_files 'the shards are those of the other' "$work/after" "$work/before"
ok 'the list stays' test -e "$(dirname "$(shard "$wiki" wiki_training_3)")/dataset.json"
is 'no note of a failure' "$(state failed)" ''
rm "$wiki"/shards/*/wiki/dataset.json
rest
ok 'and all are what one pipe makes' same_as "$wiki" "$work/one"

# The other was replaced by an equal shard meanwhile: its marker stands before it.
again
begin
mlmprep task -q "$wiki" --task 3
cp "$work"/one/*_128_*/wiki/wiki_training_0.hdf5 "$(shard "$wiki" wiki_training_3)"
"$python" - "$wiki/state/task-00003.phase1.json" "$(shard "$wiki" wiki_training_3)" <<'END'
import hashlib, json, sys
marker = json.load(open(sys.argv[1]))
content = open(sys.argv[2], "rb").read()
marker["files"][0].update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
json.dump(marker, open(sys.argv[1].replace(".json", ".even.json"), "w"))
END
cp "$work/fresh/text/wiki_training_3.txt" "$wiki/text"
end
is 'late, when shards were made equal already' $status 0
cmp_files 'the equal one stays' "$(shard "$wiki" wiki_training_3)" "$work"/one/*_128_*/wiki/wiki_training_0.hdf5

# --- input that changes ---------------------------------------------------------------------------------

for file in text/wiki_training_3.txt vocab.txt; do
    again
    begin
    echo >>"$wiki/$file"
    end
    is "$file changes meanwhile" $status 1
    like 'is told' "$(cat "$work/slow.out")" "'$wiki/$file' was changed while it was read; run again when "
    is 'there is no shard' "$(find "$wiki/shards" -name '*.hdf5')" ''
done

# --- signals ---------------------------------------------------------------------------------------------

for engine in '' SLURM_JOB_ID=7; do
    again
    begin ${engine:+"$engine"}
    kill -TERM $slow_task
    wanted=143
    [ -z "$engine" ] || wanted=75
    wait $slow_task 2>/dev/null || status=$?
    is "SIGTERM${engine:+ under an engine}" $status $wanted
    like 'is told' "$(cat "$work/slow.out")" '^mlmprep task: error: stopped by a signal'
    is 'and is no failure' "$(state failed)" ''
    is 'nothing is left of it' "$(ls "$wiki/work") $(find "$wiki/shards" -name '*.hdf5') $(state running)" '  '
    ok 'the text is there' test -e "$wiki/text/wiki_training_3.txt"
done
touch "$work/go"
rest
ok 'again' same_as "$wiki" "$work/one"

# --- deaths ---------------------------------------------------------------------------------------------

for tool in wpiece mkmlm h5pack; do
    again
    bad=$(tools_with $tool <<<'kill -9 $$')
    status_is "$tool is killed" 75 "$bad/mlmprep" task "$wiki" --task 3
    like 'is told' "$(cat "$work/stderr")" "^mlmprep task: error: $tool was killed by signal 9"
    is 'nothing is left' "$(ls "$wiki/work") $(find "$wiki/shards" -name '*.hdf5') $(state running)" '  '
    like 'but a note' "$(cat "$wiki/state/task-00003.failed")" '"exit": 75'
    bad=$(tools_with $tool <<<"echo '$tool: error: no luck' >&2; exit 1")
    status_is "$tool fails" 1 "$bad/mlmprep" task "$wiki" --task 3
    is 'with its sentence' "$(cat "$work/stderr")" "mlmprep task: error: $tool: no luck"
done

# The task itself, while it works and between shard, marker and what comes then.
again
begin
kill -9 $slow_task
wait $slow_task 2>"$work/stderr"
is 'a task that is killed leaves a folder' "$(find "$wiki/work" -mindepth 1 -maxdepth 1 -type d | wc -l)" 1
touch "$work/go"
status_is 'another' 0 mlmprep task "$wiki" --task 3
rest
ok 'all are what one pipe makes' same_as "$wiki" "$work/one"
mlmprep run -q "$wiki" --until vocab
is 'the next run takes the folder away' "$(ls -A "$wiki/work")" ''

again
mlmprep task -q "$wiki" --task 3
cp -r "$wiki" "$work/done"
rm "$wiki/state/task-00003.phase1.json"
cp "$work/fresh/text/wiki_training_3.txt" "$wiki/text"
find "$wiki/shards" -name '*.hdf5' -printf '%p %T@ %i\n' | sort >"$work/before"
touch "$(dirname "$(shard "$wiki" wiki_training_3)")/dataset.json"
status_is 'dead between shard and marker' 0 mlmprep task "$wiki" --task 3
find "$wiki/shards" -name '*.hdf5' -printf '%p %T@ %i\n' | sort >"$work/after"
cmp_files 'the shard is not touched again' "$work/after" "$work/before"
ok 'nor is the list' test -e "$(dirname "$(shard "$wiki" wiki_training_3)")/dataset.json"
cp "$work/fresh/text/wiki_training_3.txt" "$wiki/text"
status_is 'dead between marker and deletion' 0 mlmprep task "$wiki" --task 3
ok 'the text goes' test ! -e "$wiki/text/wiki_training_3.txt"

# What fails in the second phase has made the first.
again
bad=$(tools_with mkmlm <<'END'
case "$*" in *"--phase 2"*) exit 1 ;; esac
exec "$0.real" "$@"
END
)
status_is 'a failure in phase 2' 1 "$bad/mlmprep" task "$wiki" --task 3
is 'keeps the shard of phase 1' "$(state phase)" task-00003.phase1.json
bad=$(tools_with mkmlm <<'END'
case "$*" in *"--phase 1"*) exit 1 ;; esac
exec "$0.real" "$@"
END
)
status_is 'which is not made again' 0 "$bad/mlmprep" task "$wiki" --task 3

# --- what cannot be written ----------------------------------------------------------------------------

again
rm -rf "$wiki/shards" && : >"$wiki/shards"
status_is 'a file in the place of shards/' 1 mlmprep task "$wiki" --task 3
like 'is told' "$(cat "$work/stderr")" "'$wiki/shards': Not a directory"
done_testing
