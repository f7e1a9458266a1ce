#!/usr/bin/env bash
#
# Text that ends in a CANCEL line: an upstream tool failed, and its sentence goes down the pipe.
. "$(dirname "$0")/../support/tap.sh"

sentence="textsource: cannot read 'part 7': it is on fire"
# So much text that whole shards have gone down the pipe before the line is met.
{
    for _ in {1..30}; do cat "$sample/sample.txt"; done
    printf '\030%s\n' "$sentence"
} >"$work/cancelled.txt"

for pipe in file stdin; do
    rm -rf "$work/out" "$work/bucket"
    if [ $pipe = file ]; then operand=$work/cancelled.txt; else operand=-; fi
    wpiece --vocab "$sample/vocab.txt" --shard-tokens 50000 "$operand" \
        <"$work/cancelled.txt" 2>"$work/wpiece.log" |
        mkmlm --dupe-factor 1 2>"$work/mkmlm.log" | h5pack -o "$work/out" 2>"$work/h5pack.log" |
        s3sync "file://$work/bucket" >/dev/null 2>"$work/s3sync.log"
    is "$pipe: every tool fails with 3" "${PIPESTATUS[*]}" '3 3 3 3'
    for tool in wpiece mkmlm h5pack; do
        is "$pipe: $tool repeats the sentence, once" \
            "$(grep -cF "$sentence" "$work/$tool.log")" 1 || diag "$(cat "$work/$tool.log")"
    done
    is "$pipe: no dataset.json" \
        "$(find "$work/out" "$work/bucket" -name dataset.json 2>/dev/null)" ''
done
# Standard input was cut into shards, and those before the failure were whole.
ok 'shards that were whole are there' test -n "$(find "$work/out" -name '*.hdf5')"

printf 'One fish.\n\030%s\nTwo fish.\n' "$sentence" >"$work/middle.txt"
status_is 'a CANCEL line stops reading wherever it stands' 3 \
    wpiece --vocab "$sample/vocab.txt" --output=ids "$work/middle.txt"
like 'and is told' "$(cat "$work/stderr")" 'it is on fire'
printf 'One\030 fish.\n' >"$work/inside.txt"
status_is 'U+0018 inside a line is only a control character' 0 \
    wpiece --vocab "$sample/vocab.txt" --output=ids "$work/inside.txt"
done_testing
