#!/usr/bin/env bash
#
# mlmprep task with a bucket: what goes up, when, under which keys, and what happens when it cannot.
. "$(dirname "$0")/../support/tap.sh"
. "$(dirname "$0")/task_support.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
# objects: keys of the server's objects, sorted.
objects() { state | sed -n 's/^object [0-9]* [0-9a-f]* //p' | LC_ALL=C sort; }

serve none
wiki=$work/wiki
ok 'a plan with a bucket' plan "$wiki" --phase both --bucket s3://bucket/data/wiki --delete-text \
    --s3sync '--max-attempts 2 --retry-base-delay 1 --concurrency 1'
mlmprep run -q "$wiki" --until vocab
cp -r "$wiki/text" "$work/text"

# --- each shard when it is made -------------------------------------------------------------------------

status_is 'a task' 0 mlmprep task "$wiki" --task 1
is 'sends its shards of both phases' "$(objects | grep -c '/wiki_training_1.hdf5$')" 2
is 'and nothing else' "$(objects | wc -l)" 2
ok 'and deletes its text' test ! -e "$wiki/text/wiki_training_1.txt"
new_log
status_is 'again' 0 mlmprep task "$wiki" --task 1 --check
is 'nothing is asked for' "$(requests .)" 0
rm "$wiki/state/task-00001.uploaded.json"
is 'what is not marked is not done' "$(mlmprep missing "$wiki")" 0-5
ok 'is sent again' mlmprep task "$wiki" -q --task 1
is 'as far as it is not there' "$(requests op=PutObject)" 0
is 'and is done' "$(mlmprep missing "$wiki")" 0,2-5

# --- a server that fails ------------------------------------------------------------------------------

steps 'answer 503 code=SlowDown'
status_is 'a server that is too busy' 75 mlmprep task "$wiki" --task 2
like 'is told' "$(cat "$work/stderr")" "^mlmprep task: error: s3sync: .*wiki_training_2.hdf5.*"
like 'and noted' "$(cat "$wiki/state/task-00002.failed")" '"exit": 75'
ok 'the shards are made' test -e "$(shard "$wiki" wiki_training_2)" -a -e "$(shard "$wiki" wiki_training_2 2)"
is 'but the task is not done' "$(mlmprep missing "$wiki")" 0,2-5
ok 'and the text still there' test -e "$wiki/text/wiki_training_2.txt"
steps 'answer 403 code=AccessDenied'
status_is 'one that refuses' 1 mlmprep task "$wiki" --task 2
is 'twice in all' "$(sed -n 's/.*"attempts": //p' "$wiki/state/task-00002.failed" | tr -d ,)" 2
steps ok
new_log
status_is 'one that works' 0 mlmprep task "$wiki" --task 2
is 'gets the shards' "$(requests op=PutObject)" 2
is 'and the task is done' "$(mlmprep missing "$wiki")" 0,3-5
ok 'its text is gone' test ! -e "$wiki/text/wiki_training_2.txt"
ok 'and the note, too' test ! -e "$wiki/state/task-00002.failed"
unset AWS_ENDPOINT_URL_S3
AWS_ENDPOINT_URL_S3=http://127.0.0.1:1 status_is 'no server' 75 mlmprep task "$wiki" --task 3
AWS_ENDPOINT_URL_S3=http://127.0.0.1:$(cat "$work/port")
export AWS_ENDPOINT_URL_S3
for task in 0 3 4 5; do mlmprep task -q "$wiki" --task $task; done

# --- the bucket ---------------------------------------------------------------------------------------

one_pipe "$work/one" "$work/text"
objects >"$work/objects"
(cd "$work/one" && find . -name '*.hdf5' | sed 's|^\.|bucket/data/wiki|') | LC_ALL=C sort >"$work/wanted"
cmp_files 'the keys are those of one pipe' "$work/objects" "$work/wanted"
is 'the contents, too' "$(state | sed -n 's/^object [0-9]* \([0-9a-f]*\) .*/\1/p' | sort)" \
    "$(find "$work/one" -name '*.hdf5' -exec sha256sum {} + | cut -d ' ' -f 1 | sort)"
is 'the text is used up' "$(ls "$wiki/text")" ''

# --- other times, other buckets ---------------------------------------------------------------------

mkdir "$work/bucket"
ok 'a plan that uploads at the end' plan "$work/late" --bucket "file://$work/bucket" --upload finish
mlmprep run -q "$work/late" --until vocab
mlmprep task -q "$work/late" --task 0
is 'tasks send nothing' "$(ls "$work/bucket")" ''
is 'and are done without' "$(mlmprep missing "$work/late")" 1-5

ok 'a plan with equal shards' plan "$work/even" --bucket "file://$work/bucket" --even trim
mlmprep run -q "$work/even" --until vocab
mlmprep task -q "$work/even" --task 0
is 'whose tasks send nothing, for other bytes will take their place' "$(ls "$work/bucket")" ''
is 'and are done without, too' "$(mlmprep missing "$work/even")" 1-5

ok 'a folder for a bucket' plan "$work/folder" --bucket "file://$work/bucket/a"
mlmprep run -q "$work/folder" --until vocab
mkdir "$work/bucket/./a"
ln -s "$work/folder" "$work/link"
(cd "$work/folder/.." && mlmprep task -q ./folder/./ --task 0 && mlmprep task -q link/ --task 1)
is 'the path of the run folder is not in the keys' "$(cd "$work/bucket" && find . -type f | LC_ALL=C sort)" \
    "$(cd "$work/folder/shards" && find . -type f | sed 's|^\.|./a|' | LC_ALL=C sort)"
is 'nor in the places of shards' "$(find "$work/folder/shards" -type f | LC_ALL=C sort)" \
    "$(shard "$work/folder" wiki_training_0; shard "$work/folder" wiki_training_1)"
done_testing
