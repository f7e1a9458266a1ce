#!/usr/bin/env bash
#
# The templates for other engines, examples/: the commands that they give to AWS Batch, Kubernetes and
# GNU parallel are taken out of them and run as the engine would.
. "$(dirname "$0")/../support/tap.sh"

folder="$work/plain"
init() {
    mlmprep init "$1" --source-kind sentences --source "$sample/sample.txt" --corpus engine --shards 4 \
        --vocab "$sample/vocab.txt"
}
ok 'a plan' init "$folder"
status_is 'text and vocabulary' 0 mlmprep run "$folder" --until vocab

# take WHAT: a part of a template, printed by a program that has it as `template`.
json() {
    "$python" -c "import json
template = json.load(open('examples/aws-batch.json'))
$1"
}
yaml() {
    "$python" -c "import yaml
template = {job['metadata']['labels']['step']: job for job in yaml.safe_load_all(open('examples/kubernetes.yaml'))}
$1"
}
# read_command: standard input, a word a line, becomes $command, with our folder for the template's.
read_command() {
    mapfile -t command
    command=("${command[@]/#\/data\/wiki/$folder}")
}
# options_exist NAME COMMAND...: each of its options is one of that command.
options_exist() {
    local name=$1 word missing=''
    "$2" "$3" --option-table | cut -f1 >"$work/options"
    for word in "${@:4}"; do
        [[ $word != --* ]] || grep -qxF -e "$word" "$work/options" || missing+="$word "
    done
    is "$name" "$missing" ''
}

# --- AWS Batch --------------------------------------------------------------------------------------

read_command < <(json 'for word in template["containerProperties"]["command"]: print(word)')
command=("${command[@]/#Ref::folder/$folder}")
is 'AWS Batch: a task is started' "${command[*]:0:3}" "mlmprep task $folder"
options_exist 'AWS Batch: with options that there are' "${command[@]}"
ok 'AWS Batch: the folder is a parameter' json 'template["parameters"]["folder"]'
ok 'AWS Batch: 75 is tried again, and nothing else that a task says' json '
assert [rule["action"] for rule in template["retryStrategy"]["evaluateOnExit"]
        if rule.get("onExitCode", "").isdigit() or rule.get("onReason") == "*"] == ["RETRY", "EXIT"]
assert template["retryStrategy"]["evaluateOnExit"][0] == {"onExitCode": "75", "action": "RETRY"}'
if "$python" -c 'import botocore' 2>/dev/null; then
    is 'AWS Batch: it would be taken' "$(json '
import botocore.session, botocore.validate
shape = botocore.session.get_session().get_service_model("batch").operation_model("RegisterJobDefinition").input_shape
print(botocore.validate.ParamValidator().validate(template, shape).generate_report())')" ''
else
    skip 'AWS Batch: it would be taken' 'there is no botocore here'
fi
AWS_BATCH_JOB_ARRAY_INDEX=1 status_is 'AWS Batch: a task by its index' 0 "${command[@]}"
is 'AWS Batch: is made' "$(mlmprep missing "$folder")" 0,2,3
AWS_BATCH_JOB_ARRAY_INDEX=4 status_is 'AWS Batch: an index too high' 2 "${command[@]}"

# A stand-in for AWS' own program, which notes what it is asked for.
mkdir "$work/aws"
cat >"$work/aws/aws" <<'END'
#!/bin/sh
printf '%s\n' "$@" >>"$AWS_NOTES"
echo "job-of-$4"
END
chmod +x "$work/aws/aws"
export AWS_NOTES=$work/aws.notes
is 'AWS Batch: jobs are sent' "$(PATH=$work/aws:$PATH examples/aws-batch.sh queue "$folder" 4)" \
    $'job-of-mlmprep-tasks tasks\njob-of-mlmprep-finish finish'
like 'AWS Batch: an array' "$(cat "$AWS_NOTES")" \
    $'\n--parameters\nfolder='"$folder"$'\n--array-properties\nsize=4\n'
like 'AWS Batch: and the end behind it' "$(cat "$AWS_NOTES")" $'\n--depends-on\njobId=job-of-mlmprep-tasks\n'
IFS=, read -ra command < <(sed -n 's/^command=//p' "$AWS_NOTES")
is 'AWS Batch: which finishes' "${command[*]}" "mlmprep finish $folder"

# --- Kubernetes -------------------------------------------------------------------------------------

for step in prepare tasks finish; do
    read_command < <(yaml "
for word in template['$step']['spec']['template']['spec']['containers'][0]['command']: print(word)")
    options_exist "Kubernetes: $step has options that there are" "${command[@]}"
    case $step in
    prepare) status_is 'Kubernetes: text and vocabulary' 0 "${command[@]}" ;;
    tasks)
        status_is 'Kubernetes: no index, no task' 2 "${command[@]}"
        for index in 0 2; do
            JOB_COMPLETION_INDEX=$index status_is "Kubernetes: task $index" 0 "${command[@]}"
        done
        is 'Kubernetes: tasks are made' "$(mlmprep missing "$folder")" 3
        JOB_COMPLETION_INDEX=3 AWS_BATCH_JOB_ARRAY_INDEX=2 \
            status_is 'two engines that disagree' 2 "${command[@]}"
        ;;
    finish)
        status_is 'Kubernetes: not at the end yet' 4 "${command[@]}"
        JOB_COMPLETION_INDEX=1 status_is 'an offset, as for what an array cannot reach' 0 \
            mlmprep task "$folder" --task auto --offset 2
        status_is 'Kubernetes: the end' 0 "${command[@]}"
        ;;
    esac
done
ok 'Kubernetes: tasks have an index each, 75 is tried again' yaml '
spec = template["tasks"]["spec"]
assert spec["completionMode"] == "Indexed" and spec["completions"] >= spec["parallelism"]
codes = spec["podFailurePolicy"]["rules"][1]["onExitCodes"]
assert codes["operator"] == "NotIn" and 75 in codes["values"]
assert codes["containerName"] == spec["template"]["spec"]["containers"][0]["name"]'

# --- GNU parallel -----------------------------------------------------------------------------------

if command -v parallel >/dev/null; then
    odd="$work/it's \"odd\" \$x"
    ok 'a plan' init "$odd"
    status_is 'GNU parallel' 0 examples/parallel.sh "$odd" --jobs 2
    ok 'makes the same data set' diff -r "$folder/shards" "$odd/shards"
    rm "$odd"/state/task-00002.*
    status_is 'a second time' 0 examples/parallel.sh "$odd" --jobs 2
    is 'makes what is missing' "$(mlmprep missing "$odd")" ''
    status_is 'a log of other calls, resumed' 2 examples/parallel.sh "$odd" --joblog "$work/joblog" --resume
    like 'is refused' "$(cat "$work/stderr")" ': --resume is not for here: '
else
    skip 'GNU parallel' 'there is no parallel here'
fi
done_testing
