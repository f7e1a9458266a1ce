#!/bin/sh
#
# parallel.sh DIR [OPTION]... - makes the data set of a run folder with GNU parallel. Options are
# parallel's: --jobs 8, or --sshloginfile HOSTS for machines that see the folder under the same name
# and have mlmprep installed.
#
# A second call makes only what is missing. A --joblog may be kept, but not resumed: it counts what is
# missing now.
set -eu

folder=$(realpath "$1")
shift
for option; do
    case $option in
    --resume*) echo "$0: $option is not for here: call it without, for what is missing" >&2 && exit 2 ;;
    esac
done
mlmprep run "$folder" --until vocab
# --quote: the folder's name may be an odd one. What fails is told by finish.
mlmprep missing "$folder" --lines |
    parallel --quote --retries 3 "$@" mlmprep task "$folder" --task {} || true
exec mlmprep finish "$folder"
