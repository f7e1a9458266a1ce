#!/usr/bin/env bash
#
# compilers.sh CC... - everything builds without a warning, with each compiler.
set -euo pipefail

for compiler in "$@"; do
    make -s -j "${JOBS:-2}" BUILD="${BUILD:-build}/lint-$compiler" CC="$compiler" WERROR=1 \
        all check-programs >/dev/null
done
