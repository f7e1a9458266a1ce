# shellcheck shell=bash
#
# run_support.sh - sourced by tests of run folders, behind tap.sh.
: "${build:?}" "${sample:?}" "${work:?}"

# plan DIR OPTION...: a plan of the sample dump, by the real tools.
plan() {
    local folder=$1
    shift
    "$build/bin/mlmprep" init -q "$folder" --source "$sample/sample.xml" --vocab "$sample/vocab.txt" \
        --corpus sea "$@"
}

# in_one_pipe DIR OUT PHASE: what a run folder's text is in one pipe.
in_one_pipe() {
    (
        shopt -s nullglob
        wpiece --vocab "$sample/vocab.txt" "$1"/text/*training* "$1"/text/*test* |
            mkmlm --phase "$3" | h5pack -q -o "$2" >/dev/null
    )
}

# stand_in TOOL: a folder $work/stand-in with all tools, where TOOL is the bash script on standard
# input; $real is the real one's path there. The folder goes in front of PATH.
stand_in() {
    local tool folder=$work/stand-in
    mkdir -p "$folder"
    for tool in wikiplain sentsplit docshard wpvocab wpiece mkmlm h5pack s3sync; do
        ln -sf "$build/bin/$tool" "$folder/$tool"
    done
    # A copy: tools are looked for beside the program, wherever links to it lie.
    cp "$build/bin/mlmprep" "$folder/mlmprep"
    rm "$folder/$1"
    {
        printf '#!/usr/bin/env bash\nreal=%q\n' "$build/bin/$1"
        cat
    } >"$folder/$1"
    chmod +x "$folder/$1"
    export PATH=$folder:$PATH
}

# real_tools: without the stand-in.
real_tools() {
    PATH=${PATH#"$work/stand-in:"}
}

# wait_until COMMAND...: for a minute at most.
wait_until() {
    local i
    for ((i = 0; i < 600; i++)); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.1
    done
    return 1
}
