#!/usr/bin/env bash
#
# tidy.sh - clang-tidy with .clang-tidy on all but the tests, as many files at once as JOBS says.
# TIDY_NODES bounds the states of a function that the analyzer walks through: a third of its own
# 225000 takes a third of the time. Give it those once before a release.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
command=$(make -s compile-command CC=clang)

# tidy FILE: prints what is wrong with it. status.c defines what analyzer.h redefines.
tidy() {
    local include="-include $here/analyzer.h"
    [ "$1" != formats/base/status.c ] || include=
    local depth="-Xclang -analyzer-config -Xclang max-nodes=${TIDY_NODES:-75000}"
    eval "clang-tidy --quiet '$1' -- ${command#clang} $include $depth" 2>&1 ||
        echo "clang-tidy: '$1' failed"
}
export -f tidy
export command here

# shellcheck disable=SC2016 # expanded by the inner shell
found=$("$here/files.sh" c | grep '\.c$' | grep -vE '^(tests|examples)/' | xargs -r -n 1 -P "${JOBS:-2}" \
    bash -c 'tidy "$1"' tidy |
    grep -v 'warnings\? generated' || true)
[ -z "$found" ] || { printf '%s\n' "$found" && exit 1; }
