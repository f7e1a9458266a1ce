#!/usr/bin/env bash
#
# lint.sh - every rule of the house, the quick ones first; tells all that is wrong before it fails.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
failures=0

rule() {
    local name=$1 begin=$SECONDS
    if "tests/lint/$name.sh" "${@:2}"; then
        printf 'lint: %-10s ok (%d s)\n' "$name" $((SECONDS - begin))
    else
        printf 'lint: %-10s FAILED\n' "$name"
        failures=$((failures + 1))
    fi
}

rule includes
rule sizes
rule names
rule words
rule format
rule shell
rule manuals
rule headers gcc clang
rule compilers gcc clang
rule tidy
[ $failures -eq 0 ]
