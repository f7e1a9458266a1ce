# shellcheck shell=bash
#
# pipe.sh - sourced after tap.sh by tests that run text through to shards.

: "${work:?tap.sh comes first}"

# shards_of FOLDER [wpiece OPTION...] [mkmlm OPTION...] FILE: runs the pipe into the folder, with the
# options of each tool; prints the paths of the shards. Fails as the last tool that fails does.
# The messages of all three are added to $work/messages.
shards_of() {
    local folder=$1 file=${*: -1} word tool=wpiece wpiece=() mkmlm=()
    for word in "${@:2:$#-2}"; do
        case $word in
        wpiece | mkmlm) tool=$word ;;
        *) eval "$tool+=(\"\$word\")" ;;
        esac
    done
    (
        set -o pipefail
        wpiece "${wpiece[@]}" "$file" 2>>"$work/messages" |
            mkmlm "${mkmlm[@]}" 2>>"$work/messages" |
            h5pack -o "$folder" 2>>"$work/messages" | { grep '\.hdf5$' || true; }
    )
}

# The arguments of a run of the reference as options of mkmlm.
mkmlm_options() {
    printf '%s' "${1//_/-}"
}
