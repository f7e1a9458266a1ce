#!/usr/bin/env bash
#
# Every run of the reference on the sample texts (tests/sample/golden/cases.tsv), done again with the
# whole pipe: each of the six datasets has its type, shape and bytes.
. "$(dirname "$0")/../support/tap.sh"
. "$root/tests/support/pipe.sh"

# The reference makes empty datasets of these, or fails; here they are errors.
no_rows=' edge_empty edge_one_newline edge_only_blank edge_whitespace_only sample_dupe0 sample_s4 '

cases=()
while IFS=$'\t' read -r name input vocabulary arguments _; do
    case $name in
    case | edge_malformed_*) continue ;;
    esac
    cased=()
    [ "$name" != sample_cased ] || cased=(--cased)
    folder=$work/out/$name
    read -ra options <<<"$(mkmlm_options "$arguments")"
    : >"$work/messages"
    status=0
    path=$(shards_of "$folder" wpiece --vocab "$sample/$vocabulary" "${cased[@]}" \
        mkmlm "${options[@]}" "$sample/$input") || status=$?
    if [[ $no_rows == *" $name "* ]]; then
        ok "$name: an error" test $status -ne 0
        ok "$name: is told" test -s "$work/messages"
        is "$name: leaves nothing" "$(find "$folder" -type f 2>/dev/null)" ''
    elif is "$name: status" $status 0 && ok "$name: a shard" test -f "$path"; then
        mv "$path" "$work/$name.hdf5"
        cases+=("$name")
    else
        diag "$(head -c 1000 "$work/messages")"
    fi
    rm -rf "$folder"
done <"$sample/golden/cases.tsv"

cd "$work" || exit 1
"$python" "$root/tests/support/shards.py" digest "${cases[@]/%/.hdf5}" | sed 's/\.hdf5//' >digests
for name in "${cases[@]}"; do
    is "$name: datasets" "$(grep "^$name"$'\t' digests)" \
        "$(grep "^$name"$'\t' "$sample/golden/digests.tsv")"
done

# Malformed text stops the reference. Here it costs the bad bytes, which are counted and named.
for file in "$sample"/edge/malformed/*.txt; do
    name=$(basename "$file")
    status_is "$name: goes on" 0 wpiece --vocab "$sample/vocab.txt" --output=ids "$file"
    like "$name: names the place" "$(cat "$work/stderr")" "$name"
    status_is "$name: stops when strict" 3 wpiece --vocab "$sample/vocab.txt" --output=ids --strict "$file"
done
done_testing
