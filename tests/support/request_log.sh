# shellcheck shell=bash
#
# request_log.sh - sourced by the tests with a web server of their own, whose log of requests is $log.

# requests REGEX: how many requests of the log match.
requests() {
    grep -cE -- "$1" "${log:?}"
}

# wait_for_request REGEX: until the log has one; fails after a minute.
wait_for_request() {
    for _ in $(seq 3000); do
        grep -qE -- "$1" "${log:?}" && return
        sleep 0.02
    done
    return 1
}
