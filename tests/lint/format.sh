#!/usr/bin/env bash
#
# format.sh - the layout of .clang-format.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
"$here/files.sh" c | xargs -r clang-format --dry-run -Werror
