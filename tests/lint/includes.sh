#!/usr/bin/env bash
#
# includes.sh - who may include what: the arrows between the folders, one folder for each library,
# and project headers written from the root. Names each wrong line.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
mapfile -t files < <("$here/files.sh" c | grep -v '^tests/')
[ ${#files[@]} -eq 0 ] || exec awk -f "$here/includes.awk" "${files[@]}"
