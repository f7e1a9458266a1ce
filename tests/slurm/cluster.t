#!/usr/bin/env bash
#
# A data set of thirty shards made by a cluster of three nodes: one of them is killed at work, one is
# thought to be dead and is not, so that two copies of a task run at once, the controller is
# restarted, a tool is killed, a task fails for good, a job is cancelled. What comes of it equals what
# one pipe makes, and what `mlmprep run` makes.
. "$(dirname "$0")/../support/tap.sh"
. tests/slurm/slurm_support.sh

# The tools, with a gate in front of wpiece: where a node's is closed its tasks wait there. It notes
# "NODE SHARD" of each start; it dies, or fails, where a file says so.
gate=$work/gate
mkdir "$work/bin" "$gate"
ln -s "$build"/bin/* "$work/bin"
rm "$work/bin/mlmprep" "$work/bin/wpiece"
cp "$build/bin/mlmprep" "$work/bin"
cat >"$work/bin/wpiece" <<END
#!/bin/sh
gate='$gate' node=\${SLURMD_NODENAME:-none}
for word; do case \$word in *_training_*.txt | *_test_*.txt) shard=\${word##*/} ;; esac; done
if [ -n "\${shard:-}" ]; then
    shard=\${shard%.txt}
    echo "\$node \$shard" >>"\$gate/starts"
    ! rm "\$gate/kill.\$shard" 2>/dev/null || kill -KILL \$\$
    while [ -e "\$gate/closed.\$node" ]; do sleep 0.1; done
    [ ! -e "\$gate/fail.\$shard" ] || { echo "wpiece: error: '\$shard' is on a bad disk" >&2; exit 1; }
fi
exec '$build/bin/wpiece' "\$@"
END
chmod +x "$work/bin/wpiece"
PATH=$work/bin:$PATH

close() { touch "${@/#/$gate/closed.}"; }
open() { rm -f "${@/#/$gate/closed.}"; }

# tasks OPTION...: those in the queue, "41_7" a line. started NODE COUNT: so many have come to its gate.
tasks() { squeue -h -r --name=mlmprep-task --format=%i "$@"; }
left() { [ "$(tasks | wc -l)" = "$1" ]; }
started() { [ "$(grep -c "^$1 " "$gate/starts")" -ge "$2" ]; }
done_all() { [ -z "$(squeue -h)" ]; }

# again JOB...: those were sent again, for which Slurm waits two minutes; we wait three seconds: within
# one second it does not tell the right to start from the one that was taken back.
again() {
    local job
    for job; do
        soon was_sent_again "$job" && scontrol update JobId="$job" StartTime=now+3 || return
    done
}
was_sent_again() { [[ $(scontrol show job "$1") =~ JobState=PENDING.*Restarts=[1-9] ]]; }
# is_gone JOB: its first attempt. One on the same node would not be let in before.
is_gone() {
    [[ $(scontrol show job "$1") =~ JobId=([0-9]+) ]] &&
        ! pgrep -f "^slurmstepd: \[${BASH_REMATCH[1]}\.batch\]"
}

# sent WHAT: the number of the job that the last call has sent for it. exit_of JOB: its exit code.
sent() { awk -v what="$1" '$2 " " $3 == what || $2 == what { print $1; exit }' "$work/stdout"; }
exit_of() { scontrol show job "$1" | sed -n 's/.* ExitCode=\([0-9]*\):.*/\1/p'; }

init() {
    mlmprep init "$1" --source "$sample/sample.xml" --lang en --corpus wiki \
        --vocab "$sample/vocab.txt" --shards 28 --test-shards 2 --test-fraction 0.1
}

# --- what it should be ------------------------------------------------------------------------------

ok 'a plan' init "$work/local"
status_is 'made without a cluster' 0 mlmprep run "$work/local" -j 2 -q
texts=("$work"/local/text/*_training_*.txt "$work"/local/text/*_test_*.txt)
is 'thirty shards' ${#texts[@]} 30
"$build/bin/wpiece" --vocab "$sample/vocab.txt" "${texts[@]}" | mkmlm | h5pack -q -o "$work/piped" >/dev/null
ok 'equal what one pipe makes' diff -r "$work/piped" "$work/local/shards"
rm "$gate/starts"

# --- a bad day --------------------------------------------------------------------------------------

folder="$work/the cluster's %j"
ok 'a plan' init "$folder"
close n2 n3
# Of the second array the last task, whose job has the number of the whole array.
touch "$gate/fail.wiki_training_17" "$gate"/kill.{wiki_training_4,wiki_test_1}
status_is 'sent to the cluster' 0 mlmprep slurm "$folder" --submit --array-limit 16
is 'a job for the text, two arrays, and the end' "$(sed 's/^[0-9]* //' "$work/stdout")" \
    $'prepare\ntasks 0-15\ntasks 16-29\nfinish'
killed=("$(sent 'tasks 0-15')_4" "$(sent 'tasks 16-29')_13") finish=$(sent finish)
# Whatever squeue is to show its user.
SQUEUE_STATES=COMPLETED SQUEUE_USERS=nobody \
    status_is 'a second time while that is in the queue' 75 mlmprep slurm "$folder" --submit
like 'it is refused' "$(cat "$work/stderr")" "are in the queue: .*\b$finish\b.*; wait"

# Two tasks wait on each of two nodes, besides those whose tools were killed; the third does the rest.
ok 'tasks are at work' soon eval 'started n2 2 && started n3 2'
ok 'the controller stops' end TERM controller
controller_start
ok 'and comes back' soon scontrol ping
ok 'the other tasks end' soon left 6
for job in "${killed[@]}"; do
    ok 'a job whose tool was killed has sent itself again' soon was_sent_again "$job"
    ok 'when it is gone' soon is_gone "$job"
done
ok 'it may start at once' again "${killed[@]}"
ok 'they end, too' soon left 4
is 'no other task has started twice' "$(cut -d' ' -f2 "$gate/starts" | sort | uniq -d)" \
    $'wiki_test_1\nwiki_training_4'
on_n2=$(tasks -w n2) on_n3=$(tasks -w n3)
is 'two tasks on one node' "$(wc -w <<<"$on_n2")" 2
is 'and two on another' "$(wc -w <<<"$on_n3")" 2

# The first is killed, all of it. The other one's daemon sleeps: it counts as dead, and its tasks go on.
close n1
rm "$gate/starts"
node_kill n2
kill -STOP "${daemon[n3]}"
ok 'both nodes are given up' scontrol update NodeName=n2,n3 State=DOWN Reason=test
# shellcheck disable=SC2086 # a list
ok 'the tasks of one are sent elsewhere' again $on_n3
ok 'where they start' soon started n1 2
is 'their first copies are still there' "$(node_processes n3 | xargs -r ps -o comm= -p | grep -c mlmprep)" 2
open n1 n3
# shellcheck disable=SC2086 # a list
ok 'the tasks of the dead one are sent elsewhere' again $on_n2
ok 'all jobs come to their ends' soon done_all
is 'the last one says that something is missing' "$(exit_of "$finish")" 4
like 'it says what' "$(cat "$folder/log/slurm-$finish-finish.log")" '\b17\b'
is 'so does missing' "$(mlmprep missing "$folder")" 17
like 'status knows why' "$(mlmprep status "$folder")" "'wiki_training_17' is on a bad disk"
is 'there is no data set yet' "$(find "$folder/shards" -name dataset.json)" ''

# --- mended -----------------------------------------------------------------------------------------

rm "$gate/fail.wiki_training_17" "$gate/starts"
kill -CONT "${daemon[n3]}"
end TERM n3
node_start n2
node_start n3
ok 'the nodes are back' soon idle_nodes || diag "$(sinfo -N -l)"
close n1 n2 n3
status_is 'sent again' 0 mlmprep slurm "$folder" --submit
is 'no more than what is missing' "$(sed 's/^[0-9]* //' "$work/stdout")" $'tasks 17\nfinish'
ok 'it starts' soon test -s "$gate/starts"
scancel "$(sent 'tasks 17')" "$(sent finish)"
ok 'and is cancelled' soon done_all
is 'which does not send it again' "$(wc -l <"$gate/starts")" 1
open n1 n2 n3
status_is 'sent once more' 0 mlmprep slurm "$folder" --submit
ok 'the jobs come to their ends' soon done_all
is 'the last one is content' "$(exit_of "$(sent finish)")" 0 ||
    diag "$(tail -n 5 "$folder"/log/slurm-*-finish.log)"
is 'nothing else was made again' "$(cut -d' ' -f2 "$gate/starts" | sort -u)" wiki_training_17
ok 'the data set equals the one of the pipe' diff -r "$work/piped" "$folder/shards"
is 'nothing is left of the dead' "$(find "$folder/work" -mindepth 1)" ''

# --- without text -----------------------------------------------------------------------------------

cp "$sample/sample.xml" "$work/gone.xml"
mlmprep init -q "$work/none" --source "$work/gone.xml" --vocab "$sample/vocab.txt" --shards 3
rm "$work/gone.xml"
status_is 'a plan whose source is gone' 0 mlmprep slurm "$work/none" --submit
ok 'no job waits for ever' soon done_all
is 'the first has failed' "$(exit_of "$(sent prepare)")" 1
like 'the last one says so' "$(cat "$work"/none/log/slurm-*-finish.log)" 'mlmprep run'
done_testing
