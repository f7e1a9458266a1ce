#!/usr/bin/env bash
#
# manuals.sh - mandoc has nothing to warn of in the manual pages.
set -euo pipefail

find tools/man -name '*.[1-8]' 2>/dev/null | LC_ALL=C sort | xargs -r mandoc -T lint -W warning
