#!/usr/bin/env bash
#
# bench: every part of it runs on little text, without what is not in Debian, and compares ids rightly.
. "$(dirname "$0")/../support/tap.sh"

# --- on the sample text, once -------------------------------------------------------------------------

BUILD=$build MLMPREP_SHARED=$work/nothing $python -B tests/bench/bench.py --runs 1 --megabytes 0.1 \
    --peer-megabytes 0.05 --no-npm >"$work/stdout" 2>"$work/stderr"
is 'it ends well' "$?" 0 || diag "$(cat "$work/stderr")"
report=$(cat "$work/stdout")
for text in en multi; do
    like "$text is made of the sample text" "$report" "$text: 0.1 MB of the sample text"
done
for tool in 'wc -w' 'wpiece --threads 1' 'wpvocab --threads 1' mkmlm h5pack 'wikiplain --threads 1' sentsplit; do
    like "there is a row of $tool" "$report" "| \`$tool\`"
done
like "and of what wpvocab is compared with" "$report" '| recount '
like "and of what h5pack is compared with" "$report" "| h5py's gzip"
like 'the start is told' "$report" 'wpiece with 4000 entries and one line of text: '
like 'counters are told, or that there are none' "$report" 'counters a word: '
is 'all rows of a table are as wide' "$(grep '^|' "$work/stdout" | awk -F'|' '
    $2 ~ /^ +$/ { width = length($0) }
    length($0) != width { print }')" ''

status_is 'an unknown part is wrong usage' 2 $python -B tests/bench/bench.py --only everything
BUILD=$work/nothing status_is 'without tools it fails' 1 $python -B tests/bench/bench.py
like 'and says what to do' "$(cat "$work/stderr")" 'run make first'

# --- comparing ids ------------------------------------------------------------------------------------

# compare OURS THEIRS LINES: what bench_tokenizer.compare makes of them.
compare() {
    $python -B - "$@" <<'END'
import io, sys
sys.path.insert(0, "tests/bench")
import bench_tokenizer
print(bench_tokenizer.compare(*[io.BytesIO(text.encode().decode("unicode_escape").encode("latin-1"))
                                for text in sys.argv[1:]]))
END
}
is 'equal ids are equal' "$(compare '1 2\n3\n' '1 2\n3\n' 'a b\nc\n')" '(2, 2, 0)'
is 'lines without ids do not count' "$(compare '1\n\n2\n' '1\n\n\n2\n' 'a\n\n\nb\n')" '(2, 2, 0)'
is 'unequal ones do, and the sigma in the same line' \
    "$(compare '1\n2\n3\n' '1\n9\n8\n' 'a\nb\xce\xa3\nc\n')" '(3, 1, 1)'
is 'a line more on one side is not compared' "$(compare '1\n2\n' '1\n' 'a\nb\n')" 'None'

done_testing
