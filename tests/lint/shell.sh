#!/usr/bin/env bash
#
# shell.sh - shellcheck for every script.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
# SC2317: a function that is the argument of another one (`ok 'name' function`) is reached all right.
"$here/files.sh" shell | xargs -r shellcheck --external-sources --source-path=SCRIPTDIR \
    --shell=bash --exclude=SC2317
