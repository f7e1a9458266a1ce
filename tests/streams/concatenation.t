#!/usr/bin/env bash
#
# Whole streams joined by cat are one stream, if they agree on how they were made.
. "$(dirname "$0")/../support/tap.sh"

split -n l/3 --additional-suffix=.txt "$sample/sample.txt" "$work/part-"
for part in aa ab ac; do
    wpiece --vocab "$sample/vocab.txt" "$work/part-$part.txt" >"$work/$part.tokens"
    mkmlm "$work/$part.tokens" >"$work/$part.examples"
done
wpiece --vocab "$sample/vocab.txt" "$work"/part-*.txt | mkmlm >"$work/all.examples"

h5pack -q -o "$work/one" "$work/all.examples" >/dev/null
is 'one stream of three files' $? 0
cat "$work"/a?.tokens | mkmlm | h5pack -q -o "$work/tokens" >/dev/null
is 'three token streams' "${PIPESTATUS[*]}" '0 0 0'
ok 'the same data set' diff -r "$work/one" "$work/tokens"
cat "$work"/a?.examples | h5pack -q -o "$work/examples" >/dev/null
is 'three example streams' "${PIPESTATUS[*]}" '0 0'
ok 'the same data set' diff -r "$work/one" "$work/examples"

mkmlm --random-seed 1 "$work/ab.tokens" >"$work/other.examples"
cat "$work/aa.examples" "$work/other.examples" >"$work/mixed"
status_is 'examples of two seeds do not mix' 3 h5pack -o "$work/mixed-out" "$work/mixed"
is 'and make no data set' "$(find "$work/mixed-out" -name dataset.json 2>/dev/null)" ''
wpiece --vocab "$sample/vocab-cased.txt" --cased "$work/part-ab.txt" >"$work/cased.tokens"
cat "$work/aa.tokens" "$work/cased.tokens" >"$work/mixed"
status_is 'tokens of two vocabularies do not mix' 3 mkmlm "$work/mixed"

cp "$sample/sample.txt" "$work/wiki_training_0.txt"
wpiece --vocab "$sample/vocab.txt" "$work/wiki_training_0.txt" | mkmlm --dupe-factor 1 >"$work/wiki"
cat "$work/wiki" "$work/wiki" >"$work/twice"
not_ok 'two shards of one number are refused' h5pack -o "$work/twice-out" "$work/twice"
done_testing
