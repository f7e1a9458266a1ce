#!/usr/bin/env bash
#
# Signals while a shard is open: h5pack removes its temporary file and dies by the signal; what a
# SIGKILL leaves, the next run removes.
. "$(dirname "$0")/../support/tap.sh"

wpiece --vocab "$sample/vocab.txt" "$sample/sample.txt" >"$work/tokens"
mkmlm --dupe-factor 20 "$work/tokens" >"$work/examples"
half=$(($(stat -c %s "$work/examples") / 2))

# open_shard: h5pack with half a stream, waiting for more, its temporary file on disk; sets "$packer".
open_shard() {
    rm -f "$work/half" && mkfifo "$work/half"
    { head -c "$half" "$work/examples" && exec sleep 100; } >"$work/half" &
    feeder=$!
    h5pack -o "$work/out" <"$work/half" >"$work/stdout" 2>"$work/stderr" &
    packer=$!
    for ((tries = 0; tries < 300; tries++)); do
        [ -z "$(find "$work/out" -name '.*.tmp' -size +0 2>/dev/null)" ] || return 0
        sleep 0.1
    done
    return 1
}

end_shard() { # SIGNAL
    kill "-$1" "$packer"
    status=0
    wait "$packer" 2>/dev/null || status=$?
    kill "$feeder" 2>/dev/null
    wait "$feeder" 2>/dev/null
}

for signal in INT TERM HUP; do
    # Background jobs of a shell without job control ignore SIGINT; the tool keeps to that.
    set -m
    ok "$signal: a shard is open" open_shard
    is "$signal: under no name a trainer looks for" \
        "$(find "$work/out" -type f -name '*training*')" ''
    end_shard $signal
    set +m
    is "$signal: h5pack dies by it" $status $((128 + $(kill -l $signal)))
    is "$signal: nothing is left" "$(find "$work/out" -type f)" ''
    is "$signal: nothing was listed" "$(cat "$work/stdout")" ''
done

ok 'KILL: a shard is open' open_shard
end_shard KILL
is 'KILL: a temporary file is left' "$(find "$work/out" -type f -name '.*.tmp' | wc -l)" 1
status_is 'the next run' 0 h5pack -o "$work/out" "$work/examples"
is 'has removed it' "$(find "$work/out" -type f -name '.*')" ''

# While a run is at work, another one leaves its temporary file alone.
rm -rf "$work/out"
ok 'two runs: a shard is open' open_shard
status_is 'two runs: the other completes' 0 h5pack -o "$work/out" "$work/examples"
is 'two runs: the open file is still there' "$(find "$work/out" -name '.*.tmp' | wc -l)" 1
end_shard TERM
is 'two runs: only the other one'\''s files remain' \
    "$(find "$work/out" -type f -printf '%f\n' | LC_ALL=C sort | tr '\n' ' ')" \
    'dataset.json sample_training_0.hdf5 '
done_testing
