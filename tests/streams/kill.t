#!/usr/bin/env bash
#
# kill -9 of each tool in the middle of the pipe: the tools after it say that their input was cut
# short, and nothing appears that is not whole; the same pipe, run again, cleans up and completes.
. "$(dirname "$0")/../support/tap.sh"

tools=(wpiece mkmlm h5pack s3sync)
declare -A pid code

endless_text() {
    while cat "$sample/sample.txt" 2>/dev/null; do :; done
}

# start_pipe: all four tools over named pipes, each in the background, fed without end.
start_pipe() {
    rm -rf "$work/pipe" "$work/out" "$work/bucket"
    mkdir "$work/pipe" && mkfifo "$work"/pipe/{text,tokens,examples,list}
    endless_text >"$work/pipe/text" &
    feeder=$!
    wpiece --vocab "$sample/vocab.txt" --shard-tokens 50000 --name wiki \
        <"$work/pipe/text" >"$work/pipe/tokens" 2>"$work/wpiece.log" &
    pid[wpiece]=$!
    mkmlm --dupe-factor 1 <"$work/pipe/tokens" >"$work/pipe/examples" 2>"$work/mkmlm.log" &
    pid[mkmlm]=$!
    h5pack -o "$work/out" <"$work/pipe/examples" >"$work/pipe/list" 2>"$work/h5pack.log" &
    pid[h5pack]=$!
    s3sync "file://$work/bucket" <"$work/pipe/list" >/dev/null 2>"$work/s3sync.log" &
    pid[s3sync]=$!
}

# wait_for_objects COUNT: until so many shards are through; at most a minute.
wait_for_objects() {
    local tries
    for ((tries = 0; tries < 600; tries++)); do
        [ "$(find "$work/bucket" -name '*.hdf5' 2>/dev/null | wc -l)" -lt "$1" ] || return 0
        sleep 0.1
    done
    diag "$(tail -n 3 "$work"/*.log)"
    return 1
}

# whole FOLDER: every shard in it can be read as a trainer does.
whole() {
    find "$1" -name '*.hdf5' -printf '%h\n' | sort -u | while read -r folder; do
        "$python" tests/support/shards.py train "$folder" || return 1
    done
}

equal_objects() {
    find "$work/bucket" -type f -name '*.hdf5' -printf '%P\n' | while read -r key; do
        cmp "$work/bucket/$key" "$work/out/$key" || return 1
    done
}

for victim in "${tools[@]}"; do
    start_pipe
    ok "$victim: shards flow" wait_for_objects 2
    kill -9 "${pid[$victim]}"
    for tool in "${tools[@]}"; do
        code[$tool]=0
        wait "${pid[$tool]}" 2>/dev/null || code[$tool]=$?
    done
    wait $feeder 2>/dev/null

    after=0
    for tool in "${tools[@]}"; do
        if [ "$tool" = "$victim" ]; then
            is "$victim: died of it" "${code[$tool]}" 137
            after=1
        elif [ $after = 1 ]; then
            is "$victim killed: $tool says 3" "${code[$tool]}" 3
            ok "$victim killed: $tool says why" test -s "$work/$tool.log"
        else
            # Nobody reads it any more: that ends it, without a word.
            is "$victim killed: $tool is ended by SIGPIPE" "${code[$tool]}" 141
            is "$victim killed: $tool says nothing" "$(cat "$work/$tool.log")" ''
        fi
    done
    is "$victim killed: no dataset.json anywhere" \
        "$(find "$work/out" "$work/bucket" -name dataset.json)" ''
    ok "$victim killed: every shard is whole" whole "$work/out"
    ok "$victim killed: every object is a shard" equal_objects
    is "$victim killed: nothing else is called training" \
        "$(find "$work/out" "$work/bucket" -type f -name '*training*' ! -name '*.hdf5')" ''

    (
        set -o pipefail
        wpiece --vocab "$sample/vocab.txt" --name wiki --shard-tokens 5000 <"$sample/sample.txt" |
            mkmlm --dupe-factor 1 | h5pack --remove-others -o "$work/out" |
            s3sync "file://$work/bucket"
    ) >"$work/again.log" 2>&1
    is "$victim killed: run again, it completes" $? 0 || diag "$(cat "$work/again.log")"
    is "$victim killed: and leaves no temporary file" \
        "$(find "$work/out" "$work/bucket" -type f -name '.*')" ''
    is "$victim killed: and is marked complete in both places" \
        "$(find "$work/out" "$work/bucket" -name dataset.json | wc -l)" 2
done
done_testing
