#!/usr/bin/env bash
# What people and programs see of s3sync: --json, -v, the summary, the run report, progress.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret AWS_SESSION_TOKEN=hush-token
in=$work/in
mkdir "$in"
echo a >"$in/a"
echo b >"$in/b"
printf 'odd' >"$in/"$'q"\\\n\xff\xc3\xa4'
serve none

# field NAME: of each event, one a line, as Python shows it.
field() {
    "$python" -c '
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    event = json.loads(line)
    if len(sys.argv) < 4 or event["event"] == sys.argv[3]:
        print(ascii(event.get(sys.argv[2])))' "$work/stdout" "$@"
}

status_is '--json' 0 sync --json "$in/a" "$in/b" s3://bucket/p
is 'the events in their order' "$(field event | tr -d "'" | tr '\n' ' ' | sed 's/plan plan done/plan done plan/')" \
    'start plan done plan done summary '
is 'source and target' "$(field source plan) $(field target plan)" \
    "'$in/a'
'$in/b' 's3://bucket/p/a'
's3://bucket/p/b'"
is 'the hash of what is there' "$(field sha256 'done' | sed -n 1p)" "'$(sha256sum "$in/a" | cut -d' ' -f1)'"
is 'counts' "$(for f in uploaded skipped deleted failed bytes retries exit_code error; do field $f summary; done | tr '\n' ' ')" \
    "2 0 0 0 4 0 0 '' "
is 'requests by kind' "$(field requests summary)" \
    "{'PUT': 2, 'GET': 0, 'HEAD': 0, 'LIST': 2, 'POST': 0, 'DELETE': 0}"
like 'times are UTC' "$(field time | sed -n 1p)" "^'20[0-9-]+T[0-9:]+\.[0-9]{3}Z'$"
status_is 'once more' 0 sync --json "$in/a" "$in/b" s3://bucket/p
is 'skips' "$(field event | grep -c skip) $(field skipped summary)" '2 2'
status_is 'a deletion' 0 sync --json --delete "$in" s3://bucket/p --exclude 'q*' --exclude b
echo c >"$in/c"
status_is 'c goes up' 0 sync --json "$in" s3://bucket/p --exclude 'q*'
rm "$in/c"
status_is 'a deletion' 0 sync --json --delete "$in" s3://bucket/p --exclude 'q*'
is 'is an event' "$(field target delete) $(field deleted summary)" "'s3://bucket/p/c' 1"
status_is 'only planned' 0 sync --json -n "$in/a" s3://bucket/other
is 'start, plan, summary' "$(field event | tr -d "'" | tr '\n' ' ')" 'start plan summary '
status_is 'names that are no UTF-8' 0 sync --json "$in" "file://$work/copy"
is 'can be read back' "$(field source plan | grep -c 'q"\\\\\\n\\udcff\\xe4')" 1
status_is 'a missing file' 4 sync --json "$in/a" "$work/nowhere" s3://bucket/p
like 'fails' "$(field error failed)" "cannot find .*nowhere"
is 'the summary has the exit code' "$(field exit_code summary)" 4

printf '%s\n' 'OP=PutObject answer 500 code=InternalError' ok >"$work/broken"
serve broken
status_is 'a retry' 0 sync --json "$in/a" s3://bucket/p
is 'is an event' "$(field attempt retry) $(field retries summary)" '1 1'
serve broken
status_is '-v' 0 sync -v "$in/a" s3://bucket/p
said=$(cat "$work/stderr")
like 'a line for each request, status and code' "$said" \
    "PutObject of 's3://bucket/p/a': 500 InternalError in [0-9]+ ms"
like 'the attempts after the first are numbered' "$said" "PutObject of 's3://bucket/p/a', attempt 2: 200 in"
like 'a line for each file' "$said" "upload $in/a -> s3://bucket/p/a \(new\), 2 bytes"
like 'the summary' "$said" \
    's3sync: 1 uploaded, 0 skipped, 0 deleted, 0 failed; 2 bytes; 3 requests \(2 PUT, 1 LIST\), 1 retries'
unlike 'no secrets' "$said" 'hush|Signature|AKID'
status_is '-q' 0 sync -q "$in/a" s3://bucket/p2
is 'says nothing' "$(cat "$work/stdout" "$work/stderr")" ''

status_is '--report' 0 sync --report "$work/report" "$in/a" "$in/b" s3://bucket/p3
is 'has the same counts' "$("$python" -c '
import json, sys
counts = json.load(open(sys.argv[1]))["counts"]
print(*(counts[name] for name in ("uploaded", "skipped", "deleted", "failed", "bytes", "requests",
                                  "put_requests", "list_requests", "retries")))' "$work/report")" '2 0 0 0 4 4 2 2 0'

# A run that a signal ends tells what it has done, at once.
# stopped SIGNAL NUMBER ARGUMENT...: runs with a list that does not end, until its first path is done.
mkfifo "$work/list"
stopped() {
    local signal=$1 number=$2 pid
    shift 2
    "$python" -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' s3sync --json --report "$work/report" "$@" \
        <"$work/list" >"$work/stdout" 2>"$work/stderr" &
    pid=$!
    exec 7>"$work/list"
    echo "$in/a" >&7
    for _ in $(seq 1200); do
        grep -q '"done"' "$work/stdout" && break
        sleep 0.05
    done
    kill "-$signal" $pid
    wait $pid 2>/dev/null
    is "$signal: dies by it" $? $((128 + number))
    exec 7>&-
    like "$signal: the summary says so" "$(cat "$work/stderr")" \
        "^s3sync: stopped by SIG$signal: 1 (uploaded|copied), 0 skipped, 0 deleted, 0 failed; 2 bytes; "
    is "$signal: so does the event" "$(field error summary) $(field exit_code summary) $(field bytes summary)" \
        "'stopped by SIG$signal' $((128 + number)) 2"
    like "$signal: and the report" "$(tr -d ' \n' <"$work/report")" "\"exit_code\":$((128 + number)),.*\"bytes\":2"
}
serve none
stopped INT 2 - s3://bucket/stopped
stopped TERM 15 - s3://bucket/stopped2
stopped HUP 1 - "file://$work/stopped"

# Nobody can read what is written: the work is done all the same, a plan is not printed to its end.
mkdir "$work/many"
for i in $(seq 3000); do : >"$work/many/$i"; done
for arguments in '--dry-run' '--dry-run --json' --json; do
    # shellcheck disable=SC2086 # several words
    s3sync $arguments "$work/many" "file://$work/full" >/dev/full 2>"$work/stderr"
    is "$arguments, a full disk" $? 1
    like 'says why' "$(tail -n 1 "$work/stderr")" "cannot write to 'standard output': No space left"
    exec 8> >(true)
    wait $!
    # shellcheck disable=SC2086
    s3sync $arguments "$work/many" "file://$work/pipe" >&8 2>"$work/stderr"
    is "$arguments, a reader who has gone" $? 141
    exec 8>&-
    unlike 'says nothing about it' "$(cat "$work/stderr")" error
done
is 'all is there in the end' "$(find "$work/full" "$work/pipe" -type f | wc -l)" 6000

# Progress. A second passes before there is any.
head -c 6000000 /dev/urandom >"$work/large"
status_is 'without a terminal' 0 sync --progress-interval 1 --bandwidth-limit 2M "$work/large" s3://bucket/p
like 'a line now and then' "$(cat "$work/stderr")" \
    's3sync: [0-9]+ %, [0-9.]+ MiB of 5\.7 MiB, 0 of 1 files, [0-9.]+ [MK]iB/s, [0-9.]+ s left'
unlike 'no control characters' "$(cat "$work/stderr")" $'[\033\r]'
status_is 'by default' 0 sync --bandwidth-limit 3M "$work/large" s3://bucket/p4
is 'not so often' "$(grep -c left "$work/stderr")" 0
# on_terminal COLUMNS ARGUMENT...: what s3sync shows on a terminal so wide.
on_terminal() {
    "$python" - "$@" <<'END'
import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    sys.stdout.buffer.write(data)
os.waitpid(pid, 0)
END
}
on_terminal 120 s3sync --bandwidth-limit 2M "$work/large" s3://bucket/p6 >"$work/shown"
like 'on a terminal there is a bar' "$(cat "$work/shown")" \
    $'\r\033\\[Ks3sync: [0-9]+ %, [0-9.]+ MiB of 5\\.7 MiB, 0 of 1 files, '
is 'which is gone at the end' "$(tail -n 1 "$work/shown" | tr '\r' '\n' | grep -c '% ')" 0
on_terminal 40 s3sync --bandwidth-limit 2M "$work/large" s3://bucket/p7 >"$work/shown"
is 'the bar is no wider than the terminal' \
    "$(tr '\r' '\n' <"$work/shown" | sed -n 's/^\x1b\[K\(s3sync: .*%.*\)/\1/p' | awk '{ print length }' | sort -u)" 39
TERM=dumb on_terminal 120 s3sync --progress-interval 1 --bandwidth-limit 2M "$work/large" s3://bucket/p8 >"$work/shown"
unlike 'a dumb terminal has none' "$(cat "$work/shown")" $'\033'
like 'but a line now and then' "$(cat "$work/shown")" 's3sync: [0-9]+ %, '

# What the page says of events is what they have.
page() { # EVENT: the fields in its paragraph, and those of all
    sed -n "/^\.It $1\$/,/^\.It\|^\.El/p" tools/man/s3sync.1 |
        sed -n 's/^\.Li //p' | tr -d ',;().' | tr ' ' '\n' | grep -v '^$'
}
serve broken
status_is 'events of many kinds' 4 sync --json --delete "$in" "$work/nowhere" s3://bucket/e --exclude 'q*'
cat "$work/stdout" >"$work/all"
serve none
for arguments in "$in" "--delete --exclude b $in" "-n $in/a"; do
    # shellcheck disable=SC2086 # several words
    status_is "s3sync $arguments" 0 sync --json $arguments s3://bucket/f --exclude 'q*'
    cat "$work/stdout" >>"$work/all"
done
echo other >"$in/../a"
status_is 'a deletion' 0 sync --json --delete "$in" s3://bucket --exclude 'q*' --exclude 'b'
cat "$work/stdout" >>"$work/all"
curl -s --noproxy '*' -X POST -H Content-Length:0 "$AWS_ENDPOINT_URL_S3/bucket/f/left?uploads=" >"$work/left"
sleep 1
status_is 'an upload was left' 0 sync --json --abort-stale 0s "$in/b" s3://bucket/f
is 'planned, and aborted' "$(field action plan | sed -n 1p) $(field target abort)" "'abort' 's3://bucket/f/left'"
cat "$work/stdout" >>"$work/all"
for event in start plan retry 'done' skip delete abort failed summary; do
    has=$("$python" -c 'import json, sys
fields = {}
for line in open(sys.argv[1], encoding="utf-8"):
    one = json.loads(line)
    fields.setdefault(one["event"], set()).update(one)
print(*sorted(fields.get(sys.argv[2], {"none"}) - {"event", "time"}), sep="\n")' "$work/all" "$event")
    missing=$(comm -23 <(echo "$has") <(page "$event" | sort -u))
    is "the page has all fields of '$event'" "$missing" ''
    absent=$(comm -13 <(echo "$has") <(page "$event" | sort -u) | grep -vE '^(source|action|target|reason)$')
    is "and no others" "$absent" ''
done
done_testing
