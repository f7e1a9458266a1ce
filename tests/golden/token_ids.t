#!/usr/bin/env bash
#
# Token ids of every sample text, uncased and cased, are the reference tokenizer's.
. "$(dirname "$0")/../support/tap.sh"

# ids_of MODE FILE: as the expected files are written, a sentence a line.
ids_of() {
    case $1 in
    uncased) wpiece --vocab "$sample/vocab.txt" --output=ids "$2" ;;
    cased) wpiece --vocab "$sample/vocab-cased.txt" --cased --output=ids "$2" ;;
    esac
}

for expected in "$sample"/golden/tok/*.ids; do
    name=$(basename "$expected" .ids)
    mode=${name##*.} text=${name%.*}
    case $text in
    edge_*) file=$sample/edge/${text#edge_}.txt ;;
    random) file=$sample/edge/random.txt ;;
    *) file=$sample/$text.txt ;;
    esac
    status=0
    ids_of "$mode" "$file" >"$work/ids" 2>"$work/messages" || status=$?
    cmp_files "$text, $mode" "$work/ids" "$expected" || diag "$(head -c 1000 "$work/messages")"
    # A text without a sentence is an error wherever it is met; any other must do.
    [ ! -s "$expected" ] || is "$text, $mode: status" $status 0
done

# What has no expected file of its own has its checksum in tok.tsv.
for mode in uncased cased; do
    wanted=$(awk -v name="paragraphs.$mode.ids" '$1 == name { print $6 }' "$sample/golden/tok.tsv")
    got=$(ids_of $mode "$sample/paragraphs.txt" | sha256sum)
    is "paragraphs, $mode" "${got%% *}" "$wanted"
done

expected=$sample/golden/tok/random.uncased.ids
wpiece --vocab "$sample/vocab.txt" --output=ids <"$sample/edge/random.txt" >"$work/ids"
cmp_files 'from standard input' "$work/ids" "$expected"

# All of them in one text, again and again, so that there are chunks for many threads.
add_text() { # IDS FILE
    [ -s "$1" ] || return 0
    { cat "$2" && printf '\n\n'; } >>"$work/all.txt"
    [ ! -s "$work/all.ids" ] || echo >>"$work/all.ids"
    cat "$1" >>"$work/all.ids"
}
for ((i = 0; i < 12; i++)); do
    for ids in "$sample"/golden/tok/edge_*.uncased.ids; do
        name=$(basename "$ids" .uncased.ids)
        add_text "$ids" "$sample/edge/${name#edge_}.txt"
    done
    add_text "$expected" "$sample/edge/random.txt"
    add_text "$sample/golden/tok/sample.uncased.ids" "$sample/sample.txt"
done
ok 'a text of several chunks' test "$(stat -c %s "$work/all.txt")" -gt 1500000
for threads in 1 2 3 4 5 6 7; do
    wpiece --vocab "$sample/vocab.txt" --output=ids --threads $threads "$work/all.txt" >"$work/ids"
    cmp_files "all texts in one, $threads threads" "$work/ids" "$work/all.ids"
done

cat >"$work/dribble.py" <<'END'
import os, random, sys
data, draw = open(sys.argv[1], "rb").read(), random.Random(1)
while data:
    size = draw.choice((1, 1, 2, 3, 7, draw.randint(1, 70)))
    os.write(1, data[:size])
    data = data[size:]
END
for threads in 1 2 7; do
    $python "$work/dribble.py" "$sample/edge/random.txt" |
        wpiece --vocab "$sample/vocab.txt" --output=ids --threads $threads >"$work/ids"
    cmp_files "through a pipe that dribbles, $threads threads" "$work/ids" "$expected"
done
for name in C POSIX C.UTF-8; do
    LC_ALL=$name wpiece --vocab "$sample/vocab.txt" --output=ids "$sample/edge/random.txt" >"$work/ids"
    cmp_files "in the locale $name" "$work/ids" "$expected"
done
done_testing
