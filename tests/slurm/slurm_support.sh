# shellcheck shell=bash
#
# slurm_support.sh - sourced after tap.sh by tests that want a cluster: a real Slurm of their own on
# free ports of the loopback address, or they are skipped. Sets SLURM_CONF and $nodes.
#
# Everything that was started is ended when the test ends, however it does: the daemons, which are
# children of the test, by their process ids, and the tasks on the nodes, which are found by the
# cluster's configuration in their environments.

: "${work:?tap.sh comes first}" "${root:?}" "${python:?}"

PATH=$PATH:/usr/sbin:/sbin
for program in setpriv munged slurmctld slurmd sbatch squeue scontrol sinfo scancel; do
    command -v $program >/dev/null || skip_all "there is no $program here"
done

cluster=$work/cluster
nodes=(n1 n2 n3)
declare -A daemon=()
export SLURM_CONF=$cluster/slurm.conf

# soon COMMAND...: until it succeeds; fails after two minutes.
soon() {
    for _ in $(seq 1200); do
        # Not the bare word, which in a trap tells of what was before it.
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.1
    done
    return 1
}

# start NAME COMMAND...: a daemon in the background, out of reach of the terminal's signals, that does
# not outlive the test even when that is killed.
start() {
    local name=$1
    shift
    setsid setpriv --pdeathsig KILL "$@" </dev/null >>"$cluster/log/$name.out" 2>&1 &
    daemon[$name]=$!
    # bash has nothing to say when it is killed.
    disown $!
}

gone() {
    local state
    state=$(awk '/^State/ { print $2 }' "/proc/$1/status" 2>/dev/null)
    [ -z "$state" ] || [ "$state" = Z ]
}

# end SIGNAL NAME: sends it to a daemon and waits for its end.
end() {
    [ -n "${daemon[$2]:-}" ] || return 0
    kill "-$1" "${daemon[$2]}" 2>/dev/null
    soon gone "${daemon[$2]}" || kill -KILL "${daemon[$2]}"
    daemon[$2]=
}

# node_processes NODE: the tasks on it and the daemons that watch each of them.
node_processes() {
    local folder process parent
    for folder in /proc/[0-9]*; do
        process=${folder#/proc/}
        [ "$(tr '\0' '\n' <"$folder/environ" | grep -cxF \
            -e "SLURMD_NODENAME=$1" -e "SLURM_CONF=$SLURM_CONF")" = 2 ] || continue
        echo "$process"
        parent=$(awk '/^PPid/ { print $2 }' "$folder/status")
        [ "$(cat "/proc/$parent/comm")" != slurmstepd ] || echo "$parent"
    done 2>/dev/null | sort -un
}

# node_start NODE, node_kill NODE: as when its power goes: daemon, watchers and tasks at once.
node_start() { start "$1" slurmd -D -N "$1"; }
node_kill() {
    end KILL "$1"
    # Twice: what is starting when the first list is made is in the second.
    for _ in 1 2; do
        # shellcheck disable=SC2046 # a list of numbers
        kill -KILL $(node_processes "$1") 2>/dev/null
    done
}

controller_start() { start controller slurmctld -D "$@"; }

idle_nodes() { [ "$(sinfo -h -t idle -o %D)" = ${#nodes[@]} ]; }

cluster_start() {
    local port i
    mkdir -p "$cluster"/{controller,munge,log} "${nodes[@]/#/$cluster/}" || return
    # Strict programs: others may pass, only the owner reads the key.
    chmod 755 "$work" "$cluster" && chmod 700 "$cluster/munge" || return
    (umask 077 && head -c 1024 /dev/urandom >"$cluster/munge/key") || return
    # Ports that nobody listens on at the moment.
    mapfile -t port < <("$python" -c '
import socket, sys
sockets = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in sockets: s.bind(("127.0.0.1", 0))
for s in sockets: print(s.getsockname()[1])' $((${#nodes[@]} + 1)))
    sed "s|@FOLDER@|$cluster|g; s|@HOST@|$(hostname -s)|g; s|@USER@|$(id -un)|g; s|@PORT@|${port[0]}|" \
        tests/slurm/slurm.conf.in >"$SLURM_CONF" || return
    for i in "${!nodes[@]}"; do
        echo "NodeName=${nodes[i]} NodeHostname=$(hostname -s) NodeAddr=127.0.0.1" \
            "Port=${port[i + 1]} CPUs=2 RealMemory=4000"
    done >>"$SLURM_CONF"
    start munge munged --foreground --socket="$cluster/munge.socket" \
        --key-file="$cluster/munge/key" --pid-file="$cluster/munge/pid" \
        --log-file="$cluster/log/munge.log" --seed-file="$cluster/munge/seed" --num-threads=2
    soon test -S "$cluster/munge.socket" || return
    controller_start -c
    for i in "${nodes[@]}"; do node_start "$i"; done
    soon idle_nodes
}

cluster_stop() {
    local name
    for name in "${nodes[@]}"; do node_kill "$name"; done
    end KILL controller
    end TERM munge
}

cluster_log() {
    tail -n 5 "$cluster"/log/* 2>/dev/null
}

trap 'cluster_stop; tap_clean' EXIT
# A port may have been taken meanwhile.
for _ in 1 2 3; do
    cluster_start >"$work/start.log" 2>&1 && break
    cluster_stop
    diag "$(cat "$work/start.log" && cluster_log)"
    rm -rf "$cluster"
done
idle_nodes 2>/dev/null || skip_all 'Slurm does not start here'
