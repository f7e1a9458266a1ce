#!/usr/bin/env bash
# Many files that are up already: one list request for 1000 of them, nothing else, and little memory.
# MLMPREP_MANY_FOLDERS tells how many thousands (default 2; with 300 it takes ten minutes).
. "$(dirname "$0")/../support/tap.sh"

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
folders=${MLMPREP_MANY_FOLDERS:-2}
many=("$python" "$root/tests/s3/many_objects.py" "$folders" 1000)
cd "$work" || exit 1
"${many[@]}" --write in
"${many[@]}" >port &
for _ in $(seq 1200); do
    [ -s port ] && break
    sleep 0.05
done
AWS_ENDPOINT_URL_S3=http://127.0.0.1:$(cat port)
export AWS_ENDPOINT_URL_S3
counts() { curl -s --noproxy '*' "$AWS_ENDPOINT_URL_S3/-/counts" | paste -sd ' '; }
# modest NAME: the last run stayed below 40 MiB.
modest() {
    local peak
    peak=$(sed -n 's/.*"peak_memory_bytes": *\([0-9]*\).*/\1/p' report)
    ok "$1: at most 40 MiB" test "$peak" -le 41943040 || diag "$peak bytes"
}

status_is 'what another wrote is asked for' 0 s3sync -q --report report in s3://bucket/p
is 'what another wrote is asked for: once each' "$(counts)" "HEAD ${folders}000 LIST $folders"
modest 'what another wrote is asked for'
status_is 'unchanged' 0 s3sync -q --report report in s3://bucket/p
is 'unchanged: lists only' "$(counts)" "LIST $folders"
modest 'unchanged'
"${many[@]}" --list in >paths
sed -i 's|^in/|in/./|' paths
ok 'a list of paths is read' test "$(wc -l <paths)" = "${folders}000"
status_is 'a list of paths, without an end' 3 s3sync -q --report report - s3://bucket/p <paths
is 'a list of paths: lists only' "$(counts)" "LIST $folders"
modest 'a list of paths'
mkdir -p one/000 && cp in/000/00000.txt one/000
status_is 'all others deleted' 0 s3sync -q --delete --report report one s3://bucket/p
is 'all others deleted: a thousand by each request' "$(counts)" "DELETE $folders LIST $folders"
modest 'all others deleted'
done_testing
