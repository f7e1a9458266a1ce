#!/usr/bin/env bash
#
# Token ids of random Unicode under every flavor, case, treatment of accents, literals and longest
# word, against the rules written plainly in Python; and of every character that a folding changes.
. "$(dirname "$0")/../support/tap.sh"

oracle() { "$python" tests/support/bert_oracle.py "$@"; }

[ "$(oracle unicode)" = 14.0.0 ] || skip_all "Python knows another Unicode than 14.0"
oracle vocabulary >"$work/vocabulary"
oracle text 1 1500 >"$work/text"
oracle characters >"$work/characters"

# same NAME FILE OPTION...: as many ids, and the same.
same() {
    local name=$1 file=$2
    shift 2
    oracle ids "$work/vocabulary" "$@" <"$file" >"$work/wanted"
    wpiece -q --vocab "$work/vocabulary" --output ids "$@" "$file" >"$work/got"
    cmp_files "$name: ${*:-no options}" "$work/got" "$work/wanted"
}

same 'random text' "$work/text"
lines=0
for flavor in nvidia google; do
    for case in '' --cased; do
        same characters "$work/characters" --flavor $flavor $case --strip-accents yes
        same characters "$work/characters" --flavor $flavor $case --strip-accents no
        same 'random text' "$work/text" --flavor $flavor $case
        for accents in yes no; do
            for literals in real text; do
                for longest in '' '--max-chars-per-word 1' '--max-chars-per-word 7' \
                    '--max-chars-per-word 150'; do
                    lines=$((lines % 1440 + 60))
                    sed -n "$((lines - 59)),${lines}p" "$work/text" >"$work/part"
                    # shellcheck disable=SC2086 # options are words
                    same 'random text' "$work/part" --flavor $flavor $case \
                        --strip-accents $accents --special-literals $literals $longest
                done
            done
        done
    done
done

# What is told of the choice, in the stream's provenance: case, accents, flavor, literals, longest.
told() {
    wpiece --vocab "$sample/vocab.txt" "$@" "$sample/edge/one_word.txt" | head -c 2000 |
        grep -aoE '"(lower_case|strip_accents|flavor|special_literals|max_chars_per_word)":[^,}]*' |
        cut -d: -f2 | tr -d '"' | xargs
}
is 'provenance: no options' "$(told)" 'true true nvidia real 100'
is 'provenance: cased' "$(told --cased)" 'false false nvidia real 100'
is 'provenance: google' "$(told --flavor google)" 'true true google text 200'
is 'provenance: what is given counts, whatever the flavor' \
    "$(told --max-chars-per-word 50 --special-literals real --flavor google --strip-accents no)" \
    'true false google real 50'
is 'provenance: cased without accents' "$(told --cased --strip-accents yes)" \
    'false true nvidia real 100'
not_ok 'no such flavor' wpiece --vocab "$sample/vocab.txt" --flavor other "$sample/sample.txt"
done_testing
