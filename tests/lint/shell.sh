#!/usr/bin/env bash
#
# shell.sh - shellcheck for every script; tests can be executed.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
not_executable=$(find tests -name '*.t' ! -perm -u+x)
[ -z "$not_executable" ] || { echo "not executable: $not_executable" && exit 1; }
# SC2317: a function that is the argument of another one (`ok 'name' function`) is reached all right.
"$here/files.sh" shell | xargs -r shellcheck --external-sources --source-path=SCRIPTDIR \
    --shell=bash --exclude=SC2317
