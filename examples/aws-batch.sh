#!/bin/sh
#
# aws-batch.sh QUEUE DIR TASKS - sends the tasks of a run folder, and what finishes it, to AWS Batch.
# TASKS is how many there are, --shards and --test-shards of mlmprep init, 2 to 10000. DIR is the
# folder as the containers see it, on a file system that all of them mount.
#
# Before: put your account, region and file system into aws-batch.json and register it,
#
#     aws batch register-job-definition --cli-input-json file://aws-batch.json
#
# and have text and vocabulary made where there is room for the dump:
#
#     mlmprep run DIR --until vocab
#
# An array of AWS Batch has all its numbers, so a second call starts every task; those that are done
# see that and end. A task that ends with 75, "another time", is tried again. After one that fails for
# good AWS Batch does not start the last job: `mlmprep status DIR` tells why; mend it and call again.
set -eu

queue=$1 folder=$2 tasks=$3
tasks_job=$(aws batch submit-job --job-name mlmprep-tasks --job-queue "$queue" \
    --job-definition mlmprep --parameters "folder=$folder" --array-properties "size=$tasks" \
    --query jobId --output text)
echo "$tasks_job tasks"
finish_job=$(aws batch submit-job --job-name mlmprep-finish --job-queue "$queue" \
    --job-definition mlmprep --depends-on "jobId=$tasks_job" \
    --container-overrides "command=mlmprep,finish,$folder" \
    --query jobId --output text)
echo "$finish_job finish"
