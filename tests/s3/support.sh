# shellcheck shell=bash
#
# support.sh - sourced after tap.sh by the tests of s3sync: servers, and calls.

: "${work:?tap.sh comes first}" "${root:?}" "${python:?}"

server=
log=$work/log

# serve SCRIPT: starts the fault server with that file of tests/s3/faults, or of $work, in place of the
# one before.
serve() {
    local script=$root/tests/s3/faults/$1
    [ -e "$script" ] || script=$work/$1
    [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null
    rm -f "$work/port"
    cp "$script" "$work/script"
    "$python" "$root/tests/s3/fault_server.py" "$work/script" "$log" >"$work/port" &
    server=$!
    for _ in $(seq 1200); do
        [ -s "$work/port" ] && break
        sleep 0.05
    done
    AWS_ENDPOINT_URL_S3=http://127.0.0.1:$(cat "$work/port")
    export AWS_ENDPOINT_URL_S3
}

# steps LINE...: the running server goes on with these steps; its objects stay.
steps() {
    printf '%s\n' "$@" >"$work/script"
    kill -HUP "$server"
    # It accepts a connection only after it has read them.
    state >/dev/null
}

# state: the objects and unfinished uploads of the server.
state() {
    curl -s --noproxy '*' "$AWS_ENDPOINT_URL_S3/-/state"
}

# new_log: the log begins anew, without what clients that are dead by now have sent.
new_log() {
    curl -s --noproxy '*' "$AWS_ENDPOINT_URL_S3/-/new-log"
}

. "$root/tests/support/request_log.sh"

# end SIGNAL PROCESS: sends it to a child of this shell; not to whoever has its number by now.
end() {
    [ "$(ps -o ppid= -p "$2" | tr -d ' ')" = $$ ] && kill "-$1" "$2"
}

# sync ARGUMENT...: one request after the other and short pauses, so that scripts and logs have an order.
sync() {
    s3sync --concurrency 1 --retry-base-delay 1 "$@"
}
