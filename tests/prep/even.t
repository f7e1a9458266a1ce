#!/usr/bin/env bash
#
# mlmprep finish --even: equal shards, by moving rows or by cutting off what is too much; killed at any
# moment it goes on.
. "$(dirname "$0")/../support/tap.sh"
. tests/prep/task_support.sh

# Shards of several chunks.
for i in 0 1 2 3; do
    for _ in $(seq $((i == 2 ? 5 : i + 2))); do
        tail -n +$((i * 40 + 1)) "$sample/sample.txt"
        echo
    done >"$work/c_training_$i.txt"
done
tail -n 300 "$sample/sample.txt" >"$work/c_test_0.txt"
tail -n 200 "$sample/sample.txt" >"$work/c_test_1.txt"
sources=()
for file in "$work"/c_training_*.txt "$work"/c_test_*.txt; do sources+=(--source "$file"); done
# plan_even DIR [OPTION]...
plan_even() {
    mlmprep init -q "$1" --source-kind shards "${sources[@]}" --vocab "$sample/vocab.txt" "${@:2}"
}
plan_even "$work/made"
mlmprep run -q --until tasks "$work/made" >/dev/null || diag 'no tasks'
set_folder=$(echo "$work"/made/shards/*/c)
set_folder=${set_folder#"$work/made/"}
copy() {
    copy=$work/$1
    rm -rf "$copy"
    cp -r "$work/made" "$copy"
}
finish() { status_is "$2" "$1" mlmprep finish "${@:3}"; }
even() { "$python" tests/prep/even_rows.py "$@"; }
# contents DIR: what is to be the same in the end.
contents() { (cd "$1" && find shards -type f -exec sha256sum {} + | sort && ls state); }

# --- moving -----------------------------------------------------------------------------------------

copy move
before=$work/made/$set_folder
finish 0 'rows are moved' "$copy" --even=move
like 'it is told' "$(cat "$work/stderr")" '^mlmprep finish: [0-9]+ rows went from longer shards to shorter ones'
ok 'no row is lost, and counts are equal' even move "$before" "$copy/$set_folder"
ok 'whole chunks are the same bytes' even chunks "$before" "$copy/$set_folder"
ok 'the provenance tells it' "$python" -c '
import json, sys
shards = json.load(open(sys.argv[1] + "/dataset.json"))["provenance"]["shards"]
assert shards == {"format": "hdf5", "compression": "huffman", "even": "move"}, shards' "$copy/$set_folder"
status_is 'h5look finds it sound' 0 h5look --verify --trainer horovod "$copy/shards"
status_is 'verify agrees' 0 mlmprep verify "$copy"
status_is 'missing' 0 mlmprep missing --check "$copy"
is 'no task is missing' "$(cat "$work/stdout")" ''
contents "$copy" >"$work/moved"
finish 0 'again' "$copy" --even=move
like 'nothing is done' "$(cat "$work/stderr")" 'was finished already'
cmp_files 'nothing changes' <(contents "$copy") "$work/moved"
finish 0 'without the option' "$copy"
cmp_files 'they stay equal' <(contents "$copy") "$work/moved"
for way in trim no; do
    finish 2 "another way, $way" "$copy" --even=$way
    like "$way is refused, with advice" "$(cat "$work/stderr")" 'were made equal by --even=move, .* run --until tasks'
done
status_is 'run' 0 mlmprep run -q "$copy"
cmp_files 'run finds all done' <(contents "$copy") "$work/moved"
ok 'the report has what the tasks took, and the rows as they are' "$python" - "$copy" <<'END'
import glob, json, sys
report = json.load(open(sys.argv[1] + "/report.json"))
assert report["counts"]["documents"] > 0 and report["counts"]["text_bytes"] > 0, report["counts"]
dataset = json.load(open(glob.glob(sys.argv[1] + "/shards/*/c/dataset.json")[0]))
assert report["phases"][0]["rows"] == dataset["rows"], report["phases"]
assert report["phases"][0]["bytes"] == sum(shard["bytes"] for shard in dataset["shards"])
tasks = next(stage for stage in report["stages"] if stage["name"] == "tasks")
assert {tool["name"] for tool in tasks["tools"]} == {"wpiece", "mkmlm", "h5pack"}, tasks
assert report["slowest_tasks"][0]["seconds"] > 0
END
for threads in 1 3; do
    cp -r "$work/made" "$work/threads.$threads"
    finish 0 "with --threads $threads" "$work/threads.$threads" --even=move --threads $threads
    cmp_files "the same bytes" <(contents "$work/threads.$threads") "$work/moved"
done

# Of a shard that is damaged later, its task makes what it was, and finish what it became.
for shard in c_training_0 c_training_2 c_test_1; do
    spoil "$copy/$set_folder/$shard.hdf5"
    finish 4 "$shard is damaged" "$copy"
    status_is "$shard is made again" 0 mlmprep run -q "$copy"
    cmp_files "$shard became what it was" <(contents "$copy") "$work/moved"
done
rm "$copy/state/task-00001.phase1.json"
status_is 'a marker of what a task made is lost' 0 mlmprep missing "$copy"
is 'its task counts as missing' "$(cat "$work/stdout")" 1
status_is 'it is made again' 0 mlmprep run -q "$copy"
ok 'and became what it was' diff -r "$copy/shards" "$work/threads.1/shards"
rm "$copy/state/even-phase1.rows"
spoil "$copy/$set_folder/c_training_2.hdf5"
finish 4 'a shard that gave rows is damaged, and the rows are lost' "$copy"
status_is 'it is made again' 0 mlmprep run -q "$copy"
contents "$copy" | grep -v even-phase1.rows >"$work/now"
cmp_files 'which needs no rows' <(grep -v even-phase1.rows "$work/moved") "$work/now"
spoil "$copy/$set_folder/c_training_0.hdf5"
finish 4 'one that took rows is damaged' "$copy"
status_is 'it cannot be made again' 1 mlmprep run -q "$copy"
like 'advice is given' "$(cat "$work/stderr")" "even-phase1.rows', which holds the rows that move between shards, is missing"
rm -r "$copy/shards"
status_is 'the advice is followed' 0 mlmprep run -q "$copy"
cmp_files 'and all is as it was' <(contents "$copy") "$work/moved"
rm -r "$copy/shards"
status_is 'shards are made again' 0 mlmprep run -q --until tasks "$copy"
finish 0 'so that another way is open' "$copy" --even=trim
ok 'and gone' even trim "$before" "$copy/$set_folder"

# --- trimming ---------------------------------------------------------------------------------------

copy trim
finish 0 'rows are cut off' "$copy" --even=trim
like 'a warning counts them' "$(cat "$work/stderr")" 'warning: [0-9]+ rows were cut off to make shards equal'
ok 'each shard is the beginning of what it was' even trim "$before" "$copy/$set_folder"
ok 'whole chunks are the same bytes' even chunks "$before" "$copy/$set_folder"
status_is 'h5look finds it sound' 0 h5look --verify "$copy/shards"
contents "$copy" >"$work/trimmed"
finish 0 'again' "$copy" --even=trim
cmp_files 'nothing changes' <(contents "$copy") "$work/trimmed"
finish 2 'the other way' "$copy" --even=move

# --- by the plan, in a bucket, and what cannot be ---------------------------------------------------

plan_even "$work/planned" --even move --bucket "file://$work/bucket" --phase both
status_is 'a plan with --even move' 0 mlmprep run -q "$work/planned"
ok 'its shards are equal' even move "$before" "$work/planned/$set_folder"
ok 'in the bucket, too' diff -r "$work/planned/shards" "$work/bucket"
is 'in both phases' "$(grep -l '"even":"move"' "$work"/bucket/*/c/dataset.json | wc -l)" 2
finish 2 'the plan decides' "$work/planned" --even=trim
like 'and is named' "$(cat "$work/stderr")" 'the plan of this folder says --even=move'
plan_even "$work/each" --bucket "file://$work/each.bucket"
mlmprep run -q --until tasks "$work/each" >/dev/null
finish 0 'after tasks have uploaded theirs' "$work/each" --even=move
ok 'the bucket has the equal ones' diff -r "$work/each/shards" "$work/each.bucket"
status_is 'missing' 0 mlmprep missing "$work/each"
is 'no task is to upload again' "$(cat "$work/stdout")" ''
plan_even "$work/late" --bucket "file://$work/late.bucket"
status_is 'a set that is finished and in its bucket' 0 mlmprep run -q "$work/late"
finish 0 'can be made equal later' "$work/late" --even=trim
ok 'the bucket has the equal ones' diff -r "$work/late/shards" "$work/late.bucket"
sources=(--source "$work/c_training_0.txt" --source "$work/c_test_0.txt")
plan_even "$work/alone" --even move
status_is 'one shard of each kind' 0 mlmprep run -q "$work/alone"
is 'is equal to itself' "$(grep -c even "$work"/alone/shards/*/c/dataset.json)" 0
for method in none zlib:3; do
    mlmprep init -q "$work/$method" --source-kind shards --source "$work/c_training_0.txt" \
        --source "$work/c_training_3.txt" --vocab "$sample/vocab.txt" --h5pack "--compress $method"
    mlmprep run -q --until tasks "$work/$method" >/dev/null
    cp -r "$work/$method/shards" "$work/$method.before"
    finish 0 "shards of --compress $method" "$work/$method" --even=move
    ok 'are made equal' even move "$work/$method.before"/*/c "$work/$method"/shards/*/c
    ok 'with the same chunks' even chunks "$work/$method.before"/*/c "$work/$method"/shards/*/c
done

# --- killed -----------------------------------------------------------------------------------------

# ends_the_same NAME WAY
ends_the_same() {
    local wanted=$work/moved
    [ "$2" = move ] || wanted=$work/trimmed
    finish 0 "$1: it is finished" "$copy" --even="$2"
    cmp_files "$1: it ended the same" <(contents "$copy") "$wanted"
}
# killed_at CALL WAY: at that call which makes a change; false when it was killed.
killed_at() {
    local calls=rename,renameat,renameat2,fsync,unlink,unlinkat,ftruncate
    # The search for leaks does not work under strace.
    (ASAN_OPTIONS=detect_leaks=0 strace -f -o /dev/null -e trace=$calls -e "inject=$calls:signal=KILL:when=$1" \
        mlmprep finish -q "$copy" --even="$2"; exit $?) >/dev/null 2>&1
}

if ! command -v strace >/dev/null || ! strace -f -o /dev/null true 2>/dev/null; then
    skip 'killed at each change' 'there is no strace that works here'
else
    for way in move trim; do
        # Again and again, a little later each time, until there is nothing left to be killed in.
        copy killed
        kills=0
        for ((call = 1; call < 400; call += 2)); do
            killed_at $call $way && break
            kills=$((kills + 1))
        done
        ok "$way, killed $kills times: it comes to its end" test "$kills" -gt 3 -a "$call" -lt 400
        ends_the_same "$way, killed again and again" $way
        for ((call = 2; call < 60; call += 7)); do
            copy killed
            killed_at $call $way
            ends_the_same "$way, killed at change $call" $way
        done
    done
fi
# Told to stop in the middle: it is not long until it does, and nothing is left behind.
copy stopped
if command -v strace >/dev/null && strace -f -o /dev/null true 2>/dev/null; then
    (ASAN_OPTIONS=detect_leaks=0 strace -f -o /dev/null -e trace=openat -P "$copy/$set_folder/c_training_2.hdf5" \
        -e inject=openat:signal=TERM:when=4 mlmprep finish -q "$copy" --even=move; exit $?) >"$work/messages" 2>&1
    is 'stopped in the middle: by the signal' $? 143
    is 'no temporary file is left' "$(find "$copy" -name '*.tmp')" ''
    ends_the_same 'stopped' move
fi
# At moments of the clock, wherever they fall.
for way in move trim; do
    copy killed
    for milliseconds in 1 4 9 16 25 36 49 64; do
        mlmprep finish -q "$copy" --even=$way >/dev/null 2>&1 &
        sleep "0.0$(printf %02d $milliseconds)"
        { kill -KILL $! && wait $!; } 2>/dev/null
    done
    ends_the_same "$way, killed by the clock" $way
done

# A full disk: nothing is lost, and there is a sentence.
copy full
(
    ulimit -f 8
    exec mlmprep finish "$copy" --even=move
) >"$work/stdout" 2>"$work/stderr"
is 'files may not grow' $? 1
like 'the sentence says so' "$(cat "$work/stderr")" '^mlmprep finish: error: .*File too large'
finish 0 'they may again' "$copy" --even=move
cmp_files 'all is as it would have been' <(contents "$copy") "$work/moved"
done_testing
