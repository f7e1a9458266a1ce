#!/usr/bin/env bash
#
# Every kind of examples, in combinations and at several lengths, against the rules written plainly
# in Python (tests/support/mlm_oracle.py): the same rows in the same order.
. "$(dirname "$0")/../support/tap.sh"

shopt -s extglob

oracle() { "$python" tests/support/mlm_oracle.py "$@"; }

# Sentences of a few hundred tokens, too; one document of a single sentence; [CLS] and [SEP] as text.
awk 'BEGIN { RS = ""; ORS = "\n\n" } NR <= 14' "$sample/sample.txt" >"$work/text"
{
    printf 'A document of a single sentence, unaffable [SEP] as [CLS] it is.\n\n'
    sed -n 1,40p "$sample/sample.txt" | tr '\n' ' '
    printf '\nshort\n'
} >>"$work/text"
vocabulary=$sample/vocab.txt
wpiece -q --vocab "$vocabulary" --output ids "$work/text" >"$work/ids"
wpiece -q --vocab "$vocabulary" "$work/text" >"$work/tokens"

# same OPTION...: the rows of mkmlm and of the oracle.
same() {
    status_is "$*" 0 mkmlm -q "$@" "$work/tokens" || return
    oracle stream "$work/stdout" >"$work/got"
    oracle rows "$vocabulary" "$work/ids" "$@" >"$work/wanted"
    cmp_files "$*: the same rows" "$work/got" "$work/wanted"
}

for shape in '' '--max-seq-length 64 --max-predictions-per-seq 7 --random-seed 3 --dupe-factor 2' \
    '--max-seq-length 512 --max-predictions-per-seq 80 --short-seq-prob 0.5' \
    '--max-seq-length 300 --max-predictions-per-seq 300 --masked-lm-prob 0.6 --dupe-factor 1' \
    '--max-seq-length 5 --dupe-factor 1' '--max-seq-length 9 --masked-lm-prob 1'; do
    for kind in '' --whole-word-mask --sop '--sop --whole-word-mask' '--ngram 1' '--ngram 3' \
        '--ngram 4 --whole-word-mask' '--sop --ngram 2' --no-nsp '--no-nsp --within-documents' \
        '--no-nsp --whole-word-mask' '--no-nsp --ngram 3 --within-documents' --no-mask \
        '--no-mask --no-nsp' '--no-mask --sop' '--same-document-label 1' \
        '--same-document-label 0 --whole-word-mask' --random-from-regular \
        '--random-from-regular --whole-word-mask --sop'; do
        lengths=$shape
        [[ $kind != *--no-mask* ]] || lengths=${shape/--max-predictions-per-seq +([0-9])/}
        # shellcheck disable=SC2086 # options are words
        same $lengths $kind
    done
done
same --ngram 2 --masked-lm-prob 0
same --whole-word-mask --masked-lm-prob 0
done_testing
