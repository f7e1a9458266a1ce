# shellcheck shell=bash
#
# mirror_support.sh - sourced after tap.sh by the tests of downloads: a web server that misbehaves.

: "${work:?tap.sh comes first}" "${root:?}" "${python:?}"

log=$work/server.log
web=$work/web
mkdir -p "$web"

# serve: starts a server for $web; its URL is in $url, its process in $server. serve_tls CERTIFICATE KEY:
# one that speaks TLS.
serve() {
    serve_scheme http
}
serve_tls() {
    serve_scheme https "$1" "$2"
}
serve_scheme() {
    local scheme=$1
    shift
    rm -f "$work/port"
    touch "$log" "$work/script"
    "$python" -B "$root/tests/prep/mirror_server.py" "$web" "$work/script" "$log" "$@" >"$work/port" &
    # shellcheck disable=SC2034 # for the tests
    server=$!
    for _ in $(seq 1200); do
        [ -s "$work/port" ] && break
        sleep 0.05
    done
    # shellcheck disable=SC2034
    url=$scheme://127.0.0.1:$(cat "$work/port")
}

# script LINE...: what the server does from now on (mirror_server.py); its log begins anew.
script() {
    printf '%s\n' "$@" "# $((script_number += 1)) ." >"$work/script.new"
    mv "$work/script.new" "$work/script"
    : >"$log"
}
script_number=0

. "$root/tests/support/request_log.sh"

# wait_for_size FILE BYTES: until a file has that many bytes; fails after a minute. FILE is a glob.
wait_for_size() {
    local size
    for _ in $(seq 3000); do
        # shellcheck disable=SC2086 # a glob
        size=$(stat -c %s $1 2>/dev/null)
        [ "${size:-0}" -ge "$2" ] && return
        sleep 0.02
    done
    return 1
}
