#!/usr/bin/env bash
#
# Standard input, output and error that are terminals, closed, full, or read by nobody.
. "$(dirname "$0")/../support/tap.sh"

vocab=$sample/vocab.txt
text=$sample/edge/plain.txt
wpiece --vocab "$vocab" "$text" >"$work/tokens"
mkmlm --dupe-factor 1 "$work/tokens" >"$work/examples"
wpiece --vocab "$vocab" --output ids "$text" >"$work/ids"

# terminal.py WHICH TYPED COMMAND...: runs a command with a terminal for those of its standard input,
# output and error that WHICH names ("in", "out", "err"), types something, and shows what is on it.
cat >"$work/terminal.py" <<'END'
import os, pty, subprocess, sys

which, typed, command = sys.argv[1].split(","), sys.argv[2], sys.argv[3:]
master, slave = pty.openpty()
work = os.environ["work"]
streams = {
    "in": open(os.devnull, "rb"),
    "out": open(work + "/stdout", "wb"),
    "err": open(work + "/stderr", "wb"),
}
for name in which:
    streams[name] = slave
child = subprocess.Popen(command, stdin=streams["in"], stdout=streams["out"], stderr=streams["err"])
os.close(slave)
if typed:
    os.write(master, typed.encode())
shown = b""
try:
    while True:
        piece = os.read(master, 4096)
        if not piece:
            break
        shown += piece
except OSError:
    pass
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
status = child.wait()
sys.exit(128 - status if status < 0 else status)
END
export work

# on_terminal NAME STATUS WHICH TYPED COMMAND...: what the terminal shows is then in $shown.
on_terminal() {
    local code=0
    shown=$(timeout 60 "$python" "$work/terminal.py" "${@:3}" | tr -d '\0'; exit "${PIPESTATUS[0]}") ||
        code=$?
    is "$1: exit $2" $code "$2"
}

# --- a terminal for input ---------------------------------------------------------------------------

waits() { # TOOL COMMAND...
    on_terminal "$1 does not wait for a terminal" 2 in '' "${@:2}"
    like "$1 shows its help instead" "$(cat "$work/stderr")" "^Usage: $1 "
    is "$1 writes nothing then" "$(cat "$work/stdout")" ''
}
waits wikiplain wikiplain
waits wpiece wpiece --vocab "$vocab"
waits mkmlm mkmlm
waits h5pack h5pack -o "$work/out"
ok 'and no folder is made' test ! -e "$work/out"
on_terminal 'a file, though the input is a terminal' 0 in '' wpiece --vocab "$vocab" "$text"
cmp_files 'is read' "$work/stdout" "$work/tokens"
on_terminal 'a dash asks for the terminal' 0 in $'unaffable\n\004' \
    wpiece --vocab "$vocab" --output ids -
like 'and what is typed is read' "$(cat "$work/stdout")" '^[0-9 ]+$'

# --- a terminal for output --------------------------------------------------------------------------

on_terminal 'wpiece on a terminal' 0 out '' wpiece --vocab "$vocab" "$text"
is 'shows pieces' "$shown" "$(wpiece --vocab "$vocab" --output tokens "$text")"
on_terminal 'a token stream on a terminal' 2 out '' \
    wpiece --vocab "$vocab" --output stream "$text"
is 'is not shown' "$shown" ''
is 'and it is said why' "$(cat "$work/stderr")" "wpiece: error: a token stream would go to the \
terminal; pipe it into the next tool or redirect it to a file"
on_terminal 'an example stream on a terminal' 2 out '' mkmlm "$work/tokens"
is 'is not shown' "$shown" ''
like 'and it is said why' "$(cat "$work/stderr")" 'an example stream would go to the terminal'
on_terminal 'a list on a terminal' 0 out '' h5pack -o "$work/out" "$work/examples"
like 'is shown' "$shown" "^$work/out/\./.*\.hdf5"$'\n'"$work/out/\./.*/dataset\.json$"

# --- a terminal for messages ------------------------------------------------------------------------

unset NO_COLOR
export TERM=xterm
on_terminal 'an error on a terminal' 1 err '' wpiece --vocab "$work/none" "$text"
like 'is coloured' "$shown" $'^wpiece: \033\\[1;31merror: \033\\[0mcannot open'
NO_COLOR=1 on_terminal 'an error on a terminal with NO_COLOR' 1 err '' \
    wpiece --vocab "$work/none" "$text"
like 'is not' "$shown" '^wpiece: error: cannot open'
on_terminal 'an error on a dumb terminal' 1 err '' \
    env TERM=dumb wpiece --vocab "$work/none" "$text"
like 'is not' "$shown" '^wpiece: error: cannot open'
on_terminal 'a name that would drive the terminal' 1 err '' \
    env NO_COLOR=1 wpiece --vocab $'\033[2Jx\n' "$text"
like 'is shown harmless' "$shown" "cannot open '\?\[2Jx\?'"

# --- closed -----------------------------------------------------------------------------------------

closed() { # NAME STATUS SHELL COMMAND
    status_is "$1: exit $2" "$2" bash -c "$3"
}
closed 'wpiece without input' 1 "wpiece --vocab '$vocab' --output ids <&-"
is 'says so' "$(cat "$work/stderr")" \
    "wpiece: error: cannot read 'standard input': Bad file descriptor"
closed 'mkmlm without input' 1 'mkmlm <&-'
like 'says so' "$(cat "$work/stderr")" "cannot read 'standard input': Bad file descriptor"
closed 'h5pack without input' 1 "h5pack -o '$work/closed' <&-"
ok 'makes no folder' test ! -e "$work/closed"
closed 'wpiece without input, on a file' 0 "wpiece --vocab '$vocab' '$text' <&-"
cmp_files 'works' "$work/stdout" "$work/tokens"

closed 'wpiece without output' 1 "wpiece --vocab '$vocab' '$text' >&-"
like 'says so' "$(cat "$work/stderr")" "cannot write to 'standard output': Bad file descriptor"
closed 'mkmlm without output' 1 "mkmlm '$work/tokens' >&-"
like 'says so' "$(cat "$work/stderr")" "cannot write to 'standard output': Bad file descriptor"
closed 'h5pack without output' 1 "h5pack -o '$work/closed' '$work/examples' >&-"
like 'says so' "$(cat "$work/stderr")" "cannot write to 'standard output': Bad file descriptor"
is 'and commits nothing' "$(find "$work/closed" -name dataset.json)" ''

closed 'wpiece without messages' 0 "wpiece --vocab '$vocab' -v '$text' 2>&-"
cmp_files 'works' "$work/stdout" "$work/tokens"
closed 'a failure without messages' 1 "wpiece --vocab '$work/none' --output ids '$text' 2>&-"
is 'says nothing anywhere' "$(cat "$work/stdout" "$work/stderr")" ''
closed 'h5pack without input, messages' 0 \
    "h5pack -o '$work/closed2' '$work/examples' <&- 2>&-"
ok 'makes whole shards' "$python" tests/support/shards.py train \
    "$(dirname "$(find "$work/closed2" -name dataset.json)")"
closed 'nothing at all' 1 "wpiece --vocab '$vocab' '$text' <&- >&- 2>&-"

# --- full, or nobody reads --------------------------------------------------------------------------

if [ -w /dev/full ]; then
    for output in stream ids tokens; do
        closed "wpiece, $output, to a full disk" 1 \
            "wpiece --vocab '$vocab' --output $output '$text' >/dev/full"
        is 'says so once' "$(cat "$work/stderr")" "wpiece: error: cannot write to 'standard \
output': No space left on device; free some space and run again"
    done
    closed 'messages to a full disk' 1 "wpiece --vocab '$work/none' '$text' 2>/dev/full"
else
    skip 'a full disk' 'there is no /dev/full'
fi

unread() { # TOOL SHELL COMMAND
    bash -c "$2 2>'$work/stderr' | head -c 10 >/dev/null; exit \${PIPESTATUS[0]}"
    is "$1, when nobody reads on: ends by SIGPIPE" $? 141
    is "$1, when nobody reads on: without a word" "$(cat "$work/stderr")" ''
}
for ((i = 0; i < 20; i++)); do cat "$sample/sample.txt"; done >"$work/large.txt"
unread wpiece "wpiece --vocab '$vocab' --output tokens '$work/large.txt'"
unread 'wpiece to the next tool' "wpiece --vocab '$vocab' '$work/large.txt'"
wpiece --vocab "$vocab" "$sample/sample.txt" >"$work/tokens"
unread mkmlm "mkmlm --dupe-factor 20 '$work/tokens'"
bash -c "h5pack -o '$work/unread' '$work/examples' 2>'$work/stderr' | exec true
    exit \${PIPESTATUS[0]}"
is 'h5pack, when nobody takes its list: ends by SIGPIPE' $? 141
is 'h5pack, when nobody takes its list: commits nothing' \
    "$(find "$work/unread" -name dataset.json)" ''
# A parent that ignores SIGPIPE, as Python's does.
bash -c "trap '' PIPE; wpiece --vocab '$vocab' --output tokens '$work/large.txt' \
    2>'$work/stderr' | head -c 10 >/dev/null; exit \${PIPESTATUS[0]}"
is 'even where SIGPIPE is ignored: ends by it' $? 141
is 'even where SIGPIPE is ignored: without a word' "$(cat "$work/stderr")" ''
done_testing
