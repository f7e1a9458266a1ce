#!/usr/bin/env bash
#
# headers.sh CC... - every header (but those of tests) compiles alone, and twice, with each compiler;
# as many at once as JOBS says.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")

# check COMPILER COMMAND HEADER...: prints the headers that do not.
check() {
    local compiler=$1 command=$2 header
    for header in "${@:3}"; do
        printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
            eval "$command -fsyntax-only -x c -" 2>&1 || echo "$header: not alone ($compiler)"
    done
}
export -f check

found=$(for compiler in "$@"; do
    command=$(make -s compile-command CC="$compiler" WERROR=1)
    # shellcheck disable=SC2016 # expanded by the inner shell
    "$here/files.sh" c | grep '\.h$' | grep -v '^tests/' |
        xargs -r -n 16 -P "${JOBS:-2}" bash -c 'check "$@"' check "$compiler" "$command"
done)
[ -z "$found" ] || { printf '%s\n' "$found" && exit 1; }
