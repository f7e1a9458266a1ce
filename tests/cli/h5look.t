#!/usr/bin/env bash
#
# h5look: its numbers are those of h5py and numpy, what is damaged gets a sentence, and each trainer
# is told what it stumbles over.
. "$(dirname "$0")/../support/tap.sh"

vocab=$sample/vocab.txt
head -n 400 "$sample/sample.txt" >"$work/c_training_0.txt"
tail -n +401 "$sample/sample.txt" | head -n 400 >"$work/c_training_1.txt"
tail -n 300 "$sample/sample.txt" >"$work/c_test_0.txt"
wpiece --vocab "$vocab" "$work"/c_*.txt | mkmlm >"$work/examples"
for format in hdf5 hdf5-varlen tfrecord; do
    h5pack -q --format "$format" -o "$work/$format" "$work/examples" >/dev/null
done
h5pack -q --shards 4 -o "$work/even" "$work"/hdf5/*/c >/dev/null
data=$(echo "$work"/hdf5/*/c)
even=$(echo "$work"/even/*/c)

# copy NAME: a copy of the even data set to spoil, as $copy.
copy() { copy=$work/$1 && cp -r "$even" "$copy"; }

# verdict WHAT: its line in the last verification.
verdict() { grep -F -- "$1" "$work/stdout"; }

# --- numbers ----------------------------------------------------------------------------------------

status_is 'verifies' 0 h5look --verify --stats --json --vocab "$vocab" "$data" "$even"
cp "$work/stdout" "$work/report"
ok 'numbers are those of numpy' "$python" tests/support/shard_facts.py "$work/report" "$vocab"
for row in 0 1 7 40; do
    h5look --json --show "$row" --vocab "$vocab" "$data/c_training_0.hdf5" >"$work/row"
    ok "row $row is that of h5py" \
        "$python" tests/support/shard_row.py "$work/row" "$data/c_training_0.hdf5" "$row" "$vocab"
done
h5look --json --stats "$data/c_test_0.hdf5" "$data/c_training_0.hdf5" "$data/c_training_1.hdf5" >"$work/alone"
ok 'the provenance tells as much as a vocabulary, but for reserved pieces' "$python" -c '
import json, sys
first, second = (json.load(open(path))[0]["statistics"] for path in sys.argv[1:])
for name in "reserved", "reserved_seen": del first[name]
assert first == second' "$work/report" "$work/alone"
for format in hdf5-varlen tfrecord; do
    status_is "$format is sound" 0 h5look --verify --stats --json --vocab "$vocab" "$work/$format"
    ok 'with the same numbers' "$python" -c '
import json, sys
def total(path):
    sums = {}
    for report in json.load(open(path)):
        for name, value in report["statistics"].items():
            if isinstance(value, int) and name not in ("median_length", "different_pieces", "reserved_seen", "vocabulary_size", "reserved", "most_predictions"):
                sums[name] = sums.get(name, 0) + value
    return sums
wanted = total(sys.argv[1])
got = total(sys.argv[2])
assert {name: value // 2 for name, value in wanted.items()} == got, (wanted, got)' "$work/report" "$work/stdout"
done
h5look --json --show 3 --vocab "$vocab" "$work"/tfrecord/*/c/training/c_training_0.tfrecord | grep -v '"file"' >"$work/tf"
h5look --json --show 3 --vocab "$vocab" "$data/c_training_0.hdf5" | grep -v '"file"' >"$work/h5"
h5look --json --show 3 --vocab "$vocab" "$work"/hdf5-varlen/*/c/part_00000_of_00002.hdf5 | grep -v '"file"' >"$work/vl"
cmp_files 'a row of TFRecords' "$work/tf" "$work/h5"
cmp_files 'a row of variable length' "$work/vl" "$work/h5"

# --- text -------------------------------------------------------------------------------------------

status_is 'a folder' 0 h5look "$work/hdf5"
like 'the schema' "$(cat "$work/stdout")" 'masked_lm_positions +int32 +rows x 20'
like 'the provenance' "$(cat "$work/stdout")" 'examples.dupe_factor +5'
like 'it is complete' "$(head -n 1 "$work/stdout")" '/c: 3 files, [0-9,]+ rows, .*complete'
status_is 'a row' 0 h5look --show 0 --vocab "$vocab" "$data"
like 'as pieces' "$(cat "$work/stdout")" ' A   \[MASK\] +mask '
status_is 'no such row' 2 h5look --show 1000000 "$data"
like 'says how many there are' "$(cat "$work/stderr")" 'there is no row 1000000; the files have [0-9]+ rows'
sed 's/^the$/teh/' "$vocab" >"$work/other.txt"
status_is 'another vocabulary' 1 h5look --vocab "$work/other.txt" "$data"
like 'is refused' "$(cat "$work/stderr")" 'is not the vocabulary that the shards'
status_is 'no operand' 2 h5look
status_is 'an empty folder' 1 h5look "$work/home"
like 'has no shards' "$(cat "$work/stderr")" 'there are no shards in'
mkfifo "$work/pipe.hdf5"
status_is 'a pipe' 1 h5look "$work/pipe.hdf5"
like 'is no shard' "$(cat "$work/stderr")" 'is not a regular file'
status_is 'a row and statistics' 2 h5look --show 1 --stats "$data"

# --- trainers ---------------------------------------------------------------------------------------

status_is 'an even data set' 0 h5look --verify "$even"
for name in nvidia sagemaker deepspeed habana paddlenlp onnxruntime neuron gpauloski horovod graphcore; do
    like "fits $name" "$(verdict "($name)")" '^  fits '
done
for name in mlperf google nvidia-tensorflow academic-budget-bert; do
    like "does not fit $name" "$(verdict "($name)")" '^  does not '
done
like 'how many workers' "$(verdict '(neuron)')" 'at most 4 workers'
like 'how many ranks' "$(verdict '(horovod)')" '4 shards for 1, 2, 4 ranks'
status_is 'a trainer by name' 0 h5look --trainer neuron --trainer nvidia "$even"
status_is 'another' 4 h5look --trainer mlperf "$even"
like 'cannot read it' "$(cat "$work/stderr")" 'does not fit MLPerf \(mlcommons\): it reads HDF5 shards of variable length'
status_is 'no trainer' 2 h5look --trainer bert "$even"
status_is 'unequal shards' 4 h5look --trainer horovod "$data"
like 'hang ranks' "$(cat "$work/stderr")" 'rows, so that ranks take different numbers of steps and hang'
for name in google nvidia-tensorflow; do
    status_is "TFRecords fit $name" 0 h5look --trainer "$name" "$work/tfrecord"
done
wpiece --vocab "$vocab" "$work"/c_training_*.txt | mkmlm --max-seq-length 512 \
    --max-predictions-per-seq 76 --dupe-factor 10 --same-document-label 1 |
    h5pack -q --format hdf5-varlen -o "$work/mlperf" >/dev/null
status_is "MLPerf's rows fit it" 0 h5look --trainer mlperf "$work/mlperf"
copy one && rm "$copy"/c_training_[123].hdf5 "$copy/dataset.json"
status_is 'a single shard' 4 h5look --trainer nvidia "$copy"
like 'is never trained on' "$(cat "$work/stderr")" 'it never trains on the last shard, and there is only one'
copy notes && echo >"$copy/training.log"
status_is 'a stranger with that word' 4 h5look --verify "$copy"
like 'is found' "$(cat "$work/stderr")" "folder: 'training.log' is no shard"
wpiece --vocab "$vocab" "$work"/c_training_*.txt | mkmlm --max-predictions-per-seq 5 |
    h5pack -q -o "$work/narrow" >/dev/null
status_is 'no room behind predictions' 4 h5look --trainer paddlenlp "$work/narrow"
like 'loses labels' "$(cat "$work/stderr")" '[0-9]+ rows have no 0 in masked_lm_positions'
cp "$work/c_training_0.txt" "$work/c_training_5.txt"
wpiece --vocab "$vocab" "$work"/c_training_[05].txt | mkmlm | h5pack -q -o "$work/twice" >/dev/null
status_is 'the same rows twice' 4 h5look --verify "$work/twice"
like 'are counted' "$(cat "$work/stderr")" 'duplicates: ([0-9]+) of [0-9]+ rows equal one before'

wpiece --vocab "$vocab" "$work"/c_training_[05].txt | mkmlm --no-mask | h5pack -q -o "$work/unmasked" >/dev/null
status_is 'without masks' 0 h5look --verify "$work/unmasked"
like 'they are a warning' "$(verdict duplicates)" '^  warning .* rows equal one before'

# spoil PYTHON: changes the datasets of the copy's first shard, d, and drops dataset.json.
spoil() {
    rm -f "$copy/dataset.json"
    "$python" -c '
import sys, h5py
with h5py.File(sys.argv[1], "r+") as d: exec(sys.argv[2])' "$copy/c_training_0.hdf5" "$1"
}
while IFS='|' read -r name change sentence; do
    copy "${name// /-}" && spoil "$change"
    status_is "$name" 4 h5look --verify "$copy"
    like 'is found' "$(cat "$work/stderr")" "rows: 1 row has $sentence.*, first row 3 of 'c_training_0"
done <<'END'
a hole in the mask|d["input_mask"][3, 2] = 0|an input_mask that is not ones
segments out of order|d["segment_ids"][3, 0] = 1|segment_ids that are not zeros
descending positions|d["masked_lm_positions"][3, 0] = 127; d["masked_lm_positions"][3, 1] = 1|masked_lm_positions that do not ascend
an id too large|d["input_ids"][3, 1] = 99999|ids that the vocabulary does not have
a third label|d["next_sentence_labels"][3] = 2|a next_sentence_label other than 0 and 1
END

# --- damage -----------------------------------------------------------------------------------------

copy changed && printf 'X' | dd of="$copy/c_training_1.hdf5" bs=1 seek=9000 conv=notrunc status=none
status_is 'a changed byte' 3 h5look --verify "$copy"
copy cut && truncate -s 5000 "$copy/c_training_2.hdf5"
status_is 'a shard cut short' 3 h5look --verify "$copy"
like 'has a sentence' "$(cat "$work/stderr")" "c_training_2.hdf5' "
status_is 'also without verifying' 3 h5look "$copy"
like 'the others are told of' "$(cat "$work/stdout")" '[0-9]+ rows +[0-9.]+ KiB  c_training_3.hdf5'
copy gone && rm "$copy/c_training_3.hdf5"
status_is 'a missing shard' 3 h5look --json "$copy"
like 'is missed' "$(cat "$work/stderr")" 'No such file'
ok 'the JSON is whole' "$python" -m json.tool "$work/stdout"
copy swapped && cp "$copy/c_training_0.hdf5" "$copy/c_training_1.hdf5"
status_is "another shard's bytes" 3 h5look --verify "$copy"
like 'are found' "$(cat "$work/stderr")" "checksums: the (size|SHA-256) of 'c_training_1.hdf5' is not what"
copy manifest && echo '{' >"$copy/dataset.json"
status_is 'a damaged dataset.json' 3 h5look "$copy"
echo text >"$work/text.hdf5"
status_is 'a text' 3 h5look "$work/text.hdf5"
record=$(echo "$work"/tfrecord/*/c/test/c_test_0.tfrecord)
head -c 3000 "$record" >"$work/cut.tfrecord"
status_is 'TFRecords cut short' 3 h5look "$work/cut.tfrecord"
like 'have a sentence' "$(cat "$work/stderr")" "is cut short in record 3"
cp "$record" "$work/bad.tfrecord" && printf 'X' | dd of="$work/bad.tfrecord" bs=1 seek=200 conv=notrunc status=none
status_is 'a damaged record' 3 h5look "$work/bad.tfrecord"
like 'fails its checksum' "$(cat "$work/stderr")" 'record 0 fails its checksum'

# --- the page ---------------------------------------------------------------------------------------

page=$work/page.html
status_is 'a page' 0 h5look --html "$page" --verify --vocab "$vocab" "$even"
ok 'is well-formed' "$python" -c '
import sys, xml.dom.minidom
page = xml.dom.minidom.parseString(open(sys.argv[1], encoding="utf-8").read().replace("<!DOCTYPE html>", ""))
assert len(page.getElementsByTagName("svg")) == 4
assert len(page.getElementsByTagName("rect")) > 100' "$page"
unlike 'fetches nothing' "$(cat "$page")" '(src|href)=|url\(|@import'
mkdir "$work/<b>&" && cp "$even"/*.hdf5 "$work/<b>&"
status_is 'a page about an odd name' 0 h5look --html "$page" "$work/<b>&"
like 'is escaped' "$(cat "$page")" '&lt;b&gt;&amp;'
is 'only the page is written' "$(cat "$work/stdout")" ''
status_is 'a page in no folder' 1 h5look --html "$work/none/page.html" "$even"
done_testing
