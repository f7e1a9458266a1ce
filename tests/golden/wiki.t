#!/usr/bin/env bash
#
# Real Wikipedia text with Google's vocabularies: token ids and datasets are the reference's. The data
# are not ours to ship: the test is skipped where they are not found.
. "$(dirname "$0")/../support/tap.sh"
. "$root/tests/support/pipe.sh"

golden=$shared/golden
[ -f "$golden/wiki_valid.txt" ] || skip_all "no Wikipedia text in '$golden' (see MLMPREP_SHARED)"
uncased=$golden/bert-base-uncased-vocab.txt
cased=$golden/bert-base-cased-vocab.txt

wpiece --vocab "$uncased" --output=ids "$golden/wiki_valid.txt" >"$work/ids"
cmp_files 'ids, uncased' "$work/ids" "$golden/wiki_valid.uncased.ids"
wpiece --vocab "$cased" --cased --output=ids "$golden/wiki_valid.txt" >"$work/ids"
cmp_files 'ids, cased' "$work/ids" "$golden/wiki_valid.cased.ids"

: >"$work/messages"
mapfile -t names < <(cut -f1 "$golden/digests.tsv" | grep '^valid_' | sort -u)
for name in "${names[@]}"; do
    IFS=_ read -r _ length predictions seed dupe <<<"$name"
    path=$(shards_of "$work/out" wpiece --vocab "$uncased" mkmlm --max-seq-length "$length" \
        --max-predictions-per-seq "$predictions" --random-seed "$seed" --dupe-factor "$dupe" \
        "$golden/wiki_valid.txt")
    if ok "$name: a shard" test -f "$path"; then
        is "$name: datasets" \
            "$("$python" tests/support/shards.py digest "$path" | sed "s|^[^	]*|$name|")" \
            "$(grep "^$name"$'\t' "$golden/digests.tsv")"
    else
        diag "$(head -c 1000 "$work/messages")"
    fi
    rm -rf "$work/out"
done

# Larger texts, by the checksum of their ids; too much for a build with sanitizers.
while read -r name sha256; do
    text=$shared/corpus/$name.txt.xz
    if [ ! -f "$text" ] || [ -n "${SANITIZE:-}" ]; then
        skip "ids of the text '$name'" "no '$text', or built with sanitizers"
        continue
    fi
    got=$(xz -dc "$text" | wpiece --vocab "$uncased" --output=ids | sha256sum)
    is "ids of the text '$name'" "${got%% *}" "$sha256"
done <<'END'
en 51e2c303ffab242a07512e4561cd98fad3d1b87b899a013d9a8dba7526dce6b5
multi 5181ac54b1541ebd94ae7e511b50ff05d3be088f74deb8c138a58ecd93897ac1
END
done_testing
