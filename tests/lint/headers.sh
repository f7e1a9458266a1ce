#!/usr/bin/env bash
#
# headers.sh CC... - every header (but those of tests) compiles alone, and twice, with each compiler.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
mapfile -t headers < <("$here/files.sh" c | grep '\.h$' | grep -v '^tests/')
failures=0
for compiler in "$@"; do
    command=$(make -s compile-command CC="$compiler" WERROR=1)
    for header in "${headers[@]}"; do
        printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
            eval "$command -fsyntax-only -x c -" || { echo "$header: not alone ($compiler)" && failures=1; }
    done
done
exit $failures
