#!/usr/bin/env bash
#
# words.sh - no unfinished business, no path of somebody's machine, no address of a package registry
# (packages come through the system's own package manager).
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
mapfile -t files < <("$here/files.sh" all)

# The brackets keep this file from finding itself.
forbidden=(
    '\b(TOD[O]|FIXM[E]|XX[X])\b|not implemente[d]'
    '(^|[^[:alnum:]_}])/wor[k]/|/tmp/la[b]|/hom[e]/[a-z]'
    '\b(debia[n]|npmj[s]|pyp[i]|pythonhoste[d])\.(org|com)\b'
)
failures=0
for regex in "${forbidden[@]}"; do
    # grep succeeds where it finds something, which is the bad case.
    if grep -nHIE -e "$regex" -- "${files[@]}"; then
        failures=1
    fi
done
exit $failures
