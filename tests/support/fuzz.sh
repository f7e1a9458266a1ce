#!/usr/bin/env bash
#
# fuzz.sh SECONDS FUZZER... - runs each fuzzer for so long, from the seeds in tests/fuzz/<name>/ and
# what earlier runs found. What makes one fail is left beside it, and named.
set -euo pipefail

seconds=$1
shift
for fuzzer in "$@"; do
    corpus=$fuzzer.corpus
    seeds=tests/fuzz/$(basename "$fuzzer" _fuzz)
    mkdir -p "$corpus"
    echo "$(basename "$fuzzer"): $seconds s"
    arguments=("$corpus")
    [ -d "$seeds" ] && arguments+=("$seeds")
    if ! "$fuzzer" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=2048 -verbosity=0 \
        -print_final_stats=0 -artifact_prefix="$fuzzer." "${arguments[@]}" >"$fuzzer.log" 2>&1; then
        tail -n 60 "$fuzzer.log"
        exit 1
    fi
done
