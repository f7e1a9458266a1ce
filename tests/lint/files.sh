#!/usr/bin/env bash
#
# files.sh c|shell|all - the files of the tree in the current folder that the rules are about.
#
# The sample data, with the scripts that made it, stands outside the rules.
set -euo pipefail

every_file() {
    find . \( -name .git -o -path ./build -o -path ./tests/sample \) -prune -o -type f -print |
        sed 's|^\./||' | LC_ALL=C sort
}

case $1 in
c) every_file | grep -E '\.[ch]$' || true ;;
shell) every_file | grep -E '\.(sh|t)$|^\.ci/run$|^tools/completion/' || true ;;
all) every_file ;;
*) echo "files.sh: unknown kind '$1'" >&2 && exit 2 ;;
esac
