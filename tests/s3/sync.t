#!/usr/bin/env bash
# s3sync's plan against radosgw: what is sent, what is not, what goes; in every direction.
. "$(dirname "$0")/../support/tap.sh"

PATH=$PATH:/usr/sbin:/sbin
for program in radosgw ceph-mon ceph-osd ceph radosgw-admin; do
    command -v $program >/dev/null || skip_all "there is no $program here"
done
"$python" -c 'import botocore' 2>/dev/null || skip_all 'there is no botocore here'

server=$work/server
trap '"$root/tests/s3/stop_radosgw.sh" "$server"; tap_clean' EXIT
tests/s3/start_radosgw.sh "$server" >"$work/endpoints" 2>"$work/start.log" || {
    diag "$(cat "$work/start.log")"
    skip_all 'radosgw does not start here'
}
AWS_ENDPOINT_URL=$(head -n 1 "$work/endpoints")
export AWS_ENDPOINT_URL AWS_ACCESS_KEY_ID=TESTACCESSKEY0000001 \
    AWS_SECRET_ACCESS_KEY=testSecretKey0000000000000000000000000001
bucket() { "$python" "$root/tests/s3/bucket.py" "$@"; }

# The requests of a run, as its summary has them: "1 PUT, 2 LIST".
requests() { sed -n 's/.* requests \(([^)]*)\).*/\1/p' "$work/stderr" | tail -n 1; }
# What a run did, in order: verb and last part of the target.
steps() { sed -n 's|^s3sync: \(delete\) s3://[^ ]*/\([^ /]*\) .*|\1 \2|p; s|^s3sync: \(upload\) .*/\([^ /]*\) (.*|\1 \2|p' "$work/stderr"; }

# Equality.
data=$work/data
mkdir -p "$data/sub"
for i in 1 2 3; do head -c $((i * 1000)) /dev/urandom >"$data/sub/$i"; done
: >"$data/empty"
ok 'a bucket is made' bucket make equal
status_is 'a folder goes up' 0 s3sync -v "$data" s3://equal/foo
is 'with one list request' "$(requests)" '(4 PUT, 1 LIST)'
status_is 'a second time' 0 s3sync -v "$data" s3://equal/foo
is 'an unchanged run costs one list request' "$(requests)" '(1 LIST)'
touch "$data/sub/1"
status_is 'after a touch' 0 s3sync -v "$data" s3://equal/foo
is 'times alone change nothing' "$(requests)" '(1 LIST)'
status_is 'without the cache' 0 s3sync -v --no-cache "$data" s3://equal/foo
is 'objects tell their hashes' "$(requests)" '(4 HEAD, 1 LIST)'
head -c 2000 /dev/urandom >"$data/sub/2"
touch -d '2001-01-01' "$data/sub/2"
status_is 'other bytes, the same size, an older time' 0 s3sync -v "$data" s3://equal/foo
like 'go up' "$(cat "$work/stderr")" "upload .*/sub/2 -> s3://equal/foo/sub/2 \(changed: content\)"
head -c 2000 /dev/urandom >"$data/sub/2"
status_is '--size-only' 0 s3sync -v --size-only "$data" s3://equal/foo
is '--size-only looks at nothing else' "$(requests)" '(1 LIST)'
status_is 'what is there now goes up' 0 s3sync "$data" s3://equal/foo
bucket put equal foo/sub/3 "$data/sub/3"
status_is 'an object of another client, with the same content' 0 s3sync -v "$data" s3://equal/foo
like 'is not sent again' "$(cat "$work/stderr")" '0 uploaded, 4 skipped'
bucket put equal foo/sub/3 "$data/sub/2"
status_is 'an object of another client, with other content' 0 s3sync -v "$data" s3://equal/foo
like 'is replaced' "$(cat "$work/stderr")" '1 uploaded, 3 skipped'
status_is 'the plan of an unchanged run' 0 s3sync -n "$data" s3://equal/foo
is 'is empty' "$(cat "$work/stdout")" ''
printf 'damage' >"$work/cache"
status_is 'a damaged cache' 0 s3sync -v --cache "$work/cache" "$data" s3://equal/foo
is 'is an empty one' "$(requests)" '(4 HEAD, 1 LIST)'
status_is 'and is repaired' 0 s3sync -v --cache "$work/cache" "$data" s3://equal/foo
is 'at once' "$(requests)" '(1 LIST)'

# Prefixes.
echo two >"$work/two"
bucket put equal foo2/other "$work/two"
status_is 'foo is not foo2' 0 s3sync --delete -v "$data" s3://equal/foo
like 'foo2 is left alone' "$(bucket list equal)" 'foo2/other'
status_is 'pulling foo' 0 s3sync s3://equal/foo "$work/foo"
ok 'brings foo back and nothing else' diff -r "$data" "$work/foo"
status_is 'pulling again' 0 s3sync -v s3://equal/foo "$work/foo"
is 'costs one list request' "$(requests)" '(1 LIST)'
status_is 'an object by its name' 0 s3sync s3://equal/foo/sub/1 "$work/one"
cmp_files 'comes as it is' "$work/one/1" "$data/sub/1"
status_is 'a prefix that is not there' 1 s3sync s3://equal/nothing "$work/none"

# Selection and deletion.
rm "$data/sub/1" "$data/sub/2"
status_is 'excluded from deletion' 0 s3sync -v --delete --exclude 'sub/1' "$data" s3://equal/foo
is 'only the other goes' "$(steps)" 'delete 2'
status_is 'a limit' 1 s3sync --delete --max-delete 0 "$data" s3://equal/foo
like 'is told' "$(cat "$work/stderr")" 'nothing was deleted: there are 1 to delete'
mkdir "$work/void"
status_is 'an empty source' 1 s3sync --delete "$work/void" s3://equal/foo
like 'empty: is told' "$(cat "$work/stderr")" 'nothing was deleted: a source is empty'
status_is 'a missing source' 4 s3sync --delete "$work/nowhere" s3://equal/foo
ln -s nothing "$data/broken"
status_is 'a broken link' 4 s3sync --delete "$data" s3://equal/foo
rm "$data/broken"
like 'nothing went' "$(bucket list equal)" 'foo/sub/1'
status_is 'without a limit' 0 s3sync --delete --max-delete 1 "$data" s3://equal/foo
unlike 'it goes' "$(bucket list equal)" 'foo/sub/1'
status_is 'deleting files' 0 s3sync --delete s3://equal/foo "$work/foo"
ok 'makes the folder equal' diff -r "$data" "$work/foo"

# Commit files.
set=$work/set
mkdir -p "$set"
for i in 1 2; do echo "shard $i" >"$set/$i.hdf5"; done
echo '{"shards":[{"file":"1.hdf5"},{"file":"2.hdf5"}]}' >"$set/dataset.json"
: >"$set/_SUCCESS"
ok 'a bucket is made' bucket make sets
status_is 'a data set goes up' 0 s3sync -v "$set" s3://sets/a
is 'in this order' "$(steps | tail -n 2 | tr '\n' ';')" 'upload dataset.json;upload _SUCCESS;'
echo 'other shard' >"$set/2.hdf5"
status_is 'the plan for a shard that changes' 0 s3sync -n "$set" s3://sets/a
like 'begins by removing what names it' "$(head -n 2 "$work/stdout" | tr '\n' ';')" \
    '^delete s3://sets/a/(dataset.json|_SUCCESS) .*;delete s3://sets/a/'
status_is 'a shard that changes' 0 s3sync -v "$set" s3://sets/a
is 'takes its commit files along' "$(steps | sort | tr '\n' ';')" \
    'delete _SUCCESS;delete dataset.json;upload 2.hdf5;upload _SUCCESS;upload dataset.json;'
is 'they come back last' "$(steps | tail -n 2 | tr '\n' ';')" \
    'upload dataset.json;upload _SUCCESS;'
status_is 'with a manifest' 0 s3sync --sagemaker-manifest train.manifest "$set" s3://sets/a
mkdir "$work/sets" && bucket get sets "$work/sets"
is 'for SageMaker' "$("$python" -c 'import json,sys; print(json.load(open(sys.argv[1])))' \
    "$work/sets/a/train.manifest")" "[{'prefix': 's3://sets/a/'}, '1.hdf5', '2.hdf5']"
is 'its temporary file is gone' "$(ls "$TMPDIR")" ''
status_is 'a second manifest' 0 s3sync -v --sagemaker-manifest train.manifest "$set" s3://sets/a
is 'is not sent' "$(requests)" '(1 LIST)'

# Keys.
ok 'a bucket is made' bucket make odd
keys=('a//b' './x' 'x/./y' '../up' 'tail ' 'a=b+c d%20' 'emoji😀' $'new\nline' "&<>\"'" 'x' 'X' '?#')
for key in "${keys[@]}"; do
    printf '%s' "$key" >"$work/content"
    bucket put odd "k/$key" "$work/content"
done
: >"$work/content"
bucket put odd k/marker/ "$work/content"
ok 'a bucket is made' bucket make odd-copy
status_is 'odd keys are copied' 0 s3sync -v s3://odd/k s3://odd-copy/k
is 'as they are' "$(bucket list odd-copy)" "$(bucket list odd)"
status_is 'and once' 0 s3sync -v s3://odd/k s3://odd-copy/k
is 'is enough' "$(requests)" '(2 LIST)'
status_is 'odd keys are pulled' 4 s3sync s3://odd/k "$work/odd"
is 'those that can be files' "$(find "$work/odd" -type f -printf x)" xxxxxxxx
for key in 'tail ' 'a=b+c d%20' 'emoji😀' $'new\nline' "&<>\"'" 'X' '?#'; do
    is "pulled: ${key@Q}" "$(cat "$work/odd/$key")" "$key"
done
not_ok 'nothing left the folder' test -e "$work/up"
status_is 'a copy into itself' 2 s3sync s3://odd/k s3://odd/k/below

# Many.
mkdir "$work/many"
for i in $(seq 3000); do echo "$i" >"$work/many/$i"; done
ok 'a bucket is made' bucket make many
status_is '3000 files' 0 s3sync "$work/many" s3://many/m
status_is '3000 files again' 0 s3sync -v "$work/many" s3://many/m
is 'cost three list requests' "$(requests)" '(3 LIST)'
rm -r "$work/many" && mkdir "$work/many" && echo 1 >"$work/many/1"
status_is '2999 deletions' 0 s3sync --delete -v "$work/many" s3://many/m
is 'cost three requests' "$(requests)" '(3 LIST, 3 POST)'
is 'and leave one object' "$(bucket list many)" '2 m/1'
done_testing
