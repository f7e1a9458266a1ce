#!/usr/bin/env bash
#
# wpiece: vocabularies, texts, shards and what is said of them.
. "$(dirname "$0")/../support/tap.sh"

vocab=$sample/vocab.txt
edge=$sample/edge
status_of() { # COMMAND...: output in $work/stdout, messages in $work/stderr
    code=0
    "$@" >"$work/stdout" 2>"$work/stderr" || code=$?
}
pieces() { wpiece --vocab "$vocab" --output tokens "$@"; }
ids() { wpiece --vocab "$vocab" --output ids "$@"; }

# fails NAME STATUS SENTENCE COMMAND...: nothing but the sentence comes out of it.
fails() {
    status_is "$1: exit $2" "$2" "${@:4}"
    is "$1: one sentence" "$(cat "$work/stderr")" "wpiece: error: $3"
    is "$1: no result" "$(cat "$work/stdout")" ''
}

# shards [OPTION]...: the names of the shards of a token stream on standard input, joined.
shards() {
    LC_ALL=C grep -abo 'SBEG' "$1" | while IFS=: read -r at _; do
        length=$(od -An -tu4 -j $((at + 4)) -N 4 "$1")
        tail -c +$((at + 24 + 16 + 1)) "$1" | head -c $((length - 16))
        echo
    done
}

# --- text for people --------------------------------------------------------------------------------

printf 'One fish.\n\xe2\x80\x8b\nTwo fish [MASK]\n\n \nThe sea unaffable' >"$work/fish.txt"
pieces "$work/fish.txt" >"$work/stdout"
is 'pieces: a line a sentence, none for one without tokens, an empty one between documents' \
    "$(cat "$work/stdout")" "one fish .
two fish [MASK]

the sea un ##a ##ff ##ab ##le"
is 'ids: the same as numbers' "$(ids "$work/fish.txt")" "1038 1511 117
1023 1511 103

954 1491 1225 595 1460 1201 1020"
is 'a file ends a document' "$(pieces "$work/fish.txt" "$work/fish.txt" | grep -c '^$')" 3
is 'cased: case is kept' "$(wpiece --vocab "$sample/vocab-cased.txt" --cased --output tokens \
    "$work/fish.txt" | head -n 1)" 'One fish .'
is 'special literals as text' "$(pieces --special-literals text "$work/fish.txt" | sed -n 2p)" \
    'two fish [ m ##as ##k ]'
is 'a long word becomes unknown' "$(pieces --max-chars-per-word 8 "$work/fish.txt" | tail -n 1)" \
    'the sea [UNK]'
is 'standard input' "$(pieces <"$work/fish.txt")" "$(cat "$work/stdout")"
is 'standard input by its name' "$(pieces - <"$work/fish.txt")" "$(cat "$work/stdout")"
is 'standard input among files' \
    "$(echo 'Red fish.' | pieces "$work/fish.txt" - "$work/fish.txt" | grep 'fish \.')" 'one fish .
red fish .
one fish .'
is 'a pipe instead of a file' "$(pieces <(cat "$work/fish.txt"))" "$(cat "$work/stdout")"
is 'another locale, another time zone' \
    "$(LC_ALL=C TZ=Asia/Tokyo pieces "$work/fish.txt")" "$(cat "$work/stdout")"

# --- vocabularies -----------------------------------------------------------------------------------

fails 'a vocabulary that is not there' 1 \
    "cannot open '$work/none': No such file or directory; check the path" \
    wpiece --vocab "$work/none" --output ids "$work/fish.txt"
fails 'a folder for a vocabulary' 1 "'$work' is a folder; name the files in it" \
    wpiece --vocab "$work" --output ids "$work/fish.txt"
fails 'an empty vocabulary' 3 \
    "the vocabulary '/dev/null' is empty; a vocabulary has one token a line" \
    wpiece --vocab /dev/null --output ids "$work/fish.txt"
status_is 'a text for a vocabulary' 3 \
    wpiece --vocab "$work/fish.txt" --output ids "$work/fish.txt"
like 'a text for a vocabulary: it lacks what makes one' "$(cat "$work/stderr")" \
    'lacks \[PAD\], \[UNK\], \[CLS\], \[SEP\], \[MASK\]; each stands on a line of its own'
grep -vx -F '[MASK]' "$vocab" >"$work/no-mask"
status_is 'a vocabulary without [MASK]' 3 wpiece --vocab "$work/no-mask" "$work/fish.txt"
like 'a vocabulary without [MASK]: only that is missed' "$(cat "$work/stderr")" \
    '\(3999 lines\) lacks \[MASK\]; '
status_is 'a program for a vocabulary' 3 \
    wpiece --vocab "$build/bin/wpiece" --output ids "$work/fish.txt"
like 'a program for a vocabulary: where it is none' "$(cat "$work/stderr")" 'NUL byte in line 1'
fails 'a vocabulary of another size' 1 "the vocabulary has 4000 lines where 30522 are expected; \
give the right vocabulary or size" \
    wpiece --vocab "$vocab" --vocab-size 30522 --output ids "$work/fish.txt"
status_is 'a vocabulary of the right size' 0 \
    wpiece --vocab "$vocab" --vocab-size 4000 --output ids "$work/fish.txt"
{ cat "$vocab" && printf 'fish\nsea\nfish\n'; } >"$work/repeats"
status_is 'a vocabulary with repeated tokens' 0 \
    wpiece --vocab "$work/repeats" --output ids "$work/fish.txt"
is 'a vocabulary with repeated tokens: is warned of' "$(cat "$work/stderr")" \
    "wpiece: warning: 2 tokens stand more than once in '$work/repeats' (the first is 'sea', lines \
1492 and 4002); the last line of each is its id"
like 'a vocabulary with repeated tokens: the last line is the id' "$(cat "$work/stdout")" \
    '^1038 4002 117'
status_is 'and with --quiet' 0 wpiece -q --vocab "$work/repeats" --output ids "$work/fish.txt"
is 'nothing is said' "$(cat "$work/stderr")" ''
{ echo extra && cat "$vocab"; } >"$work/shifted"
status_is 'a vocabulary whose [PAD] is not 0' 0 \
    wpiece --vocab "$work/shifted" --output ids "$work/fish.txt"
like 'a vocabulary whose [PAD] is not 0: is warned of' "$(cat "$work/stderr")" \
    "warning: \[PAD\] is id 1 in "

# --- texts ------------------------------------------------------------------------------------------

fails 'a text that is not there' 1 \
    "cannot open '$work/none': No such file or directory; check the path" ids "$work/none"
fails 'a folder for a text' 1 "'$work' is a folder; name the files in it" ids "$work"
fails 'a missing text behind others is told before any work' 1 \
    "cannot open '$work/none': No such file or directory; check the path" \
    ids "$work/fish.txt" "$work/none"

printf '\xe2\x80\x8b\n\n\xe2\x80\x8b' >"$work/no_tokens.txt"
for empty in /dev/null "$edge/empty.txt" "$edge/only_blank.txt" "$work/no_tokens.txt"; do
    name=${empty##*/}
    status_of wpiece --vocab "$vocab" "$empty"
    is "$name: exit 1" $code 1
    is "$name: a shard without rows is not made" "$(cat "$work/stderr")" "wpiece: error: '$empty' \
holds no text, and a shard without rows breaks trainers; leave it out"
    is "$name: the stream says so, and has no shard" \
        "$(grep -ac 'SBEG' "$work/stdout") $(grep -ac 'ERRO' "$work/stdout")" '0 1'
    status_is "$name: as text it is empty" 0 ids "$empty"
    is "$name: as text it is empty" "$(cat "$work/stdout" "$work/stderr")" ''
done
status_of wpiece --vocab "$vocab" </dev/null
is 'empty standard input: exit 1' $code 1
status_of wpiece --vocab "$vocab" "$work/fish.txt" "$edge/empty.txt" "$work/fish.txt"
is 'an empty file among several: exit 1' $code 1
like 'an empty file among several: is named' "$(cat "$work/stderr")" "error: '$edge/empty.txt' holds"
is 'an empty file among several: ends the stream' "$(shards "$work/stdout")" fish
not_ok 'an empty file among several: the next tool fails' mkmlm "$work/stdout"

for ((i = 0; i < 20; i++)); do printf 'a\xff b\n'; done >"$work/bad.txt"
status_is 'malformed UTF-8' 0 ids "$work/bad.txt"
is 'malformed UTF-8: is dropped' "$(sort -u "$work/stdout")" '142 143'
is 'malformed UTF-8: the first of it is named' "$(head -n 2 "$work/stderr")" \
    "wpiece: warning: '$work/bad.txt', line 1, byte 1: malformed UTF-8, dropped
wpiece: warning: '$work/bad.txt', line 2, byte 6: malformed UTF-8, dropped"
is 'malformed UTF-8: not all of it is' "$(wc -l <"$work/stderr")" 9
is 'malformed UTF-8: but counted' "$(tail -n 1 "$work/stderr")" \
    "wpiece: warning: '$work/bad.txt': 20 malformed UTF-8 sequences in all"
ids --quiet --report "$work/report" "$work/bad.txt" "$work/bad.txt" >/dev/null 2>"$work/stderr"
is 'malformed UTF-8: --quiet says nothing' "$(cat "$work/stderr")" ''
like 'malformed UTF-8: the report counts it' "$(cat "$work/report")" '"malformed": 40,'
fails 'malformed UTF-8 under --strict' 3 "'$work/bad.txt' has malformed UTF-8 in line 1, at byte 1; \
convert it to UTF-8, or let each such sequence be dropped by not being strict" \
    ids --strict "$work/bad.txt"
status_is 'sound UTF-8 under --strict' 0 ids --strict "$sample/sample.txt"

printf 'One fish.\n\030sentsplit: it is on fire\n' >"$work/cancel.txt"
status_is 'a text that says it is incomplete' 3 ids "$work/cancel.txt"
is 'repeats its sentence' "$(cat "$work/stderr")" \
    "wpiece: error: '$work/cancel.txt' says in line 2 that it is incomplete: sentsplit: it is on fire"

# --- shards -----------------------------------------------------------------------------------------

mkdir -p "$work/a" "$work/b"
cp "$work/fish.txt" "$work/a/wiki.txt"
cp "$work/fish.txt" "$work/b/wiki.txt"
cp "$work/fish.txt" "$work/wiki.text"
wpiece --vocab "$vocab" "$work/a/wiki.txt" "$work/b/wiki.txt" "$work/wiki.text" >"$work/stream"
is 'a file is a shard, named after it without .txt' "$(shards "$work/stream")" 'wiki
wiki
wiki.text'
is 'two files of one name make two shards' \
    "$(mkmlm "$work/stream" 2>/dev/null | h5pack -q -o "$work/out" | grep -o '[^/]*hdf5$')" \
    'wiki_training_0.hdf5
wiki_training_1.hdf5
wiki.text_training_2.hdf5'

many=$edge/many_docs.txt
for cut in '40 --shard-docs 1' '4 --shard-docs 10' '1 --shard-docs 0' '30 --shard-tokens 20' \
    '1 --shard-tokens 0' '21 --shard-bytes 100' '1 --shard-bytes 1M' \
    '40 --shard-bytes 1M --shard-docs 1'; do
    read -r wanted options <<<"$cut"
    # shellcheck disable=SC2086 # options are words
    wpiece --vocab "$vocab" --name many $options <"$many" >"$work/stream"
    is "standard input with $options" "$(shards "$work/stream" | uniq -c | tr -s ' ')" \
        " $wanted many"
    # shellcheck disable=SC2086
    ids $options <"$many" >"$work/stdout"
    cmp_files "standard input with $options: the same text" "$work/stdout" <(ids "$many")
done
wpiece --vocab "$vocab" --shard-docs 1 "$many" >"$work/stream"
is 'a file is never cut' "$(shards "$work/stream")" many_docs
wpiece --vocab "$vocab" <"$many" >"$work/stream"
is 'standard input has a name by default' "$(shards "$work/stream")" corpus
for name in a/b $'a\nb' $'\xff'; do
    status_of wpiece --vocab "$vocab" --name "$name" <"$many"
    is "a name that is none ($(tr -c 'a-z/' '?' <<<"$name")): exit 2" $code 2
    like 'is told' "$(cat "$work/stderr")" 'cannot name a shard: .* 1 to 255 bytes of UTF-8'
done
done_testing
