#!/usr/bin/env bash
#
# 120 runs of example making at random parameters over documents of the sample text.
. "$(dirname "$0")/../support/tap.sh"
. "$root/tests/support/pipe.sh"

# documents FIRST COUNT: documents of the sample text, counted from 0.
documents() {
    awk -v first="$1" -v count="$2" 'BEGIN { RS = ""; ORS = "\n\n" }
        NR > first && NR <= first + count' "$sample/sample.txt"
}

wanted=$work/wanted
: >"$wanted"
: >"$work/messages"
while IFS=$'\t' read -r name first count length predictions mask_prob short_prob seed dupe rows sha; do
    [ "$name" != case ] || continue
    documents "$first" "$count" >"$work/text.txt"
    path=$(shards_of "$work/out" wpiece --vocab "$sample/vocab.txt" \
        mkmlm --max-seq-length "$length" --max-predictions-per-seq "$predictions" \
        --masked-lm-prob "$mask_prob" --short-seq-prob "$short_prob" --random-seed "$seed" \
        --dupe-factor "$dupe" "$work/text.txt") && mv "$path" "$work/$name.hdf5"
    rm -rf "$work/out"
    printf '%s\t%s\t%s\n' "$name.hdf5" "$rows" "$sha" >>"$wanted"
done <"$sample/golden/random_cases.tsv"

cd "$work" || exit 1
ok 'all cases made shards' test "$(find . -name '*.hdf5' | wc -l)" -eq 120 ||
    diag "$(head -c 2000 "$work/messages")"
cut -f1 "$wanted" | while read -r file; do [ ! -f "$file" ] || echo "$file"; done |
    xargs "$python" "$root/tests/support/shards.py" whole >got
while read -r name rows sha; do
    is "case ${name%.hdf5}: rows and bytes" "$(grep "^$name"$'\t' got)" "$name"$'\t'"$rows"$'\t'"$sha"
done <"$wanted"
done_testing
