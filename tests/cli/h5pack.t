#!/usr/bin/env bash
#
# h5pack: where shards go, how they are called, and what is in the folder already.
. "$(dirname "$0")/../support/tap.sh"

vocab=$sample/vocab.txt
folder=hdf5_lower_case_1_seq_len_128_max_pred_20_masked_lm_prob_0.15_random_seed_12345_dupe_factor_5
cp "$sample/edge/plain.txt" "$work/wiki_training_0.txt"
cp "$sample/edge/plain.txt" "$work/wiki_training_7.txt"
cp "$sample/edge/single_doc.txt" "$work/wiki_test_0.txt"
wpiece --vocab "$vocab" "$work"/wiki_training_*.txt "$work/wiki_test_0.txt" | mkmlm >"$work/wiki"
wpiece --vocab "$vocab" "$sample/edge/plain.txt" "$sample/edge/two_docs.txt" | mkmlm >"$work/plain"
wpiece --vocab "$vocab" --shard-docs 10 --name sea <"$sample/sample.txt" | mkmlm >"$work/sea"
wpiece --vocab "$vocab" "$work/wiki_training_0.txt" | mkmlm >"$work/single"

# files FOLDER: the names under it, sorted, in one line.
files() { find "$1" -type f -printf '%P\n' | sed "s|^$folder/||" | LC_ALL=C sort | tr '\n' ' '; }

# fails NAME STATUS SENTENCE COMMAND...: the sentence, and no list.
fails() {
    status_is "$1: exit $2" "$2" "${@:4}"
    is "$1: one sentence" "$(cat "$work/stderr")" "h5pack: error: $3"
    is "$1: no list" "$(cat "$work/stdout")" ''
}

# --- names ------------------------------------------------------------------------------------------

status_is 'shards that bear their names' 0 h5pack -o "$work/out" "$work/wiki"
is 'are listed as they come, dataset.json last' "$(cat "$work/stdout")" \
    "$work/out/./$folder/wiki/wiki_training_0.hdf5
$work/out/./$folder/wiki/wiki_training_7.hdf5
$work/out/./$folder/wiki/wiki_test_0.hdf5
$work/out/./$folder/wiki/dataset.json"
is 'and there is nothing else' "$(files "$work/out")" \
    'wiki/dataset.json wiki/wiki_test_0.hdf5 wiki/wiki_training_0.hdf5 wiki/wiki_training_7.hdf5 '
is 'nothing is said of it' "$(cat "$work/stderr")" ''
ok 'a trainer reads them' "$python" tests/support/shards.py train "$work/out/$folder/wiki"
h5pack -o "$work/again" --corpus other "$work/wiki" >"$work/stdout"
ok '--corpus does not rename them; two runs make the same bytes' \
    diff -r "$work/out" "$work/again"

status_is 'shards of other names' 0 h5pack -o "$work/plain.out" "$work/plain"
is 'are their own corpora, with their place in the stream' "$(files "$work/plain.out")" \
    'plain/dataset.json plain/plain_training_0.hdf5 two_docs/dataset.json two_docs/two_docs_training_1.hdf5 '
like 'a folder with one of them is warned of' "$(cat "$work/stderr")" \
    "^h5pack: warning: '.*/plain' has one training shard, and the training loops of NVIDIA, .*\$"
status_is 'and refused under --strict' 1 h5pack --strict -o "$work/strict" "$work/plain"
is 'so that no data set is complete' "$(find "$work/strict" -name dataset.json)" ''
status_is 'a test shard beside it does not help' 1 \
    bash -c "wpiece --vocab '$vocab' '$work/wiki_training_0.txt' '$work/wiki_test_0.txt' | mkmlm |
        h5pack --strict -o '$work/strict'"
status_is 'with --corpus' 0 h5pack --strict -o "$work/corpus.out" --corpus c "$work/plain"
is 'they are one corpus' "$(files "$work/corpus.out")" \
    'c/c_training_0.hdf5 c/c_training_1.hdf5 c/dataset.json '
cat "$work/plain" "$work/plain" | h5pack -q -o "$work/joined" --corpus c >/dev/null
is 'in joined streams the numbers go on' "$(files "$work/joined")" \
    'c/c_training_0.hdf5 c/c_training_1.hdf5 c/c_training_2.hdf5 c/c_training_3.hdf5 c/dataset.json '
for corpus in a/b . ..; do
    status_is "a corpus '$corpus'" 2 h5pack -o "$work/none" --corpus "$corpus" "$work/plain"
    like "a corpus '$corpus': is told" "$(cat "$work/stderr")" "'$corpus' cannot name a corpus: it "
done
ok 'and no folder is made' test ! -e "$work/none"

(
    mkdir "$work/in" && cd "$work/in" || exit 1
    h5pack -o . "$work/wiki" | tail -n 1
    h5pack -o sub/deep// "$work/wiki" | tail -n 1
    h5pack -o 'a b' "$work/wiki" | tail -n 1
) >"$work/stdout"
is 'folders may be written in many ways' "$(cat "$work/stdout")" "././$folder/wiki/dataset.json
sub/deep/./$folder/wiki/dataset.json
a b/./$folder/wiki/dataset.json"
fails 'a folder with a line end in its name' 2 "the folder's name has a line end in it, and the \
list of finished files has one path a line" h5pack -o $'a\nb' "$work/wiki"
fails 'a file for a folder' 1 "cannot create the folder '$work/wiki': Not a directory" \
    h5pack -o "$work/wiki" "$work/wiki"
(umask 027 && h5pack -o "$work/mask" "$work/wiki" >/dev/null)
is 'files have the rights that the umask leaves' \
    "$(find "$work/mask" -type f -printf '%m\n' | sort -u)" 640

# --- what is in the folder --------------------------------------------------------------------------

corpus=$work/out/$folder/wiki
cp "$corpus/wiki_training_0.hdf5" "$corpus/wiki_training_1.hdf5"
echo note >"$corpus/notes.txt"
status_is 'a shard of another run in the folder' 1 h5pack -o "$work/out" "$work/wiki"
like 'is warned of' "$(head -n 1 "$work/stderr")" \
    "^h5pack: warning: '.*/wiki' holds 4 shards already; "
like 'and refused' "$(tail -n 1 "$work/stderr")" \
    "^h5pack: error: '.*/wiki_training_1.hdf5' is not of this data set, "
is 'so the folder is not complete' "$(grep -c dataset.json "$work/stdout") \
$(find "$corpus" -name dataset.json)" '0 '
ok 'the shard is still there' test -e "$corpus/wiki_training_1.hdf5"
status_is '--remove-others' 0 h5pack -v --remove-others -o "$work/out" "$work/wiki"
like 'tells what it removes' "$(cat "$work/stderr")" \
    "removed '.*/wiki_training_1.hdf5', which is not of this data set"
is 'and leaves the rest' "$(files "$corpus")" \
    'dataset.json notes.txt wiki_test_0.hdf5 wiki_training_0.hdf5 wiki_training_7.hdf5 '

touch "$corpus/.mlmprep-1-0123456789abcdef.tmp" "$corpus/.other.tmp"
status_is 'a temporary file of a killed run' 0 h5pack -v -o "$work/out" "$work/wiki"
is 'is removed, no other' "$(find "$corpus" -name '.*' -printf '%f\n')" .other.tmp
like 'which is told' "$(cat "$work/stderr")" 'removed 1 unfinished files of a run that was killed'

# An old dataset.json says that what lies there is whole: it goes before anything changes, and stays
# when nothing does.
size=$(stat -c %s "$work/wiki")
head -c $((size / 2)) "$work/wiki" >"$work/half"
status_is 'a stream cut short over a complete data set' 3 h5pack -o "$work/out" "$work/half"
ok 'dataset.json is gone' test ! -e "$corpus/dataset.json"
h5pack -q -o "$work/out" "$work/wiki" >/dev/null
head -c 1500 "$work/wiki" >"$work/head"
status_is 'cut short in the first shard' 3 h5pack -o "$work/out" "$work/head"
is 'no shard was listed' "$(cat "$work/stdout")" ''
ok 'dataset.json still tells of what lies there' test -e "$corpus/dataset.json"
h5pack -q -o "$work/out" "$work/wiki" >/dev/null
mkmlm --random-seed x </dev/null >"$work/error" 2>/dev/null
for stream in error /dev/null "$vocab"; do
    [ -e "$stream" ] || stream=$work/$stream
    status_is "${stream##*/} in place of a stream" 3 h5pack -o "$work/out" "$stream"
    ok 'leaves a complete data set alone' test -e "$corpus/dataset.json"
done

# --- rows -------------------------------------------------------------------------------------------

# rows FOLDER: of its shards, in the order of dataset.json, which has to be right.
rows() {
    "$python" -c '
import json, sys, h5py
shards = json.load(open(sys.argv[1] + "/dataset.json"))["shards"]
for shard in shards:
    with h5py.File(sys.argv[1] + "/" + shard["file"], "r") as file:
        assert len(file["input_ids"]) == shard["rows"], shard
print(*(shard["rows"] for shard in shards))' "$1"
}
# all_rows FOLDER...: one digest a folder, of the rows in all of its shards.
all_rows() {
    "$python" -c '
import hashlib, json, sys, h5py, numpy
for folder in sys.argv[1:]:
    shards = json.load(open(folder + "/dataset.json"))["shards"]
    files = [h5py.File(folder + "/" + shard["file"], "r") for shard in shards]
    digest = hashlib.sha256()
    for key in sorted(files[0]):
        digest.update(numpy.concatenate([file[key][()] for file in files]).tobytes())
    print(digest.hexdigest())' "$@"
}
# even ROWS SHARDS: the rows of each, the larger ones first.
even() {
    local i list=''
    for ((i = 0; i < $2; i++)); do list+="$(($1 / $2 + (i < $1 % $2))) "; done
    echo "${list% }"
}
wpiece --vocab "$vocab" --shard-docs 10 --name sea <"$sample/sample.txt" | mkmlm --random-seed 1 |
    h5pack -q -o "$work/sea.seed" --corpus sea >/dev/null
status_is 'as the stream is cut' 0 h5pack -o "$work/sea.out" --corpus sea --report "$work/report" \
    "$work/sea"
total=$(sed -n 's/.*"rows": \([0-9]*\).*/\1/p' "$work/report")
status_is '--rows 100' 0 h5pack --strict -o "$work/rows.out" --corpus sea --rows 100 "$work/sea"
is '--rows 100: no more than that, and a row apart at most' "$(rows "$work/rows.out/$folder/sea")" \
    "$(even "$total" $(((total + 99) / 100)))"
is '--rows 100: nothing to warn of' "$(cat "$work/stderr")" ''
status_is '--rows beyond all' 0 h5pack --strict -o "$work/two.out" --corpus sea --rows 1000000 \
    "$work/sea"
is '--rows beyond all: two shards, for trainers need two' "$(rows "$work/two.out/$folder/sea")" \
    "$(even "$total" 2)"
status_is '--shards 7' 0 bash -c "h5pack -q -o '$work/seven.out' --corpus sea --shards 7 <'$work/sea'"
is '--shards 7: seven' "$(rows "$work/seven.out/$folder/sea")" "$(even "$total" 7)"
status_is '--shards 1' 0 h5pack -o "$work/one.out" --corpus sea --shards 1 "$work/sea"
like '--shards 1: is done, and warned of' "$(cat "$work/stderr")" 'has one training shard, and .* NVIDIA'
is 'the same rows in the same order' \
    "$(all_rows "$work"/{sea,rows,two,seven,one}.out/"$folder"/sea | sort -u | wc -l)" 1
fails 'more shards than rows' 1 "corpus 'sea' has $total rows, too few for $((total + 1)) shards; \
ask for fewer" h5pack -o "$work/none" --corpus sea --shards $((total + 1)) "$work/sea"
fails '--rows and --shards' 2 'give --rows or --shards, not both' \
    h5pack -o "$work/none" --rows 5 --shards 5 "$work/sea"
ok 'nothing was begun' test ! -e "$work/none"

# Several streams, of a pipe, with corpora and splits mixed.
cat "$work/wiki" "$work/wiki" "$work/wiki" | h5pack -q --strict -o "$work/splits.out" --shards 3 >/dev/null
is 'corpora and splits are not mixed' "$(files "$work/splits.out")" \
    'wiki/dataset.json wiki/wiki_test_0.hdf5 wiki/wiki_test_1.hdf5 wiki/wiki_test_2.hdf5 wiki/wiki_training_0.hdf5 wiki/wiki_training_1.hdf5 wiki/wiki_training_2.hdf5 '
training=$("$python" -c '
import json, sys
for split in "training", "test":
    print(sum(s["rows"] for s in json.load(open(sys.argv[1]))["shards"] if split in s["file"]))' \
    "$work/out/$folder/wiki/dataset.json")
is 'each is even' "$(rows "$work/splits.out/$folder/wiki")" \
    "$(even $((3 * ${training%$'\n'*})) 3) $(even $((3 * ${training#*$'\n'})) 3)"
ok 'no copy of the pipe is left' test -z "$(ls -A "$TMPDIR")"

fails 'a pipe with no place for its copy' 1 \
    "cannot make a temporary file in '$work/no': No such file or directory; check the path" \
    bash -c "cat '$work/sea' | TMPDIR='$work/no' h5pack -o '$work/none' --shards 3"

# Finished data sets, their shards and rows from end to end.
status_is 'a finished data set' 0 h5pack --strict -o "$work/again.out" --shards 5 \
    "$work/rows.out/$folder/sea"
is 'is cut anew' "$(rows "$work/again.out/$folder/sea")" "$(even "$total" 5)"
is 'with its rows in their order' \
    "$(all_rows "$work"/{sea,again}.out/"$folder"/sea | sort -u | wc -l)" 1
status_is 'several of them' 0 h5pack -q -o "$work/both.out" --rows 50 "$work/rows.out/$folder/sea" \
    "$work/seven.out/$folder/sea"
is 'become one' "$(rows "$work/both.out/$folder/sea")" "$(even $((2 * total)) $(((2 * total + 49) / 50)))"
fails 'into its own folder' 2 \
    'the data set cannot be cut anew into its own folder; give -o another one' \
    h5pack -o "$work/rows.out" --shards 5 "$work/rows.out/$folder/sea"
ok 'it is whole as before' test -e "$work/rows.out/$folder/sea/dataset.json"
fails 'without a way to cut' 2 "'$work/rows.out/$folder/sea' is a folder; a finished data set is cut \
anew with --shards or --rows" h5pack -o "$work/none" "$work/rows.out/$folder/sea"
cp -r "$work/rows.out/$folder/sea" "$work/damaged"
printf x | dd of="$work/damaged/sea_training_3.hdf5" bs=1 seek=5000 conv=notrunc status=none
status_is 'a damaged shard' 3 h5pack -q -o "$work/damaged.out" --shards 2 "$work/damaged"
like 'is found' "$(cat "$work/stderr")" \
    "'.*/damaged/sea_training_3.hdf5' is not the file that its dataset.json tells of"
status_is 'data sets of other options' 1 h5pack -q -o "$work/none" --shards 2 \
    "$work/rows.out/$folder/sea" "$work/sea.seed"/*/*
like 'do not mix' "$(cat "$work/stderr")" 'such data sets do not mix'

# --- compression, and what is no stream -------------------------------------------------------------

methods=$(h5pack -o "$work/none" --compress what "$work/wiki" 2>&1 | sed 's/.*there are //')
tested=0
for method in huffman isal:0 isal:3 libdeflate:1 libdeflate:12 zlib:1 zlib:9 none; do
    [[ $methods == *"${method%:*}"* ]] || continue
    h5pack -q -o "$work/packed/$method" --compress $method "$work/single" >/dev/null
    tested=$((tested + 1))
done
ok 'several methods are there' test $tested -ge 3
is 'all of them pack the same' "$("$python" tests/support/shards.py digest \
    "$work"/packed/*/"$folder"/wiki/wiki_training_0.hdf5 | cut -f2- | sort | uniq -c |
    awk '{ print $1 }' | sort -u)" $tested
like 'others are refused, with those there are' "$(h5pack -o "$work/none" --compress what \
    "$work/wiki" 2>&1)" "^h5pack: error: 'what' is not a compression method of this build; there "

# --- threads ----------------------------------------------------------------------------------------

for threads in 1 2 3 7; do
    cat "$work/sea" "$work/sea" "$work/sea" |
        h5pack -q --threads $threads --corpus sea --rows 1500 -o "$work/threads/$threads" \
            >"$work/list.$threads"
    sed -i "s|threads/$threads|threads/1|" "$work/list.$threads"
done
for threads in 2 3 7; do
    ok "$threads threads make the same files" diff -r "$work/threads/1" "$work/threads/$threads"
    ok "$threads threads list them alike" cmp "$work/list.1" "$work/list.$threads"
done
for threads in 1 4; do
    cat "$work/single" "$work/single" >"$work/twice"
    fails "a name for two shards, $threads threads" 1 "a second shard wants the name \
'wiki_training_0.hdf5'; rename one of the texts or give --corpus" \
        bash -c "h5pack -q --threads $threads -o '$work/second' '$work/twice' >'$work/second.list'"
done

wpiece --vocab "$vocab" "$sample/edge/plain.txt" >"$work/tokens"
fails 'a text for a stream' 3 "$vocab is no stream of examples; make them with mkmlm" \
    h5pack -o "$work/none" "$vocab"
fails 'tokens for examples' 3 \
    "$work/tokens holds tokens where examples are needed; make them with mkmlm" \
    h5pack -o "$work/none" "$work/tokens"
fails 'a stream that is not there' 1 \
    "cannot open '$work/no': No such file or directory; check the path" \
    h5pack -o "$work/none" "$work/no"
fails 'a folder for a stream' 1 \
    "cannot open '$work/dataset.json': No such file or directory; check the path" \
    h5pack -o "$work/none" --shards 2 "$work"
ok 'and no folder is made' test ! -e "$work/none"
done_testing
