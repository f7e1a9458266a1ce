#!/usr/bin/env bash
#
# Runs of other references (Google's BERT with whole words, ALBERT, labels as MLPerf has them), done
# again with the whole pipe: each of the six datasets has its type, shape and bytes.
. "$(dirname "$0")/../support/tap.sh"
. "$root/tests/support/pipe.sh"

golden=$shared/golden
[ -f "$golden/modes.tsv" ] || skip_all "no digests of other references beside the repository"

# case NAME TEXT VOCABULARY OPTION...: makes NAME.hdf5 and compares its digests.
: >"$work/messages"
case_is() {
    local name=$1 text=$2 vocabulary=$3 path
    shift 3
    path=$(shards_of "$work/out" wpiece --vocab "$vocabulary" --flavor google mkmlm "$@" "$text")
    ok "$name: a shard" test -f "$path" || { diag "$(tail -n 3 "$work/messages")" && return; }
    mv "$path" "$work/$name.hdf5"
    rm -rf "$work/out"
    is "$name: datasets" "$(cd "$work" && "$python" "$root/tests/support/shards.py" digest \
        "$name.hdf5" | sed 's/\.hdf5//')" "$(grep "^$name"$'\t' "$golden/modes.tsv")"
}

vocabulary=$sample/vocab.txt
case_is sample_wwm_128_20 "$sample/sample.txt" "$vocabulary" --whole-word-mask
case_is sample_wwm_512_80_seed7_dupe2 "$sample/sample.txt" "$vocabulary" --whole-word-mask \
    --phase 2 --random-seed 7 --dupe-factor 2
case_is single_doc_same_document_label_1 "$sample/edge/single_doc.txt" "$vocabulary" \
    --same-document-label 1
case_is sample_sop_128_20 "$sample/sample.txt" "$vocabulary" --sop
case_is sample_sop_wwm_128_20 "$sample/sample.txt" "$vocabulary" --sop --whole-word-mask
case_is valid_wwm_128_20 "$golden/wiki_valid.txt" "$golden/bert-base-uncased-vocab.txt" \
    --whole-word-mask
cases=$(tail -n +2 "$golden/modes.tsv" | cut -f1 | sort -u | wc -l)
is 'all cases were run' "$(find "$work" -maxdepth 1 -name '*.hdf5' | wc -l)" "$cases"
done_testing
