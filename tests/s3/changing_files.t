#!/usr/bin/env bash
# Files that change while they are sent, in all ways: what is there in the end is the file as it is then,
# under its own hash. And a file that changed between two runs without a newer time.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
head -c 11000000 /dev/urandom >whole

# change KIND: does that to 'changing'.
change() {
    touch -r changing time
    case $1 in
    append) echo more >>changing ;;
    truncate) truncate -s 9000000 changing ;;
    rewrite | newer) printf changed | dd of=changing bs=1 seek=10500000 conv=notrunc status=none ;;
    rename)
        cp changing other
        printf changed | dd of=other bs=1 seek=10500000 conv=notrunc status=none
        mv other changing
        ;;
    esac
    # No newer time tells of it.
    case $1 in rewrite | rename) touch -r time changing ;; esac
}

# changes KIND OPERATION OPTION...: the change is made while the first such request is on its way.
changes() {
    local name="$2, $1"
    cp whole changing
    printf '%s\n' "OP=$2 stall told" ok >stalled
    serve stalled
    {
        wait_for_request "op=$2"
        change "$1"
        steps ok
    } &
    status_is "$name: goes up" 0 s3sync -j 1 "${@:3}" changing s3://bucket/p
    wait $!
    is "$name: as it is in the end, and nothing else" "$(state)" \
        "object $(stat -c %s changing) $(sha256sum changing | cut -d' ' -f1) bucket/p/changing"
    like "$name: under its own hash" \
        "$(curl -sI --noproxy '*' "$AWS_ENDPOINT_URL_S3/bucket/p/changing" | tr -d '\r')" \
        "x-amz-meta-sha256: $(sha256sum changing | cut -d' ' -f1)"
}
for kind in append truncate rewrite newer rename; do
    changes $kind PutObject
    changes $kind UploadPart --part-size 5M --multipart-threshold 8M
done

# Between two runs: same name, size and time, but not the same bytes.
serve none
for kind in rewrite rename; do
    for options in '' '--part-size 5M --multipart-threshold 8M'; do
        cp whole changing
        # shellcheck disable=SC2086 # several words
        s3sync -q $options changing s3://bucket/p
        change $kind
        # shellcheck disable=SC2086 # several words
        status_is "then $kind $options: goes up" 0 s3sync -q $options changing s3://bucket/p
        is "then $kind $options: as it is" "$(state)" \
            "object 11000000 $(sha256sum changing | cut -d' ' -f1) bucket/p/changing"
    done
done
done_testing
