#!/usr/bin/env bash
#
# h5pack --format: the rows in MLPerf's schema and as TFRecords are those of HDF5 shards.
. "$(dirname "$0")/../support/tap.sh"

vocab=$sample/vocab.txt
name=lower_case_1_seq_len_128_max_pred_20_masked_lm_prob_0.15_random_seed_12345_dupe_factor_5
for shard in training_0 training_1 training_2 test_0; do cp "$sample/sample.txt" "$work/c_$shard.txt"; done
head -n 200 "$sample/sample.txt" >"$work/c_training_1.txt"
wpiece --vocab "$vocab" "$work"/c_*.txt | mkmlm >"$work/examples"
status_is 'shards' 0 h5pack -o "$work/hdf5" "$work/examples"
plain=$work/hdf5/hdf5_$name/c

# files FOLDER: the names under it, sorted, in one line.
files() { find "$1" -type f -printf '%P\n' | LC_ALL=C sort | tr '\n' ' '; }

# datasets FOLDER FILE: the digests of a shard's datasets as dataset.json has them.
datasets() {
    "$python" -c '
import json, sys
for shard in json.load(open(sys.argv[1] + "/dataset.json"))["shards"]:
    if shard["file"] == sys.argv[2]: print(shard["rows"], sorted(shard["datasets"].items()))' "$@"
}

# --- TFRecords --------------------------------------------------------------------------------------

status_is '--format tfrecord' 0 h5pack --format tfrecord -o "$work/tf" "$work/examples"
root=$work/tf/tfrecord_$name
is 'lists every file' "$(cat "$work/stdout")" \
    "$work/tf/./tfrecord_$name/c/test/c_test_0.tfrecord
$work/tf/./tfrecord_$name/c/training/c_training_0.tfrecord
$work/tf/./tfrecord_$name/c/training/c_training_1.tfrecord
$work/tf/./tfrecord_$name/c/training/c_training_2.tfrecord
$work/tf/./tfrecord_$name/c/dataset.json"
is 'with nothing but shards beside shards' "$(files "$root")" 'c/dataset.json c/test/c_test_0.tfrecord c/training/c_training_0.tfrecord c/training/c_training_1.tfrecord c/training/c_training_2.tfrecord '
for shard in training_0 training_1 training_2 test_0; do
    ok "the rows of $shard" "$python" tests/support/tfrecord.py \
        "$root/c/${shard%_*}/c_$shard.tfrecord" "$plain/c_$shard.hdf5"
    is "the datasets they stand for, $shard" \
        "$(datasets "$root/c" "${shard%_*}/c_$shard.tfrecord")" "$(datasets "$plain" "c_$shard.hdf5")"
done
h5pack -q --threads 3 --format tfrecord -o "$work/tf3" "$work/examples" >/dev/null
ok 'three threads make the same' diff -r "$work/tf" "$work/tf3"
touch "$root/c/training/c_training_9.tfrecord"
status_is 'a shard of others' 1 h5pack -q --format tfrecord -o "$work/tf" "$work/examples"
like 'is found' "$(cat "$work/stderr")" "c/training/c_training_9.tfrecord' is not of this data set"
status_is 'and removed' 0 h5pack -q --remove-others --format tfrecord -o "$work/tf" "$work/examples"
ok 'when that is asked for' diff -r "$work/tf" "$work/tf3"
ok 's3sync takes the list' bash -c \
    "set -o pipefail; h5pack -q --format tfrecord -o '$work/tf' '$work/examples' | s3sync -q 'file://$work/copy'"
is 'with folders, and dataset.json' "$(files "$work/copy")" "$(files "$work/tf")"
wpiece --vocab "$vocab" "$work/c_training_1.txt" |
    mkmlm --max-seq-length 64 --max-predictions-per-seq 0 >"$work/none.examples"
h5pack -q -o "$work/none.hdf5" "$work/none.examples" >/dev/null
status_is 'without predictions' 0 h5pack -q --format tfrecord -o "$work/none.tf" "$work/none.examples"
ok 'it is read as well' "$python" tests/support/tfrecord.py "$work"/none.tf/*/c/training/*.tfrecord \
    "$work"/none.hdf5/*/c/*.hdf5

# --- MLPerf's schema --------------------------------------------------------------------------------

status_is '--format hdf5-varlen' 0 h5pack --format hdf5-varlen -o "$work/varlen" "$work/examples"
root=$work/varlen/hdf5_varlen_$name
is 'names parts by their number, test rows in a folder of their own' "$(files "$root")" \
    'c/dataset.json c/part_00000_of_00003.hdf5 c/part_00001_of_00003.hdf5 c/part_00002_of_00003.hdf5 c_test/dataset.json c_test/part_00000_of_00001.hdf5 '
cat >"$work/varlen.py" <<'EOF'
import sys, h5py, numpy
part, shard = (h5py.File(path, "r") for path in sys.argv[1:])
assert sorted(part) == ["input_ids", "masked_lm_ids", "masked_lm_positions", "next_sentence_labels", "segment_ids"]
for key in part:
    kind = h5py.check_vlen_dtype(part[key].dtype)
    assert kind == (None if key == "next_sentence_labels" else numpy.dtype("<i2")), (key, kind)
    assert part[key].shape == (len(shard["input_ids"]),), key
rows = {key: shard[key][()] for key in shard}
assert numpy.array_equal(part["next_sentence_labels"][()], rows["next_sentence_labels"])
for row in range(len(rows["input_ids"])):
    length = rows["input_mask"][row].sum()
    count = numpy.count_nonzero(rows["masked_lm_positions"][row])
    for key, size in ("input_ids", length), ("segment_ids", length), ("masked_lm_ids", count), ("masked_lm_positions", count):
        assert numpy.array_equal(part[key][row], rows[key][row][:size]), (row, key)
assert "h5pack" in part.attrs["mlmprep_provenance"]
EOF
for number in 0 1 2; do
    ok "the rows of part $number" "$python" "$work/varlen.py" \
        "$root/c/part_0000${number}_of_00003.hdf5" "$plain/c_training_$number.hdf5"
done
ok 'the rows for tests' "$python" "$work/varlen.py" "$root/c_test/part_00000_of_00001.hdf5" \
    "$plain/c_test_0.hdf5"
is 'the datasets they stand for' "$(datasets "$root/c" part_00001_of_00003.hdf5)" \
    "$(datasets "$plain" c_training_1.hdf5)"
h5pack -q --threads 3 --format hdf5-varlen -o "$work/varlen3" <"$work/examples" >/dev/null
ok 'three threads make the same, of a pipe too' diff -r "$work/varlen" "$work/varlen3"
h5pack -q --format hdf5-varlen --shards 7 -o "$work/seven" "$plain" >/dev/null
h5pack -q --shards 7 -o "$work/seven.hdf5" "$plain" >/dev/null
is 'cut anew, out of a finished data set' "$(files "$work"/seven/*/c)" \
    'dataset.json part_00000_of_00007.hdf5 part_00001_of_00007.hdf5 part_00002_of_00007.hdf5 part_00003_of_00007.hdf5 part_00004_of_00007.hdf5 part_00005_of_00007.hdf5 part_00006_of_00007.hdf5 '
ok 'the rows are the same' "$python" "$work/varlen.py" "$work"/seven/*/c/part_00006_of_00007.hdf5 \
    "$work"/seven.hdf5/*/c/c_training_6.hdf5

status_is 'compression for another format' 2 \
    h5pack --format tfrecord --compress zlib -o "$work/none" "$work/examples"
like 'is refused' "$(cat "$work/stderr")" 'files of the others are not compressed'
status_is 'another format' 2 h5pack --format parquet -o "$work/none" "$work/examples"
ok 'and no folder is made' test ! -e "$work/none"
for format in hdf5-varlen tfrecord; do
    rm -rf "$work/other"
    h5pack -q --format $format --rows 100 -o "$work/other" "$work/examples" >/dev/null
    status_is "a data set of $format cannot be cut anew" 2 \
        h5pack -q --shards 2 -o "$work/again" "$work"/other/*/c
    like 'which is told' "$(cat "$work/stderr")" "holds files of --format $format, and only hdf5 is"
done
done_testing
