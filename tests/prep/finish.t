#!/usr/bin/env bash
#
# mlmprep finish: trusts no task, writes what one pipe would have written, uploads it last.
. "$(dirname "$0")/../support/tap.sh"
. tests/prep/task_support.sh
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret

# done_tasks DIR [OPTION]...: a plan whose tasks are all done, and nothing is finished.
done_tasks() {
    plan "$@" && mlmprep run -q --until tasks "$1" >/dev/null
}
finish() { status_is "$2" "$1" mlmprep finish "${@:3}"; }
# lists DIR: its dataset.json files.
lists() { find "$1" -name dataset.json; }
# state DIR: everything that is to be the same in the end, with what it holds.
contents() { (cd "$1" && find shards -type f -exec sha256sum {} + | sort); }

# --- a whole one ------------------------------------------------------------------------------------

done_tasks "$work/run" --phase both --bucket "file://$work/bucket" || diag 'no tasks'
one_pipe "$work/one" "$work/run/text"
is 'tasks write no list' "$(lists "$work/run")" ''
rm -f "$work/run/report.json"
touch "$work/run/shards/.mlmprep-1-0.tmp" # what a killed process has left
finish 0 'both phases' "$work/run"
ok 'shards and dataset.json are those of one pipe, byte for byte' diff -r "$work/one" "$work/run/shards"
ok 'so is what is in the bucket' diff -r "$work/one" "$work/bucket"
like 'a line tells of it' "$(cat "$work/stderr")" \
    "^mlmprep finish: finished: 12 shards, [0-9]+ rows, [0-9.]+ MiB, in file://$work/bucket\$"
is 'work/ is empty' "$(ls "$work/run/work")" ''
ok 'there is the report of the whole' "$python" -c '
import json, sys
report = json.load(open(sys.argv[1] + "/report.json"))
assert [stage["name"] for stage in report["stages"]][-2:] == ["tasks", "finish"], report
assert report["tasks"] == {"all": 6, "done": 6} and report["counts"]["documents"] > 0' "$work/run"
ok 'markers tell of each phase' "$python" -c '
import hashlib, json, sys
for phase in 1, 2:
    marker = json.load(open(f"{sys.argv[1]}/state/finish.phase{phase}.json"))
    file, = marker["files"]
    content = open(sys.argv[1] + "/" + file["path"], "rb").read()
    assert hashlib.sha256(content).hexdigest() == file["sha256"]
    assert marker["details"]["rows"] == json.loads(content)["rows"]
    assert marker["details"]["shards"] == 6
    assert marker["details"]["tools"][0]["name"] == "s3sync"' "$work/run"
contents "$work/run" >"$work/before"
finish 0 'again' "$work/run"
like 'it was done' "$(cat "$work/stderr")" '^mlmprep finish: was finished already, all of it verified again: 12 shards'
cmp_files 'nothing changes' <(contents "$work/run") "$work/before"
rm "$work"/bucket/*/wiki/{wiki_training_1.hdf5,dataset.json}
finish 0 'what the bucket lost' -q "$work/run"
ok 'is there again' diff -r "$work/one" "$work/bucket"
is '-q says nothing' "$(cat "$work/stderr")" ''
status_is 'missing' 0 mlmprep missing "$work/run"
is 'nothing is missing' "$(cat "$work/stdout")" ''
rm "$(lists "$work/run" | head -n 1)"
finish 0 'a list that is gone' --threads 1 "$work/run"
ok 'is written again' diff -r "$work/one" "$work/run/shards"
finish 0 'with a report' "$work/run" --report "$work/report"
ok 'which counts' "$python" -c '
import json, sys
counts = json.load(open(sys.argv[1]))["counts"]
assert counts["shards"] == 12 and counts["moved_rows"] == 0 and counts["rows"] > 0, counts' "$work/report"

# --- what is missing or damaged ---------------------------------------------------------------------

cp -r "$work/run" "$work/bad"
spoil "$(shard "$work/bad" wiki_training_1)"
spoil "$(shard "$work/bad" wiki_training_1 2)"
truncate -s 100 "$(shard "$work/bad" wiki_training_2)"
rm "$(shard "$work/bad" wiki_test_1 2)"
: >"$work/bad/state/task-00003.phase1.json"
finish 4 'damaged, cut, lost, without a marker' "$work/bad"
like 'the sentence lists the tasks' "$(tail -n 1 "$work/stderr")" \
    "^mlmprep finish: error: 4 of 6 tasks are missing or damaged: 1-3,5; make them by 'mlmprep run $work/bad', "
is 'and each shard has a line' "$(sed -n 's/^mlmprep finish: warning: \(task [0-9], phase [0-9]\): .*/\1/p' "$work/stderr" | sort)" \
    'task 1, phase 1
task 1, phase 2
task 2, phase 1
task 3, phase 1
task 5, phase 2'
status_is 'missing lists the same' 0 mlmprep missing "$work/bad"
is 'also what has its size' "$(cat "$work/stdout")" 1-3,5
status_is 'run makes them again, and finishes' 0 mlmprep run -q "$work/bad"
ok 'and all is as it was' diff -r "$work/one" "$work/bad/shards"
"$python" -c '
import json, sys
path = sys.argv[1] + "/state/task-00000.phase1.json"
marker = json.load(open(path))
marker["details"]["manifest"]["shards"][0]["datasets"]["input_ids"] = "0" * 64
json.dump(marker, open(path, "w"))' "$work/bad"
finish 4 'a marker that tells of another dataset' "$work/bad"
like 'the file is read to its datasets' "$(cat "$work/stderr")" "the input_ids of '[^']*/wiki_training_0.hdf5' is not what its marker says"
finish 4 'and again' "$work/bad"
like 'until the task is done' "$(cat "$work/stderr")" 'there is no marker that says that it is made'
status_is 'run makes it' 0 mlmprep run -q "$work/bad"
sed -i 's/"manifest"/"manifesto"/' "$work/bad/state/task-00002.phase1.json"
finish 4 'a marker that does not tell what was made' "$work/bad"
like 'is no use' "$(cat "$work/stderr")" 'task 2, phase 1: its marker does not tell what was made'
status_is 'so that run makes it again' 0 mlmprep run -q "$work/bad"
for kind in 'a link to nothing' 'a pipe'; do
    shard=$(shard "$work/bad" wiki_training_2)
    rm "$shard"
    if [ "$kind" = 'a pipe' ]; then mkfifo "$shard"; else ln -s nowhere "$shard"; fi
    finish 4 "$kind in place of a shard" "$work/bad"
    status_is "$kind is replaced" 0 mlmprep run -q "$work/bad"
    ok 'by the shard' diff -r "$work/one" "$work/bad/shards"
done
list=$(lists "$work/bad" | head -n 1)
rm "$list"
mkfifo "$list"
finish 1 'a pipe for a list' "$work/bad"
like 'is left alone' "$(cat "$work/stderr")" 'is a device, pipe or socket'
status_is 'and nobody waits for its writer' 3 mlmprep verify "$work/bad"
plan "$work/new"
finish 4 'nothing is made' "$work/new"
like 'all is missing' "$(tail -n 1 "$work/stderr")" '6 of 6 tasks are missing or damaged: 0-5; '
done_tasks "$work/wiped"
rm -r "$work/wiped/shards"
finish 4 'all shards are gone' "$work/wiped"
like 'all is missing' "$(tail -n 1 "$work/stderr")" '6 of 6 tasks are missing or damaged: 0-5; '

# --- what is too much -------------------------------------------------------------------------------

for name in wiki_training_9.hdf5 notes_on_training.txt .wiki_training_0.part wiki_test_7.hdf5; do
    foreign=$(dirname "$(shard "$work/run" wiki_test_0)")/$name
    echo foreign >"$foreign"
    rm -f "$(dirname "$foreign")/dataset.json"
    finish 1 "a file '$name'" "$work/run"
    like "a file '$name' is refused" "$(cat "$work/stderr")" "'[^']*/wiki/$name' is not of this data set, and trainers would read it along; remove it"
    is "a file '$name': no list" "$(find "$(dirname "$foreign")" -name dataset.json)" ''
    rm "$foreign"
done
touch "$(dirname "$(shard "$work/run" wiki_test_0)")/notes.txt"
finish 0 'other files are nobody'\''s business' "$work/run"

# --- the bucket -------------------------------------------------------------------------------------

serve none
done_tasks "$work/later" --bucket s3://bucket/p --s3sync '--sagemaker=all.manifest --retry-base-delay 1'
is 'tasks send shards alone' "$(state | grep -c '[.]hdf5$') $(state | grep -c .)" '6 6'
new_log
finish 0 'a bucket' "$work/later"
is 'with a list, and a manifest for SageMaker' "$(state | sed -n 's|.*/||; /hdf5/!p' | sort | tr '\n' ' ')" \
    'all.manifest dataset.json '
is 'shards are not sent again' "$(requests op=PutObject)" 2
like 'dataset.json after all else' "$(grep op=PutObject "$log" | head -n 1)" 'dataset.json'
status_is 'verify agrees' 0 mlmprep verify s3://bucket/p
like 'without reading' "$(cat "$work/stdout")" 'whole; 6 by metadata$'
status_is 'missing' 0 mlmprep missing "$work/later"
is 'nothing is missing' "$(cat "$work/stdout")" ''
done_tasks "$work/phases" --phase both --bucket s3://bucket/phases --s3sync '--sagemaker-manifest sub/all.manifest'
finish 0 'two phases' "$work/phases"
is 'have a manifest each' "$(state | sed -n '/\/phases\//!d; s|.*/phases/||; s|hdf5_.*/||; /hdf5/!p' | sort | tr '\n' ' ')" \
    'dataset.json dataset.json sub/all.phase1.manifest sub/all.phase2.manifest '
steps 'OP=List* answer 503 code=SlowDown'
cp -r "$work/later" "$work/slow"
sed -i 's/"--retry-base-delay",/"--max-attempts", "2", &/' "$work/slow/run.json"
finish 75 'a server that is busy' "$work/slow"
steps ok
done_tasks "$work/end" --upload finish --bucket "file://$work/end.bucket"
ok 'nothing is there before the end' test ! -e "$work/end.bucket"
finish 0 'all at the end' "$work/end"
ok 'all is there' diff -r "$work/end/shards" "$work/end.bucket"
done_tasks "$work/away" --bucket "file://$work/away.bucket" --upload finish
touch "$work/away.bucket"
finish 1 'a bucket that cannot be' "$work/away"
like 's3sync says why' "$(cat "$work/stderr")" "^mlmprep finish: error: .*away.bucket"
is 'there is no marker' "$(find "$work/away/state" -name 'finish.phase*')" ''
like 'status knows why' "$(mlmprep status "$work/away")" 'finish +not done: .*away.bucket'
rm "$work/away.bucket"
finish 0 'a bucket that can' "$work/away"
ok 'is whole' diff -r "$work/away/shards" "$work/away.bucket"
is 'and nothing has failed' "$(find "$work/away/state" -name 'finish.failed')" ''

# --- shards of several corpora ----------------------------------------------------------------------

head -n 300 "$sample/sample.txt" >"$work/wiki_training_0.txt"
tail -n 300 "$sample/sample.txt" >"$work/books_training_1.txt"
tail -n 200 "$sample/sample.txt" >"$work/books_training_0.txt"
head -n 100 "$sample/sample.txt" >"$work/wiki_test_0.txt"
files=("$work"/{wiki_test_0,books_training_1,wiki_training_0,books_training_0}.txt)
mlmprep init -q "$work/several" --source-kind shards "${files[@]/#/--source=}" --vocab "$sample/vocab.txt"
mlmprep run -q --until tasks "$work/several" >/dev/null
wpiece --vocab "$sample/vocab.txt" "${files[@]}" | mkmlm | h5pack -q -o "$work/pipe" >/dev/null
finish 0 'two corpora' "$work/several"
ok 'each has its list, in the order of the sources' diff -r "$work/pipe" "$work/several/shards"

# --- who comes at the same time ---------------------------------------------------------------------

exec {lock}<>"$work/run/lock"
flock "$lock"
finish 75 'another one has the lock' "$work/run"
exec {lock}>&-
finish 2 'a folder without a plan' "$work/one"
finish 2 'a plan is no option' "$work/run" --shards 3
finish 2 'no folder'
done_testing
