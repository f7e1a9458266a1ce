#!/usr/bin/env bash
#
# shell.sh - shellcheck for every script.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
"$here/files.sh" shell | xargs -r shellcheck --external-sources --source-path=SCRIPTDIR --shell=bash
