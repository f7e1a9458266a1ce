#!/usr/bin/env bash
#
# names.sh - file names of sources are unique in the tree.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
"$here/files.sh" c | awk -F/ '
    $NF in first { printf "%s:1: the name is taken by %s\n", $0, first[$NF]; failures++ }
    !($NF in first) { first[$NF] = $0 }
    END { exit failures > 0 }'
