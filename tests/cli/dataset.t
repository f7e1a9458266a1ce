#!/usr/bin/env bash
#
# What several runs, short memory and odd names do to a data set.
. "$(dirname "$0")/../support/tap.sh"

vocab=$sample/vocab.txt
folder=hdf5_lower_case_1_seq_len_128_max_pred_20_masked_lm_prob_0.15_random_seed_12345_dupe_factor_5

head -n 300 "$sample/sample.txt" >"$work/first.txt"
tail -n 300 "$sample/sample.txt" >"$work/second.txt"
for name in first second; do
    wpiece --vocab "$vocab" --name c <"$work/$name.txt" | mkmlm >"$work/$name.examples"
done

# Runs STREAM... at the same time into one folder; their exit statuses.
together() {
    local stream pids=() statuses=()
    for stream in "$@"; do
        h5pack -q --rows 20 -o "$work/together" "$stream" >/dev/null 2>>"$work/together.log" &
        pids+=($!)
    done
    for stream in "${pids[@]}"; do
        wait "$stream"
        statuses+=($?)
    done
    echo "${statuses[*]}"
}

# Whether each shard of a folder's dataset.json has the digest that stands there.
digests_hold() {
    local file digest
    while read -r file digest; do
        [ "$(sha256sum <"$1/$file")" = "$digest  -" ] || return 1
    done < <("$python" -c '
import json, sys
for shard in json.load(open(sys.argv[1] + "/dataset.json"))["shards"]:
    print(shard["file"], shard["sha256"])' "$1")
}

is 'equal runs at the same time do not disturb each other' \
    "$(together "$work/first.examples" "$work/first.examples" "$work/first.examples")" '0 0 0'
ok 'and what they leave is whole' digests_hold "$work/together/$folder/c"

false_lists=0
for _ in 1 2 3 4 5; do
    rm -rf "$work/together"
    together "$work/first.examples" "$work/second.examples" >/dev/null
    if [ -e "$work/together/$folder/c/dataset.json" ]; then
        digests_hold "$work/together/$folder/c" || false_lists=$((false_lists + 1))
    fi
done
is 'different runs at the same time leave no dataset.json that is not true' "$false_lists" 0

ok 'a whole run' sh -c "h5pack -q -o '$work/old' --rows 500 '$work/first.examples' >/dev/null"
# Long enough for several blocks before the cut.
for _ in 1 2 3 4 5 6; do cat "$sample/sample.txt" && echo; done |
    wpiece --vocab "$vocab" --name c | mkmlm >"$work/long.examples"
head -c "$(($(stat -c %s "$work/long.examples") / 2))" "$work/long.examples" >"$work/cut"
status_is 'a stream that is cut fails' 3 h5pack -q -o "$work/old" --rows 20 "$work/cut"
ok 'and, to be cut anew, touches nothing' digests_hold "$work/old/$folder/c"
status_is 'as it comes it fails as well' 3 h5pack -q -o "$work/old" "$work/cut"
ok 'and, with no shard replaced, leaves the data set' digests_hold "$work/old/$folder/c"

# Rows of another making never take a finished data set's place unasked.
wpiece -q --vocab "$vocab" "$work/first.txt" >"$work/first.tokens"
list() { (cd "$work/kinds" && find . -type f -printf '%P %s %T@\n' | sort); }
mkmlm -q "$work/first.tokens" | h5pack -q --corpus c -o "$work/kinds" >/dev/null
before=$(list)
mkmlm -q --short-seq-prob 0.5 "$work/first.tokens" >"$work/short.examples"
status_is 'rows made with other options' 1 h5pack --corpus c -o "$work/kinds" "$work/short.examples"
like 'are refused' "$(cat "$work/stderr")" \
    "/c' holds a data set that was made with other options or another vocabulary; give -o another"
is 'before anything is done' "$(list)" "$before"
{ cat "$vocab" && echo more; } >"$work/other.vocab"
status_is 'and so is another vocabulary' 1 sh -c "wpiece -q --vocab '$work/other.vocab' \
    '$work/first.txt' | mkmlm -q | h5pack -q --corpus c -o '$work/kinds'"
is 'which does nothing, either' "$(list)" "$before"
status_is 'the same rows compressed in another way replace it' 0 sh -c "mkmlm -q '$work/first.tokens' |
    h5pack -q --compress zlib --corpus c -o '$work/kinds'"
status_is 'and so do others with --remove-others' 0 \
    h5pack -q --remove-others --corpus c -o "$work/kinds" "$work/short.examples"
for kind in --whole-word-mask=_whole_word_mask '--sop --ngram 2=_sop_ngram_2' --sop=_sop \
    '--ngram 1=_ngram_1' '--whole-word-mask --same-document-label 0=_whole_word_mask_same_document_label_0' \
    '--no-nsp --within-documents=_no_nsp_within_documents' '--same-document-label 1=_same_document_label_1'; do
    # shellcheck disable=SC2086 # options are words
    mkmlm -q ${kind%=*} "$work/first.tokens" | h5pack -q --corpus c -o "$work/kinds" >/dev/null
    ok "a folder of its own: ${kind%=*}" test -e "$work/kinds/$folder${kind#*=}/c/dataset.json"
done

# Of finished data sets only the rows' making counts when they are joined.
mkmlm -q "$work/first.tokens" | h5pack -q --compress zlib --corpus c -o "$work/zlib" >/dev/null
mkmlm -q "$work/first.tokens" | h5pack -q --rows 100 --corpus c -o "$work/even" >/dev/null
status_is 'sets of other compression are joined' 0 h5pack -q --shards 2 -o "$work/joined" \
    "$work/zlib/$folder/c" "$work/even/$folder/c"
status_is 'one made with other options is not' 1 h5pack -q --shards 2 -o "$work/joined" \
    "$work/zlib/$folder/c" "$work/kinds/$folder/c"

status_is 'a hidden corpus is refused' 2 h5pack -o "$work/hidden" --corpus .c "$work/first.examples"
like 'with the reason' "$(cat "$work/stderr")" 'begins with a dot'
cp "$work/first.txt" "$work/x_training_y_test_0.txt"
wpiece --vocab "$vocab" "$work/x_training_y_test_0.txt" | mkmlm >"$work/test.examples"
status_is 'test shards named like training shards are refused under --strict' 1 \
    h5pack --strict -o "$work/strict" "$work/test.examples"
like 'with the reason' "$(cat "$work/stderr")" "have 'training' in their names"
status_is 'and warned of otherwise' 0 h5pack -o "$work/strict" "$work/test.examples"
like 'in a sentence' "$(cat "$work/stderr")" 'warning: the test shards of corpus'
wpiece --vocab "$vocab" "$work/first.txt" "$sample/edge/plain.txt" | mkmlm >"$work/unequal.examples"
status_is 'unequal shards are fine' 0 h5pack --corpus c -o "$work/unequal" "$work/unequal.examples"
like 'but warned of' "$(cat "$work/stderr")" 'take different numbers of steps'

name=$(printf 'bad\xff.txt')
cp "$work/first.txt" "$work/$name"
status_is 'a name that is no UTF-8 is refused' 2 \
    wpiece --vocab "$vocab" "$work/first.txt" "$work/$name"
is 'before anything is done' "$(stat -c %s "$work/stdout")" "$(head -c 4096 "$work/stdout" | wc -c)"

status_is '--memory ends a run that would take more' 1 sh -c \
    "wpiece --vocab '$vocab' '$sample/edge/plain.txt' | mkmlm --dupe-factor 300000 --memory 20M"
like 'with the numbers' "$(cat "$work/stderr")" \
    "tokens and the first [0-9]+ examples need 20481 KiB, and the memory allowed is 20480 KiB;"
used=$(wpiece --vocab "$vocab" "$sample/edge/plain.txt" |
    mkmlm --dupe-factor 300000 --memory 20M --report "$work/report" 2>/dev/null >/dev/null
    "$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["peak_memory_bytes"])' "$work/report")
if [ -n "${SANITIZE:-}" ]; then
    skip 'and before it takes it' 'a sanitizer takes more'
else
    ok 'and before it takes it' test "$used" -lt 64000000
fi

status_is 'a tool that fails at once tells why down the pipe' 3 sh -c \
    "wpiece --vocab '$work/none' '$work/first.txt' 2>/dev/null | mkmlm 2>/dev/null |
     h5pack -o '$work/none.out'"
like 'through two tools' "$(cat "$work/stderr")" "h5pack: error: wpiece: cannot open"
status_is 'and so does one that cannot open its input' 3 sh -c \
    "mkmlm '$work/none' 2>/dev/null | h5pack -o '$work/none.out'"
like 'in its words' "$(cat "$work/stderr")" "h5pack: error: mkmlm: cannot open"

ok 'a seed may be written with zeros' sh -c "wpiece --vocab '$vocab' '$work/first.txt' |
    mkmlm --random-seed=-0012 | h5pack -q -o '$work/seed' >/dev/null"
like 'and names the folder as a number does' "$(ls "$work/seed")" '_random_seed_-12_dupe'

# Too little memory at every size: a sentence, or success, and never a signal.
if [ -n "${SANITIZE:-}" ]; then
    skip 'short memory never kills wpiece' 'a sanitizer needs its own'
    skip 'short memory never kills mkmlm' 'a sanitizer needs its own'
else
    wpiece --vocab "$vocab" "$work/first.txt" >"$work/tokens"
    for tool in "wpiece --vocab $vocab --output ids $work/first.txt" "mkmlm $work/tokens"; do
        signals=0
        for kilobytes in $(seq 8000 500 24000); do
            (
                ulimit -v "$kilobytes"
                $tool >/dev/null 2>&1
            )
            # 127: the loader had not enough for the libraries.
            [ $? -le 127 ] || signals=$((signals + 1))
        done
        is "short memory never kills ${tool%% *}" "$signals" 0
    done
fi
done_testing
