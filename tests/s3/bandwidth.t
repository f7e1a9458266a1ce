#!/usr/bin/env bash
# --bandwidth-limit: of all workers together, up and down, for parts and small files, without bursts.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
limit=2097152
mkdir large small
head -c $((2 * limit)) /dev/urandom >large/one
head -c $((2 * limit)) /dev/urandom >large/two
for number in $(seq 256); do head -c 16384 /dev/urandom >"small/$number"; done

# measured NAME DIRECTION ARGUMENT...: the run passes through the meter; its bytes take their time.
measured() {
    local name=$1 direction=$2 meter
    shift 2
    rm -f port2 report
    "$python" "$root/tests/s3/meter.py" "${AWS_ENDPOINT_URL_S3##*:}" report >port2 &
    meter=$!
    for _ in $(seq 1200); do [ -s port2 ] || sleep 0.05; done
    status_is "$name: succeeds" 0 s3sync --no-cache -q --bandwidth-limit $limit \
        --endpoint-url "http://127.0.0.1:$(cat port2)" "$@"
    kill -TERM $meter
    wait $meter
    local verdict=wrong
    "$python" - $limit "$direction" >told 2>&1 <<'END' && verdict=right
import json, sys
limit, told = int(sys.argv[1]), json.load(open("report"))[sys.argv[2]]
at_least = told["bytes"] / limit - 0.5  # what a pause has saved up may go at once
print(told)
sys.exit(not (told["bytes"] > 2 * limit and at_least <= told["seconds"] <= told["bytes"] / limit * 1.5 + 10 and told["most"] <= 2 * limit))
END
    is "$name: at most so many bytes a second ($(cat told))" $verdict right
}
serve none
measured 'parts up' up --part-size 5M --multipart-threshold 1M large s3://bucket/large
measured 'large files up' up large s3://bucket/large2
measured 'small files up' up small s3://bucket/small
measured 'small files up, 64 at a time' up -j 64 small s3://bucket/small2
measured 'parts down' down --part-size 5M --multipart-threshold 1M s3://bucket/large out
measured 'small files down' down s3://bucket/small out2
cmp_files 'parts down: the same' out/one large/one
done_testing
