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

# --- kinds of examples ------------------------------------------------------------------------------

differs '--phase 2' --phase 2
cp "$work/stdout" "$work/phase2"
status_is 'the lengths of phase 2' 0 mkmlm --max-seq-length 512 --max-predictions-per-seq 80 "$tokens"
cmp_files 'the lengths of phase 2: the same' "$work/stdout" "$work/phase2"
same '--phase 1' --phase 1
same 'lengths go before the phase' --phase 2 --max-seq-length 128 --max-predictions-per-seq 20
for kind in whole_word_mask 'ngram 3' sop no_nsp no_mask 'same_document_label 1' \
    random_from_regular 'no_nsp --within-documents'; do
    # shellcheck disable=SC2086 # an option and its argument
    status_is "--$kind" 0 mkmlm -q --$kind "$tokens"
    not_ok "--$kind: other examples" cmp -s "$work/stdout" "$work/examples"
    name=${kind##* --}
    name=${name% *} && name=${name/sop/sentence_order}
    like "--$kind: in the provenance" "$(head -c 4000 "$work/stdout" | tr -d '\0')" \
        "\"${name//-/_}\":(true|3)"
done
unlike 'by default they are not told of' "$(head -c 4000 "$work/examples" | tr -d '\0')" \
    'whole_word|ngram|order|nsp|no_mask|same_document|regular'
for wrong in '--no-nsp --sop' '--no-nsp --same-document-label 0' '--sop --same-document-label 1' \
    --within-documents '--no-mask --whole-word-mask' '--no-mask --ngram 1' \
    '--no-mask --random-from-regular' '--no-mask --max-predictions-per-seq 5'; do
    # shellcheck disable=SC2086 # options are words
    status_is "$wrong" 2 mkmlm $wrong "$tokens"
    like "$wrong: is told" "$(cat "$work/stderr")" "^mkmlm: error: .*${wrong%% *}"
done
for wrong in '--phase 3' '--ngram 0' '--ngram 65' '--same-document-label 2'; do
    # shellcheck disable=SC2086 # an option and its argument
    status_is "$wrong" 2 mkmlm $wrong "$tokens"
done
# A stream from before pieces were told of, without that block.
"$python" - "$tokens" >"$work/before" <<'EOF'
import ctypes
import struct
import sys

xxh3 = ctypes.CDLL("libxxhash.so.0").XXH3_64bits_withSeed
xxh3.restype = ctypes.c_uint64
xxh3.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
stream = open(sys.argv[1], "rb").read()
out, at, sequence = stream[:24], 24, 0
while at < len(stream):
    kind, length = struct.unpack_from("<4sI", stream, at)
    payload = stream[at + 24:at + 24 + length]
    if kind != b"piec":
        head = struct.pack("<4sII", kind, length, sequence)
        check = xxh3(head, 12, 0)
        out += head + struct.pack("<IQ", check & 0xFFFFFFFF, xxh3(payload, length, check)) + payload
        sequence += 1
    at += 24 + length
sys.stdout.buffer.write(out)
EOF
not_ok 'a stream without kinds of pieces: is another' cmp -s "$work/before" "$tokens"
status_is 'a stream without kinds of pieces' 0 mkmlm "$work/before"
cmp_files 'a stream without kinds of pieces: the same examples' "$work/stdout" "$work/examples"
for option in --whole-word-mask --random-from-regular; do
    fails "a stream without kinds of pieces: $option" 2 "the token stream does not tell which \
pieces go on with a word or are no text, as $option needs; make it again with wpiece of this version" \
        mkmlm $option "$work/before"
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
