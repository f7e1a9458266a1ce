#!/usr/bin/env bash
# The examples for cron and systemd: well-formed, and the commands in them are ones that there are.
. "$(dirname "$0")/../support/tap.sh"

# call FILE: the calls of mlmprep in an example, a line each, those in comments too.
calls() {
    sed 's/^#//' "$1" | sed -e ':a' -e '/\\$/N; s/\\\n//; ta' |
        grep -oE '(^|[ /=])mlmprep (init|update) .*' | sed 's/^.*mlmprep //'
}
for example in examples/mlmprep.cron examples/mlmprep-update.service; do
    name=$(basename $example)
    calls $example >"$work/calls"
    is "$name: a call for the plan, and one for each update" "$(cut -d ' ' -f 1 "$work/calls")" $'init\nupdate'
    while read -r command rest; do
        mlmprep "$command" --option-table | cut -f 1 >"$work/options"
        for word in $rest; do
            [[ $word != --* ]] || ok "$name: $command has $word" grep -qxe "$word" "$work/options"
        done
    done <"$work/calls"
done

mapfile -t lines < <(grep -vE '^(#|$|[A-Z]+=)' examples/mlmprep.cron)
is 'mlmprep.cron: one line for cron' ${#lines[@]} 1
like 'mlmprep.cron: a time and a command' "${lines[0]}" '^[0-5]?[0-9] [0-9]+ \* \* \* [^%]*mlmprep update'
ok 'mlmprep.cron: a command for a shell' sh -n -c "${lines[0]#*\* \* \* }"

if command -v systemd-analyze >/dev/null; then
    mkdir "$work/units"
    cp examples/mlmprep-update.timer "$work/units"
    # The program and its user need not be there.
    sed "s|^ExecStart=[^ ]*|ExecStart=$build/bin/mlmprep|; s|^User=.*|User=root|" \
        examples/mlmprep-update.service >"$work/units/mlmprep-update.service"
    status_is 'systemd takes the units' 0 systemd-analyze verify --man=no "$work/units/mlmprep-update.timer" \
        "$work/units/mlmprep-update.service"
    unlike 'systemd has nothing to say about them' "$(cat "$work/stdout" "$work/stderr")" 'mlmprep-update'
    sed -i 's/^RestartSec=.*/RestartSek=1/' "$work/units/mlmprep-update.service"
    systemd-analyze verify --man=no "$work/units/mlmprep-update.service" >"$work/said" 2>&1
    like 'but would about a mistake' "$(cat "$work/said")" 'RestartSek'
else
    skip 'systemd takes the units' 'systemd-analyze is not installed here'
fi
for unit in service timer; do
    is "mlmprep-update.$unit: its sections" "$(grep -oE '^\[[A-Za-z]+\]' examples/mlmprep-update.$unit | tr -d '\n')" \
        "[Unit]$([ $unit = service ] && echo '[Service]' || echo '[Timer][Install]')"
done
is 'the service is the one of the timer' "$(cd examples && ls mlmprep-update.*)" $'mlmprep-update.service\nmlmprep-update.timer'
done_testing
