#!/usr/bin/env bash
#
# stop_radosgw.sh FOLDER - ends what start_radosgw.sh started there; the data are gone.
set -uo pipefail

for name in rgw osd mon; do
    file=$1/$name.pid
    [ -f "$file" ] || continue
    pid=$(cat "$file")
    # Nothing is worth an orderly end, which takes radosgw half a minute.
    kill -9 "$pid" 2>/dev/null
    while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
    rm -f "$file"
done
exit 0
