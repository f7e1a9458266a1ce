# shellcheck shell=bash
#
# task_support.sh - sourced after tap.sh by the tests of mlmprep's stages and tasks.

: "${work:?tap.sh comes first}" "${sample:?}" "${python:?}" "${build:?}"

# plan FOLDER [OPTION]...: of the sample dump, six shards.
plan() {
    mlmprep init -q "$1" --source "$sample/sample.xml" --corpus wiki --shards 4 --test-shards 2 \
        --vocab "$sample/vocab.txt" "${@:2}"
}

# one_pipe TO TEXT [wpiece OPTION]...: the data sets of both phases of all shards of text at once.
one_pipe() {
    local phase
    for phase in 1 2; do
        wpiece --vocab "$sample/vocab.txt" "${@:3}" "$2"/*_training_*.txt "$2"/*_test_*.txt |
            mkmlm --phase $phase | h5pack -q -o "$1" >/dev/null 2>>"$work/messages" || return
    done
}

# same_as FOLDER ONE: its shards are those of one pipe, and the markers tell what its dataset.json does.
same_as() {
    diff -r -x dataset.json "$2" "$1/shards" && "$python" -c '
import glob, json, os, sys
folder, one = sys.argv[1:]
phases = {1: "seq_len_128", 2: "seq_len_512"}
count = 0
for path in glob.glob(one + "/*/*/dataset.json"):
    whole = json.load(open(path))
    phase = next(phase for phase in phases if phases[phase] in path)
    shards = whole.pop("shards")
    whole.pop("rows")
    for shard in shards:
        markers = [json.load(open(p)) for p in glob.glob(f"{folder}/state/task-*.phase{phase}.json")]
        found = [m for m in markers if os.path.basename(m["files"][0]["path"]) == shard["file"]]
        assert len(found) == 1, shard
        marker = found[0]
        manifest = marker["details"]["manifest"]
        assert manifest.pop("shards") == [shard], shard
        assert manifest.pop("rows") == shard["rows"], shard
        assert manifest == whole, (manifest, whole)
        file = marker["files"][0]
        assert [file["bytes"], file["sha256"]] == [shard["bytes"], shard["sha256"]], file
        assert [tool["name"] for tool in marker["details"]["tools"]] == ["wpiece", "mkmlm", "h5pack"]
        assert marker["details"]["tools"][2]["report"]["counts"]["rows"] == shard["rows"]
        count += 1
assert count == 12, count' "$1" "$2"
}

# shard FOLDER NAME [PHASE]: path of a shard.
shard() {
    local length=128
    [ "${3:-1}" = 1 ] || length=512
    echo "$1"/shards/hdf5_*_seq_len_${length}_*/wiki/"$2".hdf5
}

# spoil FILE: changes a byte of it, and not its size.
spoil() {
    "$python" -c '
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(700)
    byte = file.read(1)[0] ^ 255
    file.seek(700)
    file.write(bytes([byte]))' "$1"
}

# tools_with TOOL: a folder of all tools, in which TOOL is what standard input says, run by bash; the
# real one is "$0.real" there.
tools_with() {
    local tool folder
    folder=$(mktemp -d "$work/tools.XXXXXX")
    for tool in wikiplain sentsplit docshard wpvocab wpiece mkmlm h5pack s3sync; do
        ln -s "$build/bin/$tool" "$folder/$tool"
    done
    cp "$build/bin/mlmprep" "$folder/mlmprep"
    mv "$folder/$1" "$folder/$1.real"
    { echo '#!/usr/bin/env bash' && cat; } >"$folder/$1"
    chmod +x "$folder/$1"
    echo "$folder"
}

# wait_for FILE...: until it is there; a minute at most.
wait_for() {
    local tries
    for ((tries = 0; tries < 1200; tries++)); do
        # shellcheck disable=SC2144,SC2086 # one file, whose name may be a pattern
        [ ! -e $1 ] || return 0
        sleep 0.05
    done
    return 1
}
