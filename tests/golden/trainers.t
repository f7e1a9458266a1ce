#!/usr/bin/env bash
#
# A folder of shards, read as the trainers' own loops read it, and made again: the same bytes.
. "$(dirname "$0")/../support/tap.sh"

folder=hdf5_lower_case_1_seq_len_128_max_pred_20_masked_lm_prob_0.15_random_seed_12345_dupe_factor_5

# Three shards of documents, named as a trainer expects them and not in the order of their numbers.
mkdir "$work/text"
awk -v prefix="$work/text/wikicorpus_en_" 'BEGIN { RS = ""; ORS = "\n\n" }
    { print > (prefix (NR % 4 == 0 ? "test_0" : "training_" (NR % 4 == 1 ? 10 : NR % 4)) ".txt") }' \
    "$sample/sample.txt"

make_shards() { # FOLDER OPTION...
    wpiece --vocab "$sample/vocab.txt" "${@:2}" "$work"/text/*.txt | mkmlm "${@:2}" |
        h5pack -o "$1" "${@:2}"
}
(set -o pipefail && make_shards "$work/out" >"$work/list" 2>"$work/messages")
is 'the pipe with nothing but a vocabulary and a folder' $? 0 || diag "$(cat "$work/messages")"

is 'the paths, the data set last' "$(cat "$work/list")" "$(printf '%s\n' \
    "$work/out/./$folder/wikicorpus_en/wikicorpus_en_test_0.hdf5" \
    "$work/out/./$folder/wikicorpus_en/wikicorpus_en_training_10.hdf5" \
    "$work/out/./$folder/wikicorpus_en/wikicorpus_en_training_2.hdf5" \
    "$work/out/./$folder/wikicorpus_en/wikicorpus_en_training_3.hdf5" \
    "$(tail -n 1 "$work/list")")"
like 'dataset.json ends the list' "$(tail -n 1 "$work/list")" "^$work/out/\./.*dataset\.json$"

status_is 'the published loops read every shard' 0 \
    "$python" tests/support/shards.py train "$work/out/$folder/wikicorpus_en"
is 'they see three shards, in sorted order' "$(cut -f1 "$work/stdout" | tr '\n' ' ')" \
    'wikicorpus_en_training_10.hdf5 wikicorpus_en_training_2.hdf5 wikicorpus_en_training_3.hdf5 '
is 'nothing else in the folder carries the word' \
    "$(find "$work/out" -type f -name '*training*' ! -name '*.hdf5')" ''
is 'no temporary file is left' "$(find "$work/out" -name '.*')" ''

sleep 1.1 # a time stamp of whole seconds would show
make_shards "$work/again" --threads 3 >/dev/null 2>&1
ok 'another run, other threads, another second: the same files' diff -r "$work/out" "$work/again"
done_testing
