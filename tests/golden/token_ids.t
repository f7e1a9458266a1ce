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
wpiece --vocab "$sample/vocab.txt" --output=ids --threads 3 "$sample/edge/random.txt" >"$work/ids"
cmp_files 'with three threads' "$work/ids" "$expected"

cat >"$work/dribble.py" <<'END'
import os, random, sys
data, draw = open(sys.argv[1], "rb").read(), random.Random(1)
while data:
    size = draw.choice((1, 1, 2, 3, 7, 100))
    os.write(1, data[:size])
    data = data[size:]
END
$python "$work/dribble.py" "$sample/edge/random.txt" |
    wpiece --vocab "$sample/vocab.txt" --output=ids >"$work/ids"
cmp_files 'through a pipe that dribbles' "$work/ids" "$expected"
for name in C POSIX C.UTF-8; do
    LC_ALL=$name wpiece --vocab "$sample/vocab.txt" --output=ids "$sample/edge/random.txt" >"$work/ids"
    cmp_files "in the locale $name" "$work/ids" "$expected"
done
done_testing
