#!/usr/bin/env bash
#
# The stages before the tasks: text of each kind of source, and the vocabulary; what happens when sources
# change, text is lost or a tool fails.
. "$(dirname "$0")/../support/tap.sh"
. "$(dirname "$0")/task_support.sh"

# init FOLDER SOURCE KIND [OPTION]...
init() {
    mlmprep init -q "$1" --source "$2" --source-kind "$3" --corpus wiki --shards 4 --test-shards 2 \
        --vocab "$sample/vocab.txt" "${@:4}"
}
# stages FOLDER: text and vocabulary.
stages() { mlmprep run -q "$1" --until vocab; }
# files_of FOLDER MARKER: what it says of files.
files_of() {
    "$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["files"])' "$1/state/$2.json"
}
# fails NAME FOLDER STATUS SENTENCE: no text is there afterwards, nor anything in work/.
fails() {
    status_is "$1" "$3" stages "$2"
    like "$1: one sentence" "$(cat "$work/stderr")" "^mlmprep run: error: $4\$"
    is "$1: only the reason is left" "$(find "$2/text" "$2/work" -mindepth 1) $(ls "$2/state")" ' text.failed'
}

# --- each kind of source ----------------------------------------------------------------------------

cp "$sample/sample.xml" "$work/wiki.dump"
wikiplain -q "$work/wiki.dump" >"$work/wiki.paragraphs"
sentsplit -q "$work/wiki.paragraphs" >"$work/wiki.sentences"
docshard -q -n 4 --test-shards 2 -o "$work/text" wiki "$work/wiki.sentences" >/dev/null
for kind in dump paragraphs sentences; do
    init "$work/$kind" "$work/wiki.$kind" $kind
    ok "$kind" stages "$work/$kind"
    ok "$kind: is the text that the tools make" diff -r "$work/text" "$work/$kind/text"
done
log=$(cat "$work/dump/log/text.log")
like 'the log has the tools' "$log" 'wikiplain .* \| sentsplit .* \| docshard '
unlike 'only those that are needed' "$(cat "$work/sentences/log/text.log")" 'wikiplain|sentsplit'
like 'the marker has what they tell' "$(cat "$work/dump/state/text.json")" \
    '"wikiplain".*"counts".*"sentsplit".*"docshard".*"sentences": 701'

init "$work/options" "$work/wiki.dump" dump --lang en --wikiplain '--titles --headings' \
    --docshard --dedupe --test-fraction 0.3
ok 'with options' stages "$work/options"
wikiplain -q --lang en --titles --headings "$work/wiki.dump" | sentsplit -q --lang en |
    docshard -q -n 4 --test-shards 2 --test-fraction 0.3 --dedupe -o "$work/text.options" wiki >/dev/null
ok 'that reach the tools' diff -r "$work/text.options" "$work/options/text"

# --- text that is there, and that is not ------------------------------------------------------------

dump=$work/dump
before=$(files_of "$dump" text)
find "$dump/text" "$dump/state" -type f -printf '%p %T@ %i\n' | sort >"$work/before"
ok 'again' stages "$dump"
find "$dump/text" "$dump/state" -type f -printf '%p %T@ %i\n' | sort >"$work/after"
cmp_files 'nothing is made that is there' "$work/after" "$work/before"
for loss in rm 'truncate -s -1' 'truncate -s 0'; do
    $loss "$dump/text/wiki_training_2.txt"
    ok "text after '$loss'" stages "$dump"
    ok 'is made again' diff -r "$work/text" "$dump/text"
done
: >"$dump/state/text.json"
ok 'a marker that is empty' stages "$dump"
is 'is written again, the same' "$(files_of "$dump" text)" "$before"
rm "$dump/state/vocab.json"
ok 'the marker of the vocabulary' stages "$dump"
like 'too' "$(files_of "$dump" vocab)" "'path': 'vocab.txt'.*$(sha256sum <"$sample/vocab.txt" | cut -c 1-64)"

# --- sources ----------------------------------------------------------------------------------------

touch "$work/wiki.dump"
rm "$dump/state/text.json"
ok 'a source that was only touched' stages "$dump"
is 'makes the same' "$(files_of "$dump" text)" "$before"

# fresh KIND: a plan of the source as it is.
fresh() {
    rm -rf "${work:?}/$1"
    init "$work/$1" "$work/wiki.$1" "$1"
}
fresh dump
mv "$work/wiki.dump" "$work/moved"
fails 'a source that is gone' "$dump" 1 \
    "text: the source '$work/wiki.dump' is not there; bring the old one back, or make a plan .*"
cp "$work/moved" "$work/wiki.dump"
spoil "$work/wiki.dump"
fails 'another content' "$dump" 1 \
    "text: the source '$work/wiki.dump' has another content than when the plan was made; bring .*"
echo >>"$work/wiki.dump"
size=$(stat -c %s "$work/moved")
fails 'another size' "$dump" 1 "text: the source '$work/wiki.dump' has $((size + 1)) bytes where the \
plan was made of $size; bring .*"
mv "$work/moved" "$work/wiki.dump"
ok 'the old one' stages "$dump"
is 'makes the same' "$(files_of "$dump" text)" "$before"

# A source that is changed while it is read: by the tool behind it.
fresh paragraphs
tools=$(tools_with docshard <<END
echo >>"$work/wiki.paragraphs"
exec "\$0.real" "\$@"
END
)
PATH=$tools:$PATH fails 'a source that changes' "$work/paragraphs" 1 \
    "text: the source '$work/wiki.paragraphs' was changed while it was read; .*"

# --- tools that fail --------------------------------------------------------------------------------

head -c $((size / 2)) "$work/wiki.dump" >"$work/half"
mv "$work/half" "$work/wiki.dump"
fresh dump
fails 'a dump that is cut short' "$dump" 3 "text: wikiplain: .*'$work/wiki.dump'.*"
cp "$sample/sample.xml" "$work/wiki.dump"
fresh sentences
tools=$(tools_with docshard <<<'kill -9 $$')
PATH=$tools:$PATH fails 'a tool that is killed' "$work/sentences" 75 'text: docshard .*'
ok 'and again' stages "$work/sentences"
ok 'the text is there' diff -r "$work/text" "$work/sentences/text"

# A run that is killed, and its tools with it, leaves a folder that the next one takes away.
fresh sentences
tools=$(tools_with docshard <<END
touch "$work/begun"
for ((i = 0; i < 600; i++)); do
    [ ! -e "$work/go" ] || break
    sleep 0.1
done
exec "\$0.real" "\$@"
END
)
PATH=$tools:$PATH mlmprep run -q "$work/sentences" --until text &
wait_for "$work/begun"
is 'while text is made its folder is in work/' "$(find "$work/sentences/work" -mindepth 1 -type d | wc -l)" 1
kill -9 $!
wait $! 2>"$work/stderr"
is 'no text of a run that was killed' "$(ls "$work/sentences/text")" ''
touch "$work/go"
ok 'the next run' stages "$work/sentences"
ok 'makes it' diff -r "$work/text" "$work/sentences/text"
is 'and takes away what was left' "$(ls "$work/sentences/work")" ''

# --- text that its tasks have used up ---------------------------------------------------------------

plan "$work/used" --delete-text
stages "$work/used"
before=$(files_of "$work/used" text)
for task in 0 1 4; do mlmprep task -q "$work/used" --task $task; done
is 'text is deleted when its shard is there' "$(ls "$work/used/text")" \
    $'wiki_test_1.txt\nwiki_training_2.txt\nwiki_training_3.txt'
find "$work/used/text" -type f -printf '%p %T@ %i\n' | sort >"$work/before"
ok 'it counts as made' stages "$work/used"
find "$work/used/text" -type f -printf '%p %T@ %i\n' | sort >"$work/after"
cmp_files 'nothing is made' "$work/after" "$work/before"
truncate -s -1 "$(shard "$work/used" wiki_training_1)"
ok 'a shard that is damaged afterwards' stages "$work/used"
is 'has its text made again, and that alone' "$(ls "$work/used/text")" \
    $'wiki_test_1.txt\nwiki_training_1.txt\nwiki_training_2.txt\nwiki_training_3.txt'
is 'the same' "$(files_of "$work/used" text)" "$before"
ok 'for its task' mlmprep task -q "$work/used" --task 1
is 'which deletes it again' "$(ls "$work/used/text")" \
    $'wiki_test_1.txt\nwiki_training_2.txt\nwiki_training_3.txt'
for task in 2 3 5; do mlmprep task -q "$work/used" --task $task; done
ok 'all of it used up' stages "$work/used"
is 'counts as made' "$(ls "$work/used/text")" ''
one_pipe "$work/one" "$work/text"
ok 'the shards are those of one pipe' diff -r -x dataset.json "$work"/one/*_128_* "$work"/used/shards/*_128_*

cp "$work/text/wiki_training_3.txt" "$work/used/text"
ok 'text of a task that was killed before it deleted it' stages "$work/used"
is 'is deleted' "$(ls "$work/used/text")" ''

# What `finish` finds damaged is made again in the same run, its text first.
ok 'the whole' mlmprep run -q "$work/used"
spoil "$(shard "$work/used" wiki_training_2)"
status_is 'a damaged shard whose text is gone' 0 mlmprep run -q "$work/used"
ok 'is what one pipe makes' cmp "$(shard "$work/used" wiki_training_2)" "$work"/one/*_128_*/wiki/wiki_training_2.hdf5
is 'and its text gone again' "$(ls "$work/used/text")" ''

# --- a vocabulary that is trained -------------------------------------------------------------------

mlmprep init -q "$work/train" --source "$work/wiki.dump" --source-kind dump --corpus wiki --shards 4 \
    --test-shards 2 --vocab train --vocab-size 700 --wpvocab '--unused 3' --delete-text
ok 'text and a vocabulary' stages "$work/train"
wpvocab -q --vocab-size 700 --unused 3 -o "$work/vocab" "$work"/text/*_training_*
cmp_files 'trained on the training shards' "$work/train/vocab.txt" "$work/vocab"
like 'its marker has what the tool tells' "$(cat "$work/train/state/vocab.json")" '"wpvocab".*"counts"'
for task in 0 1 2 3 4 5; do mlmprep task -q "$work/train" --task $task; done
is 'the text is used up' "$(ls "$work/train/text")" ''
ok 'and again' stages "$work/train"
is 'nothing is made' "$(ls "$work/train/text")" ''
spoil "$work/train/vocab.txt"
ok 'a vocabulary that is damaged' stages "$work/train"
cmp_files 'is trained again' "$work/train/vocab.txt" "$work/vocab"
is 'and the text gone again' "$(ls "$work/train/text")" ''
is 'the tasks are still done' "$(mlmprep missing "$work/train")" ''

# --- sources that are shards ------------------------------------------------------------------------

mkdir "$work/own"
cp "$work/text/wiki_training_0.txt" "$work/own/first.text"
cp "$work/text/wiki_training_1.txt" "$work/own/wiki_training_7.txt"
cp "$work/text/wiki_test_0.txt" "$work/own/wiki_test_0.txt"
mlmprep init -q "$work/shards" --source "$work/own/first.text" --source "$work/own/wiki_training_7.txt" \
    --source "$work/own/wiki_test_0.txt" --source-kind shards --corpus wiki --vocab train --vocab-size 700
ok 'shards' stages "$work/shards"
is 'stay where they are' "$(ls "$work/shards/text")" ''
wpvocab -q --vocab-size 700 -o "$work/vocab" "$work/own/first.text" "$work/own/wiki_training_7.txt"
cmp_files 'test shards are not trained on' "$work/shards/vocab.txt" "$work/vocab"
for task in 0 1 2; do mlmprep task -q "$work/shards" --task $task; done
cp "$work/own/first.text" "$work/own/wiki_training_0.txt"
wpiece --vocab "$work/vocab" "$work"/own/wiki_training_{0,7}.txt "$work/own/wiki_test_0.txt" | mkmlm |
    h5pack -q -o "$work/one.shards" >/dev/null 2>&1
ok 'make what a pipe of them does' diff -r -x dataset.json "$work/one.shards" "$work/shards/shards"
spoil "$work/own/first.text"
rm "$(shard "$work/shards" wiki_training_0)"
status_is 'one that is changed' 1 mlmprep task "$work/shards" --task 0
like 'is told' "$(cat "$work/stderr")" "the source '$work/own/first.text' is not what it was when the plan was made"
ok 'and left alone' test -e "$work/own/first.text"
done_testing
