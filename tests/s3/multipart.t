#!/usr/bin/env bash
# Uploads in parts: what is sent, what the server must not be believed, and what a killed run leaves.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
# Four parts of 5 MiB and one byte: 5, 5, 5, and the rest.
head -c $((15 * 1048576 + 1)) /dev/urandom >big
hash=$(sha256sum big | cut -d' ' -f1)
size=$(stat -c %s big)
in_parts=(s3sync --concurrency 1 --retry-base-delay 1 --part-size 5M --multipart-threshold 8M --no-cache)
parts() { "${in_parts[@]}" "$@"; }
is_whole() { # NAME: the object is there with the right bytes, and no upload is left
    is "$1" "$(state)" "object $size $hash bucket/p/big"
}

serve none
status_is 'a large file goes up' 0 parts big s3://bucket/p
is_whole 'all of it'
is 'in four parts' "$(requests 'op=UploadPart status=200')" 4
is 'each signed with its hash' "$(requests 'hash=ok .*op=UploadPart ')" 4
is 'one Create, one Complete' "$(requests 'op=C(reate|omplete)MultipartUpload')" 2
status_is 'once more' 0 parts -v big s3://bucket/p
is 'no PUT and no POST for what is there' "$(requests ' (PUT|POST) ')" 6
status_is 'many workers' 0 s3sync --no-cache --part-size 5M --multipart-threshold 8M big s3://bucket/q
like 'all of it' "$(state)" "object $size $hash bucket/q/big"

# recovers FAULT: the file is there whole in the end.
recovers() {
    serve "$1"
    # Long, so that a busy machine is not taken for a stall, except where there is one.
    local patience=60
    [ "$1" != part_stall ] || patience=3
    status_is "$1: recovers" 0 parts --stall-timeout $patience big s3://bucket/p || diag "$(cat "$log")"
    is_whole "$1: whole"
}
for fault in part_error part_reset part_stall part_answer_lost part_slow_down part_no_etag create_slow_down \
    create_answer_lost create_without_id create_elsewhere complete_error_in_body complete_answer_lost \
    complete_empty complete_cut head_error head_late; do
    recovers $fault
done

# fails FAULT STATUS: no object, and a message that names the file.
fails() {
    serve "$1"
    status_is "$1: fails" "$2" parts --max-attempts 2 big s3://bucket/p
    is "$1: no object" "$(state | grep -c object)" 0
    like "$1: says so" "$(cat "$work/stderr")" "'big' is not uploaded"
}
fails part_denied 4
is 'part_denied: aborted' "$(state)" ''
fails complete_denied 4
is 'complete_denied: aborted' "$(state)" ''
fails complete_no_upload 4
fails create_denied 4
fails part_broken 75
status_is 'part_broken: the next run goes on' 0 parts big s3://bucket/p
is_whole 'part_broken: whole'

# Credentials that run out in the middle: asked for once more, and the upload goes on.
# shellcheck disable=SC2016 # for the script that is written
printf '%s\n' '#!/bin/sh' 'key=OLD; [ -e "$HOME/asked" ] && key=NEW; : >"$HOME/asked"' \
    'printf "{\"Version\":1,\"AccessKeyId\":\"%s\",\"SecretAccessKey\":\"secret\",\"SessionToken\":\"token\",\"Expiration\":\"2099-01-01T00:00:00Z\"}" $key' \
    >"$HOME/process"
chmod +x "$HOME/process"
mkdir "$HOME/.aws"
printf '[default]\ncredential_process = %s\n' "$HOME/process" >"$HOME/.aws/config"
serve part_expired_token
status_is 'part_expired_token: recovers' 0 env -u AWS_ACCESS_KEY_ID -u AWS_SECRET_ACCESS_KEY \
    "${in_parts[@]}" big s3://bucket/p
is_whole 'part_expired_token: whole'
is 'part_expired_token: one upload, one part sent twice' \
    "$(requests op=CreateMultipartUpload) $(requests 'op=UploadPart ')" '1 5'
rm -rf "$HOME/.aws"

# A file that changes while its parts go up.
cp big changing
serve part_never_answered
{
    wait_for_request 'op=UploadPart'
    printf 'changed' | dd of=changing bs=1 seek=1000 conv=notrunc status=none
    steps ok
} &
status_is 'a file that changes' 0 parts changing s3://bucket/p
wait $!
is 'is up as it is in the end' "$(state)" \
    "object $size $(sha256sum changing | cut -d' ' -f1) bucket/p/changing"

# A signal ends the run and the upload.
serve part_never_answered
"${in_parts[@]}" big s3://bucket/p 2>"$work/stderr" &
pid=$!
ok 'a part is on its way' wait_for_request 'op=UploadPart'
end TERM $pid
wait $pid
is 'a signal: dies by it' $? 143
like 'a signal: says what was done, and nothing else' "$(cat "$work/stderr")" \
    '^s3sync: stopped by SIGTERM: 0 uploaded, [^:]*$'
is 'a signal: the upload is aborted' "$(state)" ''
serve part_never_answered
steps 'OP=UploadPart stall told' 'OP=AbortMultipartUpload stall told'
"${in_parts[@]}" big s3://bucket/p 2>"$work/stderr" &
pid=$!
ok 'a part is on its way' wait_for_request 'op=UploadPart'
end TERM $pid
ok 'a signal: aborting is tried' wait_for_request 'op=AbortMultipartUpload'
end TERM $pid
wait $pid
is 'two signals: dies by them' $? 143
# After the answer, or without one in the end, it would tell what was done.
is 'two signals: no answer is waited for' "$(cat "$work/stderr")" ''

# Aborting takes more than one request: the server asks for less, tells its region or its time, or is
# gone for a moment.
for step in 'answer 503 code=SlowDown' 'need-region eu-central-1' 'need-clock 7200' 'close 0'; do
    serve part_never_answered
    case $step in
    need*) steps 'OP=UploadPart stall told' "OP=Abort* $step" ;;
    *) steps 'OP=UploadPart stall told' "OP=Abort* $step" "OP=Abort* $step" "OP=Abort* $step" ok ;;
    esac
    "${in_parts[@]}" big s3://bucket/p 2>"$work/stderr" &
    pid=$!
    ok "a signal, $step: a part is on its way" wait_for_request 'op=UploadPart'
    end TERM $pid
    wait $pid
    is "a signal, $step: dies by it" $? 143
    is "a signal, $step: the upload is aborted" "$(state)" ''
done

# A signal while Create is on its way: its answer is waited for, so that it can be aborted.
for signal in HUP TERM; do
    serve create_late
    "${in_parts[@]}" big s3://bucket/p 2>"$work/stderr" &
    pid=$!
    ok "$signal while Create is on its way: it is" wait_for_request 'op=CreateMultipartUpload'
    end $signal $pid
    steps 'OP=UploadPart stall told'
    wait $pid
    is "$signal while Create is on its way: dies by it" $? $((128 + $(kill -l $signal)))
    like "$signal while Create is on its way: what was done is said, and nothing else" \
        "$(cat "$work/stderr")" "^s3sync: stopped by SIG$signal: 0 uploaded, [^:]*\$"
    is "$signal while Create is on its way: nothing is left" "$(state)" ''
done
# Several at once, some with parts on their way.
for name in 1 2 3 4; do cp big many$name; done
serve create_late
steps 'KEY=*/many1 OP=CreateMultipartUpload ok' 'KEY=*/many1 OP=UploadPart stall told' \
    'OP=CreateMultipartUpload late told'
s3sync --no-cache -q --concurrency 4 --part-size 5M --multipart-threshold 8M many1 many2 many3 many4 s3://bucket/p &
pid=$!
ok 'a signal and four uploads: a part is on its way' wait_for_request 'many1 .*op=UploadPart'
ok 'a signal and four uploads: another begins' wait_for_request 'many[234] .*op=CreateMultipartUpload'
end TERM $pid
steps 'OP=UploadPart stall told'
wait $pid
is 'a signal and four uploads: dies by it' $? 143
is 'a signal and four uploads: nothing is left' "$(state | grep upload)" ''
rm many?

# Kill at every request boundary, before the server does it and after; the next run goes on.
serve none
parts big s3://bucket/p >/dev/null 2>&1
total=$(requests '')
for moment in stall done-stall; do
    for number in $(seq 1 "$total"); do
        rm -rf "$HOME/.local"
        {
            for _ in $(seq 2 "$number"); do echo 'OP=* ok'; done
            echo "OP=* $moment told"
        } >boundary
        serve boundary
        # The last step is for all further requests, too: the run is killed at the first of them.
        "${in_parts[@]}" big s3://bucket/p >/dev/null 2>&1 &
        pid=$!
        wait_for_request "step=$moment"
        end KILL $pid
        wait $pid 2>/dev/null
        unfinished=$(state | grep -c '^upload')
        sent=$(state | sed -n 's/^upload \([0-9]*\) .*/\1/p')
        new_log
        steps ok
        status_is "killed at request $number ($moment): the next run" 0 parts big s3://bucket/p
        is_whole "killed at request $number ($moment): whole, and nothing else is left"
        if [ "$unfinished" -gt 0 ] && [ "${sent:-0}" -gt 1 ]; then
            again=$(requests 'op=UploadPart ')
            ok "killed at request $number ($moment): goes on (had $sent parts, sends $again)" \
                test "$again" -le $((5 - sent))
        fi
    done
done
# The same with workers side by side.
for moment in stall done-stall; do
    for number in $(seq 1 "$total"); do
        rm -rf "$HOME/.local"
        {
            for _ in $(seq 2 "$number"); do echo 'OP=* ok'; done
            echo "OP=* $moment told"
        } >boundary
        serve boundary
        s3sync --no-cache -q --part-size 5M --multipart-threshold 8M big s3://bucket/p &
        pid=$!
        wait_for_request "step=$moment"
        end KILL $pid
        wait $pid 2>/dev/null
        sent=$(state | sed -n 's/^upload \([0-9]*\) .*/\1/p')
        new_log
        steps ok
        status_is "killed at request $number ($moment), many workers: the next run" 0 \
            s3sync --no-cache --part-size 5M --multipart-threshold 8M big s3://bucket/p
        is_whole "killed at request $number ($moment), many workers: whole, and nothing else is left"
        # Of the parts that the server has, up to four have not been told to the run that was killed.
        again=$(requests 'op=UploadPart ')
        ok "killed at request $number ($moment), many workers: goes on (had ${sent:-0} parts, sends $again)" \
            test "$again" -le 4
    done
done
# A file that changed since takes nothing from before.
for change in content size time; do
    rm -rf "$HOME/.local"
    cp big changed
    printf '%s\n' 'OP=UploadPart ok' 'OP=UploadPart ok' 'OP=UploadPart stall told' >boundary
    serve boundary
    "${in_parts[@]}" changed s3://bucket/p >/dev/null 2>&1 &
    pid=$!
    wait_for_request 'step=stall'
    end KILL $pid
    wait $pid 2>/dev/null
    case $change in
    content) printf changed | dd of=changed bs=1 seek=6000000 conv=notrunc status=none ;;
    size) echo more >>changed ;;
    time) touch changed ;;
    esac
    new_log
    steps ok
    status_is "killed, then another $change: the next run" 0 parts changed s3://bucket/p
    is "killed, then another $change: as it is now" "$(state)" \
        "object $(stat -c %s changed) $(sha256sum changed | cut -d' ' -f1) bucket/p/changed"
    [ $change != time ] || is 'killed, then another time: the content is known, and the upload goes on' \
        "$(requests 'op=UploadPart ')" 2
done
done_testing
