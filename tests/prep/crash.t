#!/usr/bin/env bash
#
# mlmprep dies at each point of a task and of the stages before it: a second call ends as if nothing had
# been, and a dataset.json never names what is not there.
. "$(dirname "$0")/../support/tap.sh"
. "$(dirname "$0")/task_support.sh"

[ -z "${SANITIZE:-}" ] || skip_all 'sanitizers want to be preloaded first'
cc=${CC:-cc}
command -v "${cc%% *}" >/dev/null || skip_all 'there is no compiler here'
ok 'what kills' bash -c "$cc -std=c11 -D_GNU_SOURCE -shared -fPIC -o '$work/die_at.so' tests/support/die_at.c"

mlmprep init -q "$work/base" --source "$sample/sample.xml" --corpus wiki --shards 2 --vocab train \
    --vocab-size 800 --delete-text --bucket "file://$work/bucket"
mkdir "$work/bucket"
cp -r "$work/base" "$work/whole"
ok 'an undisturbed run' mlmprep run -q "$work/whole"
mv "$work/bucket" "$work/bucket.whole"

# dies N COMMAND...: whether it died there; else it has come to its end.
dies() {
    local died
    DIE_AT=$1 LD_PRELOAD=$work/die_at.so "${@:2}" >"$work/stdout" 2>"$work/stderr"
    died=$?
    [ $died -eq 137 ] && return
    [ $died -eq 0 ] || echo "exit code $died at point $1" >>"$work/wrong"
    return 1
}
# lists_are_right FOLDER...: each dataset.json below names files that are there, with their content.
lists_are_right() {
    "$python" -c '
import glob, hashlib, json, os, sys
for folder in sys.argv[1:]:
    for path in glob.glob(folder + "/*/*/dataset.json"):
        for shard in json.load(open(path))["shards"]:
            content = open(os.path.join(os.path.dirname(path), shard["file"]), "rb").read()
            assert hashlib.sha256(content).hexdigest() == shard["sha256"], shard["file"]' "$@"
}
# each_point NAME FOLDER BUCKET CHECK COMMAND...: on copies of these, as $work/wiki and $work/bucket; the
# check is a function that is told the point.
each_point() {
    local name=$1 folder=$2 bucket=$3 check=$4 point died=1
    : >"$work/wrong"
    for ((point = 1; died && point < 400; point++)); do
        rm -rf "$work/wiki" "$work/bucket"
        cp -r "$folder" "$work/wiki"
        cp -r "$bucket" "$work/bucket"
        dies $point "${@:5}" 2>/dev/null || died=
        $check >"$work/found" 2>&1 || { echo "point $point:" && cat "$work/found"; } >>"$work/wrong"
    done
    is "$name: $((point - 2)) points" "$(head -n 20 "$work/wrong")" ''
    ok "$name: there are such points" test $point -gt 10 -a $point -lt 400
}

# --- text and vocabulary ----------------------------------------------------------------------------

# The stages do their work, and leave what an undisturbed call leaves.
cp -r "$work/base" "$work/staged"
mkdir "$work/empty"
ok 'undisturbed stages' mlmprep run -q "$work/staged" --until vocab
stages_again() {
    mlmprep run -q "$work/wiki" --until vocab && diff -r "$work/staged/text" "$work/wiki/text" &&
        cmp "$work/staged/vocab.txt" "$work/wiki/vocab.txt" && [ -z "$(ls -A "$work/wiki/work")" ] &&
        [ "$(ls -A "$work/wiki/state")" = "$(ls -A "$work/staged/state")" ]
}
each_point 'text and vocabulary' "$work/base" "$work/empty" stages_again \
    mlmprep run -q "$work/wiki" --until vocab

# --- a task -------------------------------------------------------------------------------------------

cp -r "$work/staged" "$work/made"
rm -rf "$work/bucket" && mkdir "$work/bucket"
mlmprep task -q "$work/made" --task 1
mv "$work/bucket" "$work/bucket.made"
task_again() {
    mlmprep task -q "$work/wiki" --task 1 && diff -r "$work/made/shards" "$work/wiki/shards" &&
        diff -r "$work/made/text" "$work/wiki/text" && diff -r "$work/bucket.made" "$work/bucket" &&
        [ -z "$(find "$work/wiki/state" -name '*.running' -o -name '*.failed')" ]
}
each_point 'a task' "$work/staged" "$work/empty" task_again mlmprep task -q "$work/wiki" --task 1

# --- a shard in the place of another ------------------------------------------------------------------

# The plan of a finished set has other options now; only a sabotage comes to that.
cp -r "$work/whole" "$work/other"
cp "$work"/staged/text/* "$work/other/text"
sed -i 's/"wpiece": *\[\]/"wpiece":["--max-chars-per-word","6"]/' "$work/other/run.json"
not_ok 'another plan' cmp -s "$work/other/run.json" "$work/whole/run.json"
lists_there() { lists_are_right "$work/wiki/shards" "$work/bucket"; }
ok 'lists of a whole set' lists_are_right "$work/whole/shards" "$work/bucket.whole"
each_point 'a task in a finished set' "$work/other" "$work/bucket.whole" lists_there \
    mlmprep task -q "$work/wiki" --task 1
is 'its lists are gone' "$(find "$work/wiki/shards" "$work/bucket" -name dataset.json)" ''
done_testing
