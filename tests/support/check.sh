#!/usr/bin/env bash
#
# check.sh JOBS TEST... - runs unit tests and shell tests through prove, so many at a time.
set -euo pipefail

jobs=$1
shift
export CMOCKA_MESSAGE_OUTPUT=TAP PYTHONDONTWRITEBYTECODE=1
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1:allocator_may_return_null=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1}
exec prove --jobs "$jobs" --exec tests/support/run_test.sh "$@"
