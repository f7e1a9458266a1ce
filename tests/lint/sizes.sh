#!/usr/bin/env bash
#
# sizes.sh - mains of at most 120 lines, files of at most 350, functions of at most 70.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
mapfile -t files < <("$here/files.sh" c)
# A function begins at the last line in column 0 before ") {" and ends with "}" in column 0.
[ ${#files[@]} -eq 0 ] || exec awk '
    function end_of_file() {
        limit = file ~ /^tools\/[^\/]*\.c$/ ? 120 : 350
        if (file != "" && lines > limit) {
            printf "%s:%d: the file is longer than %d lines\n", file, lines, limit
            failures++
        }
    }
    FNR == 1 { end_of_file(); file = FILENAME; inside = 0 }
    { lines = FNR }
    !inside && /^[A-Za-z_]/ { start = FNR }
    !inside && /\) \{$/ { inside = 1 }
    /^\}/ && inside {
        inside = 0
        if (FNR - start + 1 > 70) {
            printf "%s:%d: a function of %d lines, more than 70\n", file, start, FNR - start + 1
            failures++
        }
    }
    END { end_of_file(); exit failures > 0 }' "${files[@]}"
