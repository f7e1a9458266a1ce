#!/usr/bin/env bash
#
# mkmlm: what it reads, what its options change, what it warns of and refuses.
. "$(dirname "$0")/../support/tap.sh"

vocab=$sample/vocab.txt
tokens=$work/tokens
wpiece --vocab "$vocab" "$sample/edge/plain.txt" "$sample/edge/two_docs.txt" >"$tokens"
mkmlm "$tokens" >"$work/examples"
is 'examples are made' $? 0

# fails NAME STATUS SENTENCE COMMAND...: the sentence, and a stream that carries it to the next tool.
fails() {
    status_is "$1: exit $2" "$2" "${@:4}"
    is "$1: one sentence" "$(cat "$work/stderr")" "mkmlm: error: $3"
    cp "$work/stdout" "$work/failed"
    status_is "$1: the next tool fails" 3 h5pack -o "$work/none" "$work/failed"
    is "$1: and repeats it" "$(cat "$work/stderr")" "h5pack: error: mkmlm: $3"
}

# --- what it reads ----------------------------------------------------------------------------------

mkmlm <"$tokens" >"$work/stdout"
cmp_files 'standard input' "$work/stdout" "$work/examples"
# shellcheck disable=SC2002 # a pipe is wanted
cat "$tokens" | mkmlm - >"$work/stdout"
cmp_files 'standard input by its name, a pipe' "$work/stdout" "$work/examples"
LC_ALL=C TZ=Asia/Tokyo mkmlm "$tokens" >"$work/stdout"
cmp_files 'another locale, another time zone' "$work/stdout" "$work/examples"

status_is 'a stream that is not there' 1 mkmlm "$work/none"
is 'is told' "$(cat "$work/stderr")" \
    "mkmlm: error: cannot open '$work/none': No such file or directory; check the path"
status_is 'a folder for a stream' 1 mkmlm "$work"
is 'is told' "$(cat "$work/stderr")" "mkmlm: error: '$work' is a folder; name the files in it"
fails 'a text for a stream' 3 \
    "$sample/edge/plain.txt is no stream of tokens; make them with wpiece" \
    mkmlm "$sample/edge/plain.txt"
fails 'examples for tokens' 3 \
    "$work/examples holds examples where tokens are needed; make them with wpiece" \
    mkmlm "$work/examples"
fails 'nothing' 3 "/dev/null is empty; the tool before it ended without writing anything" \
    mkmlm /dev/null
head -c 200 "$tokens" >"$work/cut"
fails 'a stream that was cut short' 3 "after 0 whole shards: $work/cut was cut short after 200 \
bytes, without a stream end; the tool before it did not finish" mkmlm "$work/cut"
sed 's/$/\r/' "$tokens" >"$work/dos"
fails 'a stream sent as text' 3 \
    "$work/dos was damaged by a transfer in text mode; transfer it as binary" mkmlm "$work/dos"
cat "$tokens" "$sample/edge/plain.txt" >"$work/more"
status_is 'something behind the stream' 3 mkmlm "$work/more"
like 'is told' "$(cat "$work/stderr")" "behind the stream's end: .* is no stream of tokens"
cat "$tokens" "$tokens" >"$work/two"
status_is 'two streams in one' 0 mkmlm --report "$work/report" "$work/two"
like 'both are read' "$(cat "$work/report")" '"shards": 4,'

# --- options ----------------------------------------------------------------------------------------

# differs NAME OPTION...: the examples are others than by default; prints their size.
differs() {
    status_is "$1" 0 mkmlm "${@:2}" "$tokens"
    not_ok "$1: other examples" cmp -s "$work/stdout" "$work/examples"
}
same() {
    status_is "$1" 0 mkmlm "${@:2}" "$tokens"
    cmp_files "$1: the same examples" "$work/stdout" "$work/examples"
}
differs '--max-seq-length' --max-seq-length 64
differs '--max-predictions-per-seq' --max-predictions-per-seq 5
differs '--masked-lm-prob' --masked-lm-prob 0.5
differs '--short-seq-prob' --short-seq-prob 1
differs '--dupe-factor' --dupe-factor 6
differs '--random-seed' --random-seed 7
differs 'a seed of any size' --random-seed 123456789012345678901234567890
differs 'a seed below zero' --random-seed -12345
differs '--seed-per-shard' --seed-per-shard
same 'the names that Python programs use' --max_seq_length 128 --max_predictions_per_seq=20 \
    --masked_lm_prob .15 --short_seq_prob=0.10 --dupe_factor 5 --random_seed 12345
same '--memory that suffices' --memory 1G
same '--special-literals as they are' --special-literals real
same 'either special literals' --special-literals either

fails '--memory that does not suffice' 1 "$(mkmlm --memory 1K "$tokens" 2>&1 >/dev/null |
    sed 's/^mkmlm: error: //')" mkmlm --memory 1K "$tokens"
like '--memory that does not suffice: what to do' "$(mkmlm --memory 1K "$tokens" 2>&1 >/dev/null)" \
    '^mkmlm: error: .* memory.*smaller shards$'
fails 'other special literals' 2 "the text was tokenized with --special-literals real; run wpiece \
with --special-literals text" mkmlm --special-literals text "$tokens"
for seed in - x 1.5 0x10 ' 1' 1e3 ../1; do
    status_is "a seed that is none: '$seed'" 2 mkmlm --random-seed "$seed" "$tokens"
    is "a seed that is none: '$seed': is told" "$(cat "$work/stderr")" \
        "mkmlm: error: seed '$seed' is not a whole decimal number; write one such as 12345"
done
for wrong in '--max-seq-length 4' '--max-seq-length 65536' '--max-predictions-per-seq 65536' \
    '--masked-lm-prob 1.1' '--masked-lm-prob -0.1' '--masked-lm-prob nan' '--short-seq-prob 2' \
    '--dupe-factor 0' '--dupe-factor 4294967296' '--memory -1'; do
    # shellcheck disable=SC2086 # an option and its argument
    status_is "$wrong" 2 mkmlm $wrong "$tokens"
    like "$wrong: is told" "$(cat "$work/stderr")" "^mkmlm: error: ${wrong% *} takes a "
    is "$wrong: nothing is written" "$(head -c 10 "$work/stdout" | tr -d '\0')" ''
done

# --- what trainers stumble over ---------------------------------------------------------------------

status_is 'rows that may be full of predictions' 0 \
    mkmlm --max-predictions-per-seq 19 "$tokens"
like 'are warned of' "$(cat "$work/stderr")" \
    '^mkmlm: warning: a row can have 19 predictions, which fills --max-predictions-per-seq 19; '
cp "$work/stdout" "$work/full"
status_is 'and with --quiet' 0 mkmlm -q --max-predictions-per-seq 19 "$tokens"
is 'not even that' "$(cat "$work/stderr")" ''
cmp_files 'with the same result' "$work/stdout" "$work/full"
status_is 'and are refused under --strict' 2 mkmlm --strict --max-predictions-per-seq 19 "$tokens"
like 'which is told' "$(tail -n 1 "$work/stderr")" '^mkmlm: error: under --strict, '
same 'defaults under --strict' --strict

printf 'One fish.\n' | wpiece --vocab "$vocab" | mkmlm --report "$work/report" >"$work/stdout"
is 'a text of one sentence' "${PIPESTATUS[*]}" '0 0 0'
like 'makes a row for each time it is used' "$(cat "$work/report")" '"rows": 5'
done_testing
