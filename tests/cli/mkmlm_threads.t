#!/usr/bin/env bash
#
# Shards on several threads: the same bytes, the same failures, whatever the number of threads and
# however many shards fit the memory.
. "$(dirname "$0")/../support/tap.sh"

# Shards of rising and falling sizes; the fourth is the largest.
for i in 1 2 3 4 5 6 7 8 9; do
    awk -v first=$((i * 3)) -v count=$((i < 5 ? i * 4 : 20 - i * 2)) \
        'BEGIN { RS = ""; ORS = "\n\n" } NR > first && NR <= first + count' \
        "$sample/sample.txt" >"$work/part$i.txt"
done
tokens=$work/tokens
wpiece --vocab "$sample/vocab.txt" "$work"/part?.txt >"$tokens"

mkmlm --threads 1 "$tokens" >"$work/examples"
mkmlm --threads 1 --seed-per-shard "$tokens" >"$work/seeded"
for threads in 1 2 3 4 5 6 7; do
    status_is "$threads threads" 0 mkmlm --threads $threads --report "$work/report" "$tokens"
    cmp_files "$threads threads: the same bytes" "$work/stdout" "$work/examples"
    like "$threads threads: counts" "$(cat "$work/report")" '"shards": 9,'
    like "$threads threads: the largest shard" "$(tr -d '\n' <"$work/report")" \
        '"largest_shard": \{ *"tokens": [0-9]+, *"bytes": [0-9]+ *\}'
    status_is "$threads threads, a seed for each shard" 0 \
        mkmlm --threads $threads --seed-per-shard "$tokens"
    cmp_files "$threads threads, a seed for each shard: the same bytes" "$work/stdout" "$work/seeded"
done

# The largest shard fits, two of them do not.
bytes=$(sed -n 's/^ *"bytes": \([0-9]*\)$/\1/p' "$work/report")
for threads in 1 2 7; do
    for factor in 10 15 25; do
        status_is "$threads threads, memory for $factor/10 shards" 0 \
            mkmlm --threads $threads --memory $((bytes * factor / 10)) "$tokens"
        cmp_files "$threads threads, memory for $factor/10 shards: the same bytes" \
            "$work/stdout" "$work/examples"
    done
    status_is "$threads threads, too little memory" 1 \
        mkmlm --threads $threads --memory $((bytes - 1)) "$tokens"
    [ $threads -eq 1 ] && cp "$work/stderr" "$work/refusal" && cp "$work/stdout" "$work/refused"
    like "$threads threads, too little memory: the shard and the numbers" "$(cat "$work/stderr")" \
        "^mkmlm: error: shard 'part4': .*tokens .* need [0-9]+ KiB, and the memory allowed is $((bytes >> 10)) KiB;"
    cmp_files "$threads threads, too little memory: the same words" "$work/stderr" "$work/refusal"
    cmp_files "$threads threads, too little memory: the shards before it" \
        "$work/stdout" "$work/refused"

    head -c $(($(wc -c <"$tokens") * 2 / 3)) "$tokens" >"$work/cut"
    status_is "$threads threads, a stream cut short" 3 mkmlm --threads $threads "$work/cut"
    [ $threads -eq 1 ] && cp "$work/stdout" "$work/half"
    cmp_files "$threads threads, a stream cut short: the shards before it" \
        "$work/stdout" "$work/half"
    status_is "$threads threads, a full disk" 1 \
        bash -c "mkmlm --threads $threads '$tokens' >/dev/full"
    # The first shard has come in full when the stream's reader goes; the rest never comes.
    status=$( (cat "$tokens" "$tokens" | mkmlm --threads $threads
        echo $? >"$work/status") | head -c 100 >/dev/null; cat "$work/status")
    is "$threads threads, a reader that has gone" "$status" 141
done
done_testing
