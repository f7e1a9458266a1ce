#!/usr/bin/env bash
#
# wpiece --threads: the same bytes, messages and counts for any number; long lines, slow input, and
# output that nobody takes.
. "$(dirname "$0")/../support/tap.sh"

vocab=$sample/vocab.txt
stream() { wpiece --vocab "$vocab" "$@"; }
ids() { wpiece --vocab "$vocab" --output ids "$@"; }

# Some megabytes, so that there are chunks for all threads, with every line end.
for ((i = 0; i < 8; i++)); do
    cat "$sample/sample.txt"
    sed 's/$/\r/' "$sample/sample.txt"
    tr '\n' '\r' <"$sample/sample.txt"
done >"$work/part.txt"
for ((i = 0; i < 4; i++)); do cat "$work/part.txt"; done >"$work/large.txt"

# dribbles FILE SEED: writes a file in pieces of random size, with pauses.
dribbles() {
    $python - "$1" "$2" <<'END'
import os, random, sys, time
text = open(sys.argv[1], "rb").read()
random.seed(sys.argv[2])
at = 0
while at < len(text):
    size = random.choice([1, 100, 5000, 70000, 300000])
    piece = text[at:at + random.randint(1, size)]
    sent = 0
    while sent < len(piece):
        sent += os.write(1, piece[sent:])
    at += len(piece)
    if random.random() < 0.1:
        time.sleep(0.002)
END
}

# same NAME COMMAND...: the same output and messages from 1 to 7 threads as from 1; in $work/1.
same() {
    local threads status wanted=
    for threads in 1 2 3 4 5 6 7; do
        status=0
        "${@:2}" --threads $threads >"$work/$threads" 2>"$work/$threads.err" || status=$?
        echo "status $status" >>"$work/$threads.err"
        cmp -s "$work/$threads" "$work/1" && cmp -s "$work/$threads.err" "$work/1.err" ||
            wanted="$wanted $threads"
    done
    is "$1: the same for any number of threads" "$wanted" ''
}

# --- the same bytes ---------------------------------------------------------------------------------

same 'a stream' stream "$work/large.txt"
cp "$work/1" "$work/stream"
same 'ids' ids "$work/large.txt"
cp "$work/1" "$work/ids"
same 'tokens' wpiece --vocab "$vocab" --output tokens "$work/large.txt"
same 'many files' stream "$work/part.txt" "$sample/sample.txt" "$work/part.txt" "$sample"/edge/many*
ids "$sample/sample.txt" "$work/part.txt" >"$work/apart"
is 'files are joined in order' "$(cksum <"$work/apart")" \
    "$({ ids "$sample/sample.txt" && echo && ids "$work/part.txt"; } | cksum)"

for cut in '--shard-tokens 1000' '--shard-tokens 100000' '--shard-docs 7' '--shard-bytes 300K' \
    '--shard-bytes 50000 --shard-docs 40'; do
    # shellcheck disable=SC2086 # options are words
    input() { stream $cut "$@" <"$work/large.txt"; }
    same "standard input with $cut" input
    sums=
    for seed in 1 2; do
        # shellcheck disable=SC2086
        sums="$sums$(dribbles "$work/large.txt" $seed | stream $cut --threads 3 | cksum)"
    done
    is "and through slow pipes" "$sums" "$(cksum <"$work/1")$(cksum <"$work/1")"
done
for threads in 1 2 5; do
    is "a pipe that comes in pieces, $threads threads" \
        "$(dribbles "$work/large.txt" $threads | ids --threads $threads | cksum)" \
        "$(cksum <"$work/ids")"
done
stream --quiet --threads 1 --report "$work/report.1" "$work/large.txt" >/dev/null
stream --quiet --threads 5 --report "$work/report.5" "$work/large.txt" >/dev/null
is 'the report counts the same' "$(grep -E '"[a-z]*": [0-9]+,$' "$work/report.5" | grep -v peak)" \
    "$(grep -E '"[a-z]*": [0-9]+,$' "$work/report.1" | grep -v peak)"
like 'it counts' "$(cat "$work/report.5")" '"documents": [1-9]'

corpus=$shared/corpus
big=$shared/golden/bert-base-uncased-vocab.txt
for text in en multi; do
    if [ -r "$corpus/$text.txt.xz" ] && [ -r "$big" ]; then
        xz -dc "$corpus/$text.txt.xz" >"$work/$text.txt"
        # Of the reference's ids: see the README there.
        wanted=$(sed -n "s/^| .$text.txt. .*| \([0-9a-f]\{64\}\) |$/\1/p" "$corpus/README.md")
        for threads in 1 2 7; do
            sum=$(wpiece --vocab "$big" --output ids --threads $threads "$work/$text.txt" | sha256sum)
            if [ $text = en ]; then
                is "corpus $text, $threads threads: the reference's ids" "${sum%% *}" "$wanted"
            else
                [ $threads -gt 1 ] || first=$sum
                is "corpus $text, $threads threads" "$sum" "$first"
            fi
        done
    else
        skip "corpus $text" 'it is not in the shared folder'
    fi
done

# --- long lines -------------------------------------------------------------------------------------

tr '\n\r' '  ' <"$work/part.txt" >"$work/line.txt" # half of a MB or more in one line
size=$(stat -c %s "$work/line.txt")
ok 'a line of several chunks' test "$size" -gt 700000
{
    cat "$sample/sample.txt" "$work/line.txt"
    printf '\r\nA line.\n\n'
    cat "$work/line.txt" "$sample/sample.txt" "$work/line.txt"
} >"$work/long.txt"
same 'lines longer than a chunk' ids "$work/long.txt"
for seed in 3 4; do
    is 'and through slow pipes' "$(dribbles "$work/long.txt" $seed | ids --threads 3 | cksum)" \
        "$(cksum <"$work/1")"
done
same 'and as a stream' stream "$work/long.txt"

# peak TEXT-COMMAND: peak memory in KiB of two threads that read it.
peak() {
    "$@" | stream --quiet --threads 2 --report "$work/report" >/dev/null
    sed -n 's/.*"peak_memory_bytes": *\([0-9]*\).*/\1/p' "$work/report" | head -n 1
}
million() { head -c 100000000 /dev/zero | tr '\0' "$1"; }
spaced() { yes 'fish and sea ' | tr -d '\n' | head -c 100000000; }
marks() { head -c 30000000 /dev/zero | tr '\0' ','; }
blank() { yes $'a\n' | head -c 20000000; }
if [ -n "${SLOW_BUILD:-}" ] || nm "$build/bin/wpiece" 2>/dev/null | grep -qE '__[at]san_init'; then
    skip 'memory' 'sanitizers have their own'
else
    peak echo fish >/dev/null
    for text in 'million x' spaced marks blank; do
        # shellcheck disable=SC2086 # a command and its argument
        bytes=$(peak $text)
        ok "$text: memory stays within 64 MiB ($bytes)" test "${bytes:-0}" -gt 0 -a \
            "${bytes:-0}" -le $((64 << 20))
    done
fi

# --- failures ---------------------------------------------------------------------------------------

{
    cat "$work/part.txt"
    printf 'a fish\n\nbad \xff line\n'
    cat "$work/part.txt"
    printf 'another \xff\n'
    cat "$work/part.txt"
} >"$work/bad.txt"
same 'malformed UTF-8' ids "$work/bad.txt"
at=$(($(stat -c %s "$work/part.txt") + 12))
like 'malformed UTF-8: has its place' "$(cat "$work/7.err")" "byte $at: malformed"
same 'malformed UTF-8 under --strict' ids --strict "$work/bad.txt"
like 'malformed UTF-8 under --strict: has its place' "$(cat "$work/7.err")" \
    "has malformed UTF-8 in line [0-9]+, at byte $at; "
like 'malformed UTF-8 under --strict: fails' "$(cat "$work/7.err")" 'status 3'
is 'what comes before it is written' "$(tail -n 1 "$work/7")" \
    "$(echo 'a fish' | ids)"
same 'malformed UTF-8 under --strict, as a stream' stream --strict "$work/bad.txt"
{ cat "$work/large.txt" && printf '\030sentsplit: it rains\n' && cat "$work/bad.txt"; } \
    >"$work/cancel.txt"
same 'a text that is incomplete' ids "$work/cancel.txt"
like 'a text that is incomplete: is told' "$(cat "$work/7.err")" \
    'says in line [0-9]+ that it is incomplete: sentsplit: it rains'
cmp_files 'a text that is incomplete: what there is, is written' "$work/7" "$work/ids"
{ cat "$work/line.txt" && printf ' \xff ' && cat "$work/line.txt"; } >"$work/bad_line.txt"
same 'malformed UTF-8 in a long line' ids --strict "$work/bad_line.txt"
like 'malformed UTF-8 in a long line: has its place' "$(cat "$work/7.err")" \
    "in line 1, at byte $((size + 1));"
{ printf 'fish\n' && cat "$work/line.txt" && printf 'A\xce\xa3' && head -c 3000000 /dev/zero |
    tr '\0' "'" && printf 'b\n' && cat "$work/part.txt"; } >"$work/sigma.txt"
same 'a capital sigma that cannot be decided' ids "$work/sigma.txt"
same 'an empty file among several' stream "$work/part.txt" "$sample/edge/empty.txt" "$work/part.txt"
like 'an empty file among several: is told' "$(cat "$work/7.err")" "edge/empty.txt' holds no text"

# --- input that waits, output that nobody takes ------------------------------------------------------

# first_line COMMAND...: the first line of what it writes, though its input stays open.
first_line() {
    rm -f "$work/in" "$work/out" && mkfifo "$work/in" "$work/out"
    "$@" <"$work/in" >"$work/out" 2>/dev/null &
    exec 7>"$work/in" 8<"$work/out"
    printf 'fish\nse' >&7
    IFS= read -r -t 20 line <&8 || line='nothing came'
    printf 'a\n' >&7
    IFS= read -r -t 20 second <&8 || second='nothing came'
    exec 7>&- 8<&-
    wait $!
    echo "$line $second"
}
for threads in 1 3; do
    is "a line comes out when it has come, $threads threads" \
        "$(first_line ids --threads $threads)" "$(printf 'fish\nsea\n' | ids | tr '\n' ' ' | sed 's/ $//')"
done

for threads in 1 2 5; do
    # yes ends when nobody reads it any more.
    started=$SECONDS
    yes 'fish and sea' | timeout 60 wpiece --vocab "$vocab" --output ids --threads $threads |
        head -n 1 >/dev/null
    codes="${PIPESTATUS[*]}"
    is "a reader that goes away, $threads threads: SIGPIPE" "$codes" '141 141 0'
    ok "a reader that goes away, $threads threads: at once" test $((SECONDS - started)) -lt 30
    if [ -w /dev/full ]; then
        code=0
        yes 'fish and sea' | timeout 60 wpiece --vocab "$vocab" --threads $threads --output ids \
            2>"$work/stderr" >/dev/full
        code=${PIPESTATUS[1]}
        is "a full disk, $threads threads: exit 1" "$code" 1
        like "a full disk, $threads threads: is told" "$(cat "$work/stderr")" 'No space left'
    fi
    set -m
    { yes 'fish and sea' | head -n 100000 && exec sleep 60; } |
        wpiece --vocab "$vocab" --threads $threads >"$work/stdout" &
    sleep 0.5
    started=$SECONDS
    kill -INT %%
    code=0
    wait $! 2>/dev/null || code=$?
    set +m
    is "Ctrl-C, $threads threads: dies by it" $code 130
    ok "Ctrl-C, $threads threads: at once" test $((SECONDS - started)) -lt 20
done

# A process that may have no more threads does without; root is not bound by that.
if [ "$(id -u)" -ne 0 ]; then
    (ulimit -u 1 && ids --threads 5 "$work/large.txt") >"$work/stdout" 2>/dev/null
    cmp_files 'no more threads to be had' "$work/stdout" "$work/ids"
fi
done_testing
