#!/usr/bin/env bash
#
# sentsplit: lines, documents, files, threads, malformed bytes, and what is said of them.
. "$(dirname "$0")/../support/tap.sh"

split() { printf '%b' "$1" | sentsplit "${@:2}"; }

# --- lines and documents ----------------------------------------------------------------------------

is 'a sentence a line' "$(split 'One. Two.\nThree.\n')" $'One.\nTwo.\nThree.'
is 'empty lines stay, each' "$(split 'One.\n\n \nTwo.\n\n' | tr '\n' '|')" 'One.|||Two.||'
is 'the last line may lack its end' "$(split 'One. Two')" $'One.\nTwo'
is 'CR LF and CR end lines' "$(split 'One. Two.\r\n\r\nThree.\r\rFour.\r' | tr '\n' '|')" \
    'One.|Two.||Three.||Four.|'
is 'nothing from nothing' "$(split '')" ''
is 'white space at the ends goes' "$(split '  One.  \t Two. \n')" $'One.\nTwo.'
is 'NUL and other controls are text' "$(split 'Th\0000ere.\t\0001Two.\n' | od -An -c | tr -d ' \n')" \
    'Th\0ere.\n001Two.\n'

printf 'One. Two.\n' >"$work/a"
printf 'Three.\n\n' >"$work/b"
: >"$work/empty"
is 'files are documents of their own' \
    "$(sentsplit "$work/a" "$work/b" "$work/empty" "$work/a" | tr '\n' '|')" 'One.|Two.||Three.||One.|Two.|'
is 'standard input among files' "$(sentsplit "$work/a" - <"$work/b" | tr '\n' '|')" \
    'One.|Two.||Three.||'
is 'another locale' "$(split 'I. Bir. İki.\n' --lang en)" "$(printf 'I. Bir. İki.\n' | env LC_ALL=tr_TR.UTF-8 sentsplit)"

# --- the sample -------------------------------------------------------------------------------------

sentsplit "$sample/paragraphs.txt" >"$work/sentences"
cp "$sample/sample.txt" "$work/wanted"
same=$(LC_ALL=C comm -12 <(LC_ALL=C sort "$work/sentences") <(LC_ALL=C sort "$work/wanted") | grep -c .)
ok "the sample: $same of 702 sentences come out as they were written" test "$same" -ge 698
for threads in 1 2 3 7; do
    for _ in {1..40}; do cat "$sample/paragraphs.txt"; done | sentsplit --threads $threads |
        cksum >"$work/sum.$threads"
    cmp_files "the same bytes with $threads threads" "$work/sum.$threads" "$work/sum.1"
done
# Batches of a pipe that dribbles are those of a file.
is 'the same from a pipe that dribbles' \
    "$({ head -c 7; sleep 0.1; cat; } <"$sample/paragraphs.txt" | sentsplit | cksum)" \
    "$(cksum <"$work/sentences")"

# --- long lines -------------------------------------------------------------------------------------

# A line of several batches gives what its sentences give in short lines.
for _ in {1..40}; do tr '\n' ' ' <"$sample/paragraphs.txt"; done >"$work/long"
sentsplit --threads 1 "$work/long" >"$work/long.1"
sentsplit --threads 3 "$work/long" >"$work/long.3"
cmp_files 'a line of 2.6 MB: the same with any number of threads' "$work/long.3" "$work/long.1"
is 'a line of 2.6 MB: nothing lost, nothing added' "$(tr -d ' \n' <"$work/long.1" | cksum)" \
    "$(tr -d ' \n' <"$work/long" | cksum)"
long=$(grep -c . "$work/long.1")
ok "a line of 2.6 MB: sentences ($long)" test "$long" -gt 27000
head -c 2000000 /dev/zero | tr '\0' ' ' >"$work/spaces"
is 'a line of spaces is an empty one' "$({ cat "$work/spaces"; echo; echo One.; } | sentsplit | tr '\n' '|')" \
    '|One.|'
head -c 3000000 /dev/zero | tr '\0' 'a' >"$work/letters"
is 'a word of 3 MB is cut' "$(sentsplit "$work/letters" | awk '{ print length }' | sort -n | tail -n 1)" 2000
is 'a word of 3 MB is all there' "$(sentsplit --max-chars 0 "$work/letters" | tr -d '\n' | wc -c)" 3000000
is '--max-chars' "$(split 'aaa bbb ccc ddd.\n' --max-chars 8 | tr '\n' '|')" 'aaa bbb|ccc ddd.|'
is 'Thai is cut at spaces' \
    "$(for _ in {1..40}; do printf 'ประเทศไทยมีภูเขา '; done | sentsplit --lang th | head -n 1 | wc -m)" 289

# Linear time: a million marks take a second or so, and would take hours otherwise.
repeat() { head -c 1000000 < <(yes "$1" | tr -d '\n'); }
for text in . '. (' '(A. ' '; ' '"a. ' '。“' $'g.\tA' 'A. ' '“啊！”啊'; do
    for language in en el ja; do
        ok "$language: a megabyte of '$text'" \
            timeout 60 sentsplit --quiet --lang $language --threads 1 <(repeat "$text")
    done
done

# --- malformed UTF-8 --------------------------------------------------------------------------------

status_is 'malformed: replaced' 0 bash -c "printf 'One.\n\nA\xff b. C\xe2\x82.\n' | sentsplit"
is 'malformed: U+FFFD for each sequence' "$(cat "$work/stdout")" $'One.\n\nA\xef\xbf\xbd b. C\xef\xbf\xbd.'
is 'malformed: told with line and byte' "$(cat "$work/stderr")" \
    "sentsplit: warning: 'standard input', line 3, byte 7: malformed UTF-8, replaced by U+FFFD
sentsplit: warning: 'standard input', line 3, byte 13: malformed UTF-8, replaced by U+FFFD"
status_is '--strict: exit 3' 3 bash -c "printf 'One. Two.\n\xff\n' | sentsplit --strict"
like '--strict: the place' "$(cat "$work/stderr")" \
    "^sentsplit: error: 'standard input' has malformed UTF-8 in line 2, at byte 10; "
is '--strict: the output says that it is incomplete' "$(tail -n 1 "$work/stdout" | cut -c 1-12)" \
    $'\030sentsplit: '
head -c 100000 /dev/urandom | tr '\030' x >"$work/noise"
status_is 'noise: done' 0 sentsplit --quiet "$work/noise"
ok 'noise: well-formed output' iconv -f utf-8 -t utf-8 "$work/stdout" -o /dev/null

# --- what is said -----------------------------------------------------------------------------------

status_is 'a language without lists' 0 sentsplit --lang tlh "$work/a"
like 'a language without lists: a warning' "$(cat "$work/stderr")" "language 'tlh'"
is 'a language without lists: sentences' "$(cat "$work/stdout")" $'One.\nTwo.'
status_is 'a file that is not there' 1 sentsplit "$work/a" "$work/none"
is 'a file that is not there: told at once' "$(cat "$work/stderr")" \
    "sentsplit: error: cannot open '$work/none': No such file or directory; check the path"
status_is 'a folder' 1 sentsplit "$work"
status_is '--report' 0 sentsplit --report "$work/report" "$work/a" "$work/b"
like '--report: counts' "$(tr -d ' \n' <"$work/report")" '"paragraphs":2,"sentences":3,"lines":3'
status_is 'a full disk' 1 bash -c "sentsplit '$sample/paragraphs.txt' >/dev/full"
like 'a full disk: told' "$(cat "$work/stderr")" 'No space left on device'
bash -c "sentsplit '$work/long'; echo \$? >'$work/code'" 2>"$work/stderr" | head -n 1 >/dev/null
is 'a closed pipe: dies by SIGPIPE' "$(cat "$work/code")" 141
is 'a closed pipe: without a word' "$(cat "$work/stderr")" ''

# --- CANCEL -----------------------------------------------------------------------------------------

printf 'One. Two.\n\030wikiplain: cut short\nThree.\n' >"$work/cancelled"
status_is 'a CANCEL line: exit 3' 3 sentsplit "$work/cancelled"
is 'a CANCEL line: what came before, and the line passed on' "$(cat "$work/stdout")" \
    $'One.\nTwo.\n\030'"'$work/cancelled' says in line 2 that it is incomplete: wikiplain: cut short"
is 'a CANCEL line: told once' "$(cat "$work/stderr")" \
    "sentsplit: error: '$work/cancelled' says in line 2 that it is incomplete: wikiplain: cut short"
status_is 'a CANCEL line first of all' 3 bash -c "printf '\030x: y\n' | sentsplit --threads 3"
status_is 'a CANCEL line behind CR' 3 bash -c "printf 'One.\r\030' | sentsplit"
like 'a CANCEL line without a sentence' "$(cat "$work/stderr")" 'the tool before failed'
status_is 'U+0018 inside a line is only a character' 0 bash -c "printf 'One\030 two.\n' | sentsplit"
{ cat "$work/long" && printf '\n\030x: y\n'; } >"$work/long-cancelled"
status_is 'a CANCEL line behind a long one' 3 sentsplit --threads 3 "$work/long-cancelled"
like 'a CANCEL line behind a long one: its number' "$(cat "$work/stderr")" 'line 2'
done_testing
