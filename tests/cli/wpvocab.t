#!/usr/bin/env bash
#
# wpvocab: the vocabulary it makes, equal to one made the plain way; threads, memory, odd texts, and
# what is said of them.
. "$(dirname "$0")/../support/tap.sh"

recount="$python tests/support/recount_trainer.py"

# train TEXT [OPTION]...: the pieces alone, without special tokens, on one line.
train() {
    printf '%b' "$1" | wpvocab -q --vocab-size 1000 --unused 0 "${@:2}" | tail -n +6 | tr '\n' ' '
}

# --- the layout -------------------------------------------------------------------------------------

wpvocab -q -o "$work/vocab" --vocab-size 1000 "$sample/sample.txt"
is 'as many lines as wanted' "$(grep -c . "$work/vocab")" 1000
is 'BERT has [PAD] at 0' "$(sed -n 1p "$work/vocab")" '[PAD]'
is 'and 99 unused places' "$(sed -n '2p;100p' "$work/vocab" | tr '\n' ' ')" '[unused0] [unused98] '
is 'and its other tokens from 100' "$(sed -n 101,104p "$work/vocab" | tr '\n' ' ')" \
    '[UNK] [CLS] [SEP] [MASK] '
is 'then characters by code point' "$(sed -n '105,$p' "$work/vocab" | grep -nx 'z' | cut -d: -f1)" \
    "$(sed -n '105,$p' "$work/vocab" | head -n 200 | grep -v '^##.' | awk 'length == 1' |
        LC_ALL=C sort | grep -nx 'z' | cut -d: -f1)"
is 'no line stands twice' "$(sort "$work/vocab" | uniq -d)" ''
wpvocab -q --vocab-size 1000 "$sample/sample.txt" >"$work/stdout.vocab"
cmp_files 'standard output gets the same' "$work/stdout.vocab" "$work/vocab"
wpvocab -q --vocab-size 1000 <"$sample/sample.txt" >"$work/stdin.vocab"
cmp_files 'standard input gives the same' "$work/stdin.vocab" "$work/vocab"
head -n 400 "$sample/sample.txt" >"$work/begin"
tail -n +401 "$sample/sample.txt" >"$work/end"
wpvocab -q --vocab-size 1000 "$work/end" - <"$work/begin" >"$work/files.vocab"
cmp_files 'files in any order give the same' "$work/files.vocab" "$work/vocab"
is 'more special tokens stand behind [MASK]' \
    "$(wpvocab -q --unused 1 --special-tokens '[NL],<url>' --special-tokens fish --vocab-size 800 \
        "$sample/sample.txt" | sed -n 2,9p | tr '\n' ' ')" '[unused0] [UNK] [CLS] [SEP] [MASK] [NL] <url> fish '
wpvocab -q --special-tokens 'a,##e,the' --vocab-size 1000 "$sample/sample.txt" >"$work/shared.vocab"
is 'a piece that is a special token stands once' "$(sort "$work/shared.vocab" | uniq -d)" ''
is 'and the size is as wanted' "$(grep -c . "$work/shared.vocab")" 1000

# --- which pieces -----------------------------------------------------------------------------------

is 'the most frequent pair, then the next' "$(train 'abc abc abd\n')" 'a b c d ##a ##b ##c ##d ab abc '
is 'equally frequent: the older first piece goes first' "$(train 'ba ba ab ab\n')" \
    'a b ##a ##b ab ba '
is 'equally frequent: the older second piece goes first' "$(train 'ac ac ab ab\n')" \
    'a b c ##a ##b ##c ab ac '
is 'pairs are merged from the left' "$(train 'aaaa aaaa\n')" 'a ##a ##aa aaa aaaa '
is 'a pair that occurs once is not merged' "$(train 'ab\n')" 'a b ##a ##b '
is 'unless that is asked for' "$(train 'ab\n' --min-frequency 1)" 'a b ##a ##b ab '
is 'a pair that occurs too seldom is not merged' "$(train 'ab ab ab cd cd\n' --min-frequency 3)" \
    'a b c d ##a ##b ##c ##d ab '
is 'the likelihood prefers what is always together' \
    "$(train 'ab ab ab ac ac ac ad ad ad ae ae xy xy\n' --score likelihood | cut -d' ' -f15)" xy
is 'the frequency does not' "$(train 'ab ab ab ac ac ac ad ad ad ae ae xy xy\n' | cut -d' ' -f15)" ab
is 'only the most frequent characters' "$(train 'aab aab c bd\n' --limit-alphabet 2)" \
    'a b ##a ##b aa aab '
is 'of equally frequent ones the smaller' "$(train 'cb ba\n' --limit-alphabet 2 --min-frequency 1)" \
    'a b ##a ##b ba '
is 'punctuation and ideographs do not continue words' "$(train 'a-a 一一 a-a\n')" '- a 一 ##a '
is "nor do ideographs that nobody has assigned, which Google's program keeps" \
    "$(train 'a\xEF\xAB\x9Ba \xF0\xAB\x9C\xB9\n' --flavor google | tr -d ' ')" $'a\uFADB\U2B739##a'
is 'case and accents go' "$(train 'Äb äB\n')" 'a b ##a ##b ab '
is 'or stay' "$(train 'Ab Ab äB äB\n' --cased | tr ' ' '\n' | grep -c ..)" 6
is 'or go by halves' "$(train 'ÄB äb\n' --strip-accents no)" 'b ä ##b ##ä äb '
is '[MASK] and its like are no words' "$(train '[MASK] ab [CLS] ab\n')" 'a b ##a ##b ab '
is 'but for Google' "$(train '[MASK] [MASK]\n' --flavor google | tr ' ' '\n' | grep -cx mask)" 1

# --- equal to the plain way -------------------------------------------------------------------------

$python - "$work" <<'END'
import random, sys
random.seed(5)
letters = ["a", "b", "ab", "ba", "c", "aa", "é", "É", "Σ", "ς", "ß", "İ", "ㄱ", "가", "中", "あ", "\u0301",
           "-", "'", ".", "#", "##", "x", "[", "1", "q" * 60, "\u00a0", "\u200d", "\x0b", "\x00", "😀"]
for number in range(40):
    some = random.sample(letters, random.randint(1, 8)) + ["a", "b"][:number % 3]
    words = ["".join(random.choices(some, k=random.randint(1, 9))) for _ in range(random.randint(1, 60))]
    text = "".join(word + random.choice("  \n\t") for word in random.choices(words, k=300))
    with open(f"{sys.argv[1]}/random.{number}", "w", newline="") as file:
        file.write(text)
END
same=0
for number in {0..39}; do
    options=(--vocab-size $((180 + number * 3)) --min-frequency $((number % 4 + 1)))
    [ $((number % 2)) -eq 0 ] || options+=(--score likelihood)
    [ $((number % 3)) -ne 0 ] || options+=(--cased)
    [ $((number % 5)) -ne 0 ] || options+=(--limit-alphabet 3)
    $recount "${options[@]}" "$work/random.$number" >"$work/wanted" 2>"$work/stderr" || break
    wpvocab -q --threads 2 "${options[@]}" "$work/random.$number" >"$work/got"
    if cmp -s "$work/got" "$work/wanted"; then
        same=$((same + 1))
    else
        diag "${options[*]}: $(diff "$work/got" "$work/wanted" | head -n 5)"
    fi
done
if grep -q '^needs Unicode' "$work/stderr"; then
    skip 'random texts, entry for entry' "$(cat "$work/stderr")"
else
    is 'random texts, entry for entry' $same 40 || diag "$(cat "$work/stderr")"
fi
for score in frequency likelihood; do
    $recount --score $score --vocab-size 900 "$sample/sample.txt" >"$work/wanted"
    wpvocab --score $score --vocab-size 900 "$sample/sample.txt" >"$work/got"
    cmp_files "the sample, by $score, entry for entry" "$work/got" "$work/wanted"
    "$build/tests/bench/recount_trainer" $score 3000 "$sample/sample.txt" >"$work/wanted" 2>"$work/stderr"
    wpvocab --score $score --vocab-size 3000 "$sample/sample.txt" >"$work/got"
    cmp_files "the sample to the end, by $score, entry for entry" "$work/got" "$work/wanted"
done

# --- threads and memory -----------------------------------------------------------------------------

# 13 MB of text, several blocks for each thread, with ever new words.
$python - "$sample/sample.txt" >"$work/large" <<'END'
import sys
text = open(sys.argv[1]).read()
for number in range(200):
    print(text)
    print(" ".join(f"w{number * 37 + i * 1009:x}" for i in range(300)))
END
for threads in 1 2 3 4 5 6 7; do
    wpvocab -q --threads $threads --vocab-size 3000 "$work/large" | cksum >"$work/sum.$threads"
    wpvocab -q --threads $threads --vocab-size 3000 --memory 1M "$work/large" |
        cksum >"$work/small.$threads"
    cmp_files "the same with $threads threads" "$work/sum.$threads" "$work/sum.1"
    cmp_files "the same with $threads threads and little memory" "$work/small.$threads" "$work/small.1"
done
is 'the same from a pipe that dribbles' \
    "$({ head -c 7; sleep 0.1; cat; } <"$work/large" | wpvocab -q --vocab-size 3000 --memory 1M | cksum)" \
    "$(cat "$work/small.1")"
wpvocab --memory 1M --vocab-size 3000 --report "$work/report" "$work/large" >"$work/out" 2>"$work/stderr"
like 'dropped words are told' "$(cat "$work/stderr")" \
    'do not fit into 1.0 MiB: [0-9]+ of those met at most [0-9]+ times by then were dropped'
dropped=$(grep -o '"distinct_words_dropped": [0-9]*' "$work/report")
ok "and reported (${dropped#*: })" test "${dropped#*: }" -gt 1000

# Under such a limit nobody but root may start a thread.
as_nobody=()
[ "$(id -u)" != 0 ] || as_nobody=(setpriv --reuid=65534 --clear-groups)
if (exec "${as_nobody[@]}" wpvocab --version) >"$work/out" 2>&1; then
    is 'the same where no thread can be had' "$(
        ulimit -u 1
        exec "${as_nobody[@]}" wpvocab -q --threads 3 --vocab-size 3000 <"$work/large" | cksum
    )" "$(cat "$work/sum.1")"
else
    skip 'the same where no thread can be had' "nobody may not run what root has built"
fi

# --- odd texts --------------------------------------------------------------------------------------

status_is 'a tiny text is enough' 0 wpvocab --vocab-size 200 - <<<'two words'
like 'and the size is told' "$(cat "$work/stderr")" 'has [0-9]+ entries, not 200'
status_is 'all one character' 0 wpvocab --unused 0 <<<aaaaaaaaaaaaaaaaaaaaaaaaaaaa
is 'all one character: pieces' "$(tail -n +6 "$work/stdout" | head -n 3 | tr '\n' ' ')" 'a ##a ##aa '
for text in '' '\n\n \n' '\0\0001\0177' '[MASK] [SEP]' '\0240\0240'; do
    status_is "no words in '$text'" 1 bash -c "printf '%b' '$text' | wpvocab"
    like 'is told' "$(cat "$work/stderr")" 'there are no words'
    is 'and nothing written' "$(cat "$work/stdout")" ''
done
head -c 3000000 /dev/zero | tr '\0' 'a' >"$work/letters"
echo ' ab ab' >>"$work/letters"
wpvocab -v --unused 0 "$work/letters" >"$work/out" 2>"$work/stderr"
is 'a word of 3 MB is left out' "$(tail -n +6 "$work/out" | tr '\n' ' ')" 'a b ##a ##b ab '
like 'and told' "$(cat "$work/stderr")" 'of more than 100 characters were left out'
is 'a word of 100 characters is not' \
    "$(for _ in 1 2; do head -c 100 /dev/zero | tr '\0' x; echo; done | wpvocab -q --unused 0 | tail -n 1 | wc -c)" 101
printf 'ab ab\n\xC3 ab\xFFc abc\r\nab \xE4\xB8 \n' >"$work/malformed"
status_is 'malformed UTF-8 is dropped' 0 wpvocab --unused 0 "$work/malformed"
is 'and parts no word' "$(tail -n +6 "$work/stdout" | tr '\n' ' ')" 'a b c ##a ##b ##c ab abc '
like 'it is told where' "$(cat "$work/stderr")" "malformed', line 2, byte 6: malformed"
like 'each' "$(cat "$work/stderr")" "malformed', line 2, byte 10: malformed.*malformed', line 3, byte 21: malformed"
status_is 'or an error' 3 wpvocab --strict "$work/malformed"
like 'that tells where' "$(cat "$work/stderr")" "malformed' has malformed UTF-8 in line 2, at byte 6"
for _ in {1..30}; do printf 'a\xFF '; done >"$work/many"
wpvocab "$work/many" >"$work/out" 2>"$work/stderr"
is 'the first eight malformed ones are told' "$(grep -c 'malformed UTF-8, dropped' "$work/stderr")" 8
like 'and how many there are' "$(cat "$work/stderr")" "30 malformed UTF-8 sequences in all"
printf 'one fish\n\030source: it is on fire\ntwo fish\n' >"$work/cancelled"
status_is 'a CANCEL line stops it' 3 wpvocab -o "$work/none" "$work/cancelled"
like 'with its sentence' "$(cat "$work/stderr")" 'says in line 2 that it is incomplete: source: it is on fire'
not_ok 'and no vocabulary' test -e "$work/none"
status_is 'U+0018 inside a line is only a control character' 0 wpvocab -q - <<<$'one\030 fish'

# --- wpiece reads it --------------------------------------------------------------------------------

unknown_of() { # VOCABULARY TEXT [OPTION]...
    wpiece -q --vocab "$1" --output ids --report "$work/report" "${@:3}" "$2" >"$work/ids" &&
        sed -n 's/.*"unknown": \([0-9]*\).*/\1/p' "$work/report"
}
cat "$sample"/edge/*.txt "$sample/sample.txt" "$sample/sample.xml" | sed 's/\[UNK\]//g' >"$work/all"
for options in '' --cased '--strip-accents no' '--flavor google'; do
    # shellcheck disable=SC2086 # options are words
    wpvocab -q --vocab-size 25000 --report "$work/trained" $options "$work/all" >"$work/all.vocab"
    long=$(sed -n 's/.*"words_too_long": \([0-9]*\).*/\1/p' "$work/trained")
    # shellcheck disable=SC2086
    is "wpiece knows every word of the text (${options:-uncased}), but for those too long: $long" \
        "$(unknown_of "$work/all.vocab" "$work/all" $options)" "$long"
done
wpvocab -q --vocab-size 2000 "$sample/sample.txt" >"$work/vocab"
{
    grep -vx '\[.*\]' "$work/vocab" | grep -v '^##' | tr -d '\n'
    grep -vx '\[.*\]' "$work/vocab" | sed 's/^##//' | rev
} | tr -d ' \n' | fold -w 60 >"$work/others"
is 'nor is any other word of its characters [UNK]' "$(unknown_of "$work/vocab" "$work/others")" 0

# --- usage, disk, signals ---------------------------------------------------------------------------

wrong() { # NAME SENTENCE ARGUMENT...
    status_is "$1: exit 2" 2 wpvocab "${@:3}"
    like "$1: a sentence" "$(cat "$work/stderr")" "$2"
    is "$1: nothing on standard output" "$(cat "$work/stdout")" ''
}
wrong 'too small for the special tokens' 'has no room for pieces behind its 104' --vocab-size 104 "$work/a"
wrong 'too small for the alphabet' 'different characters, which take [0-9]+ entries' --vocab-size 110 "$sample/sample.txt"
wrong 'a size that is none' 'vocab-size' --vocab-size x "$work/a"
wrong 'a frequency of 0' 'min-frequency' --min-frequency 0 "$work/a"
wrong 'an unknown score' 'score' --score best "$work/a"
wrong 'too little memory' 'memory' --memory 1K "$work/a"
wrong 'an empty special token' "'' cannot be a special token" --special-tokens 'a,,b' "$work/a"
wrong 'a special token with a space' "'a b' cannot be a special token" --special-tokens 'a b' "$work/a"
wrong 'a special token twice' "'\[UNK\]' is there already" --special-tokens '[UNK]' "$work/a"
wrong 'an unused one as special token' "'\[unused7\]' is there already" --special-tokens '[unused7]' "$work/a"
wrong 'a folder to write' 'is a folder' -o "$work" "$sample/sample.txt"
mkfifo "$work/fifo"
status_is 'a pipe to write' 1 wpvocab -o "$work/fifo" --report "$work/report" "$sample/sample.txt"
like 'is told' "$(cat "$work/stderr")" 'is a device, pipe or socket'
like 'before any text is read' "$(cat "$work/report")" '"bytes": 0'
cp "$sample/sample.txt" "$work/both"
wrong 'the text to write' 'is among the texts' -o "$work/./both" "$sample/sample.txt" "$work/both"
exec 3<"$work/both"
status_is 'or by standard input: exit 2' 2 wpvocab -o "$work/both" <&3
exec 3<&-
cmp_files 'the text to write is left alone' "$work/both" "$sample/sample.txt"
status_is 'a file that is not there' 1 wpvocab "$work/missing"
like 'is told' "$(cat "$work/stderr")" "cannot open '.*missing'"
status_is 'a folder that is not there' 1 wpvocab -o "$work/none/vocab" "$sample/sample.txt"
like 'is told at once' "$(cat "$work/stderr")" "folder '.*none'"

if [ -w /dev/full ]; then
    status_is 'a full disk' 1 bash -c "wpvocab --vocab-size 1000 '$sample/sample.txt' >/dev/full"
    like 'is told' "$(cat "$work/stderr")" 'No space left'
else
    skip 'a full disk' 'there is no /dev/full'
fi
echo old >"$work/limited"
status_is 'a file that may not grow' 1 \
    bash -c "ulimit -f 2; wpvocab -o '$work/limited' --vocab-size 1000 '$sample/sample.txt'"
is 'leaves the old file' "$(cat "$work/limited")" old
is 'and nothing beside it' "$(find "$work" -maxdepth 1 -name '.*' -type f ! -name .output)" ''
wpvocab "$sample/sample.txt" 2>"$work/stderr" | head -c 1 >/dev/null
is 'a reader that goes away is nothing to talk about' "$(grep -v warning "$work/stderr")" ''

mkfifo "$work/pipe"
wpvocab -o "$work/killed" "$work/pipe" &
pid=$!
exec 3>"$work/pipe"
echo 'some words' >&3
sleep 0.2
kill -TERM $pid
wait $pid
is 'SIGTERM ends it' $? 143
exec 3>&-
not_ok 'without a vocabulary' test -e "$work/killed"
done_testing
