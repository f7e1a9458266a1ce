#!/usr/bin/env bash
#
# docshard: documents, balance, the held-out share, duplicates, and nothing half-done.
. "$(dirname "$0")/../support/tap.sh"

out=$work/out

# all_documents FILE...: the documents of files, one a line, sorted.
all_documents() {
    awk 'function flush() { if (text != "") print text; text = "" }
        FNR == 1 { flush() }
        /^[ \t]*$/ { flush(); next }
        { text = text $0 "|" }
        END { flush() }' "$@" | LC_ALL=C sort
}

# names FOLDER: what is in it, one a line.
names() { find "$1" -mindepth 1 -printf '%f\n' 2>/dev/null | LC_ALL=C sort; }

# sentences FILE...: the number of sentences in each.
sentences() { for file in "$@"; do grep -c . "$file"; done; }

# fails NAME STATUS SENTENCE ARGUMENT...: only the sentence comes of it, and nothing is left.
fails() {
    rm -rf "$out"
    status_is "$1: exit $2" "$2" docshard -o "$out" "${@:4}"
    like "$1: told" "$(cat "$work/stderr")" "^docshard: error: $3"
    is "$1: no list" "$(cat "$work/stdout")" ''
    is "$1: nothing is left" "$(names "$out")" ''
}

# --- shards -----------------------------------------------------------------------------------------

status_is 'the sample in 4 shards' 0 docshard -n 4 -o "$out" wiki "$sample/sample.txt"
is 'the list of the shards' "$(cat "$work/stdout")" "$(printf "$out/wiki_training_%d.txt\n" 0 1 2 3)"
is 'nothing but the shards' "$(names "$out" | tr '\n' ' ')" \
    'wiki_training_0.txt wiki_training_1.txt wiki_training_2.txt wiki_training_3.txt '
is 'every document is there once' "$(all_documents "$out"/*)" "$(all_documents "$sample/sample.txt")"
sentences "$out"/* >"$work/counts"
spread=$(($(sort -n "$work/counts" | tail -n 1) - $(sort -n "$work/counts" | head -n 1)))
ok "the shards differ by less than the longest document ($spread)" test "$spread" -le 30
is 'no empty line at the end, none twice' "$(cat "$out"/* | grep -c '^$')" 40
is 'documents stand in the order of the input' "$(sed -n 1p "$out/wiki_training_0.txt")" \
    "$(sed -n 1p "$sample/sample.txt")"

docshard -n 4 -o "$work/pipe" wiki <"$sample/sample.txt" >/dev/null
ok 'the same from standard input' diff -r "$out" "$work/pipe"
docshard -n 4 -o "$work/pipe" wiki - <"$sample/sample.txt" >/dev/null
ok 'the same by its name, over what was there' diff -r "$out" "$work/pipe"
{ cat "$sample/sample.txt"; } | sed 's/$/\r/' | docshard -n 4 -o "$work/crlf" wiki >/dev/null
ok 'line ends do not matter' diff -r "$out" "$work/crlf"
docshard -n 4 --threads 3 -o "$work/threads" wiki "$sample/sample.txt" >/dev/null
ok 'threads do not matter' diff -r "$out" "$work/threads"

printf 'A.\n\nB.\nB.\n' >"$work/a"
printf 'C.\n \t\xc2\xa0\nD.' >"$work/b"
docshard -n 2 -o "$work/small" x "$work/a" "$work/b" >/dev/null
is 'a file ends a document; white space parts; the last line may lack its end' \
    "$(cat "$work/small/x_training_0.txt")+$(cat "$work/small/x_training_1.txt")" \
    $'A.\n\nC.\n\nD.+B.\nB.'

# --- the held-out share -----------------------------------------------------------------------------

seq 1 2000 | awk '{ print "Document " $1 "."; print "It is short."; print "" }' >"$work/many"
status_is 'test shards' 0 docshard -n 300 --test-shards 30 --test-fraction 0.25 -o "$work/held" w "$work/many"
is 'every shard is listed' "$(wc -l <"$work/stdout")" 330
is 'every shard is there' "$(xargs cat <"$work/stdout" | grep -c 'Document')" 2000
held=$(cat "$work"/held/w_test_*.txt | grep -c Document)
ok "a quarter is held out ($held of 2000)" test "$held" -gt 430 -a "$held" -lt 570
cat "$work"/held/w_test_*.txt | grep Document | sort >"$work/held.1"
awk 'BEGIN { RS = ""; ORS = "\n\n" } { line[NR] = $0 } END { for (i = NR; i > 0; i--) print line[i] }' \
    "$work/many" >"$work/backwards"
docshard -n 3 --test-shards 2 --test-fraction 0.25 -o "$work/held2" w "$work/backwards" >/dev/null
cat "$work"/held2/w_test_*.txt | grep Document | sort >"$work/held.2"
cmp_files 'the same documents, whatever the order and the shards' "$work/held.2" "$work/held.1"
is 'the documents held out are these, on every machine' "$(sort -V "$work/held.1" | head -n 4 | tr '\n' ' ')" \
    'Document 6. Document 12. Document 15. Document 16. '
status_is 'a tenth by default' 0 docshard -n 3 --test-shards 2 -o "$work/held3" w "$work/many"
held=$(cat "$work"/held3/w_test_*.txt | grep -c Document)
ok "a tenth by default ($held of 2000)" test "$held" -gt 150 -a "$held" -lt 250

# --- duplicates -------------------------------------------------------------------------------------

status_is '--dedupe' 0 docshard --dedupe -n 4 -o "$work/unique" --report "$work/report" wiki \
    "$sample/sample.txt" "$sample/sample.txt" "$work/a" "$sample/sample.txt"
is '--dedupe: every document once' "$(all_documents "$work"/unique/*)" \
    "$(all_documents "$sample/sample.txt" "$work/a")"
like '--dedupe: counted' "$(tr -d ' \n' <"$work/report")" '"documents":46.*"duplicates":88'
status_is 'without it' 0 docshard -n 4 -o "$work/twice" wiki "$sample/sample.txt" "$sample/sample.txt"
is 'without it: every document twice' "$(all_documents "$work"/twice/* | uniq -d | wc -l)" 44

# --- what goes wrong --------------------------------------------------------------------------------

fails 'no documents' 1 'there are no documents in the input' w /dev/null
fails 'fewer documents than shards' 1 \
    'there are 44 training documents for 256 shards, and none may be empty; ask for fewer with --shards' \
    w "$sample/sample.txt"
fails 'fewer held-out documents than test shards' 1 'there are [0-9]+ held-out documents for 40 test shards' \
    -n 2 --test-shards 40 w "$sample/sample.txt"
fails 'a file that is not there' 1 "cannot open '$work/none'" -n 2 w "$sample/sample.txt" "$work/none"
fails 'a name with a slash' 2 '' -n 2 a/b "$sample/sample.txt"
fails 'no name' 2 'name the shards' -n 2
fails 'a share without shards' 2 'say with --test-shards' --test-fraction 0.5 w "$sample/sample.txt"
fails 'shards without a share' 2 'with --test-fraction 0' --test-fraction 0 --test-shards 2 w "$sample/sample.txt"
status_is 'a limit of open files: exit 1' 1 bash -c \
    "ulimit -n 64; docshard -n 200 -o '$work/limited' w '$work/many'"
like 'a limit of open files: told' "$(cat "$work/stderr")" '200 shards need as many open files, and only 64'
status_is 'no folder' 2 docshard w "$sample/sample.txt"
{ cat "$sample/sample.txt" && printf '\030sentsplit: it is on fire\n'; } >"$work/cancelled"
fails 'a CANCEL line' 3 "'$work/cancelled' says in line 746 that it is incomplete: sentsplit: it is on fire" \
    -n 2 w "$work/cancelled"
head -c 70000000 /dev/zero | tr '\0' 'a' | fold -w 1000 >"$work/endless"
fails 'a document without end' 3 ".*begins in line 1 has more than 64 MiB; documents are parted by empty lines" \
    -n 2 w "$work/endless"
rm "$work/endless"
(
    ulimit -f 20
    docshard -n 2 -o "$work/full" w "$work/many" 2>"$work/stderr"
    echo $? >"$work/code"
)
is 'no room: exit 1' "$(cat "$work/code")" 1
like 'no room: told' "$(cat "$work/stderr")" '^docshard: error: cannot write'
is 'no room: nothing is left' "$(names "$work/full")" ''

docshard -n 6 -o "$work/old" w "$work/many" >/dev/null
status_is 'shards of another run are in the way' 1 docshard -n 4 -o "$work/old" w "$work/many"
like 'shards of another run: told' "$(cat "$work/stderr")" 'w_training_[45].txt. is a shard of .w. from another run'
is 'shards of another run: left alone' "$(names "$work/old" | wc -l)" 6
status_is '--remove-others' 0 docshard -n 4 --remove-others -o "$work/old" w "$work/many"
is '--remove-others: only those of this run are there' "$(names "$work/old" | wc -l)" 4
docshard -n 2 -o "$work/old" v "$work/many" >/dev/null
is 'shards of another name are no others' "$(names "$work/old" | wc -l)" 6

mkfifo "$work/fifo"
docshard -n 300 -o "$work/killed" w <"$work/fifo" >/dev/null 2>&1 &
killed=$!
exec 9>"$work/fifo"
cat "$work/many" >&9
for _ in {1..100}; do
    [ "$(names "$work/killed" | wc -l)" -eq 300 ] && break
    sleep 0.1
done
is 'until the end all names are temporary' "$(names "$work/killed" | grep -c -e training -e test)" 0
kill -TERM $killed
wait $killed
is 'told to stop, it dies by the signal' $? 143
exec 9>&-
is 'and leaves nothing' "$(names "$work/killed")" ''
done_testing
