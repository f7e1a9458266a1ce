#!/usr/bin/env bash
# What --dry-run of s3sync prints is what the real run does: random trees, in every direction.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
echo ok >"$work/plain"
serve plain
status_is '60 random runs do what their dry runs print' 0 \
    "$python" tests/s3/plan_cases.py 60 "$work/cases" || diag "$(cat "$work/stdout")"
done_testing
