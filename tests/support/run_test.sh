#!/usr/bin/env bash
#
# run_test.sh TEST - runs one test for prove, for at most TEST_SECONDS; a test that outlives them, or
# is interrupted, is ended with all it started. Turns cmocka's "not ok # SKIP" into TAP's "ok # SKIP".
set -uo pipefail

exec > >(sed -u 's/^not ok \([0-9]* # SKIP\)/ok \1/')
# Job control, or else the test would start with SIGINT ignored.
set -m
timeout --kill-after=10 "${TEST_SECONDS:-600}" "$1" &
trap 'kill -TERM $!' INT TERM HUP
wait $!
status=$?
# Once more when it was the signal that ended the wait.
[ $status -le 128 ] || { wait $! && status=$?; }
exit $status
