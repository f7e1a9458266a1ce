#!/usr/bin/env bash
#
# Every code point there is, within a word and alone, becomes the ids that the rules give by Python's
# Unicode tables; the vocabulary has every character, so that an id tells which it is.
. "$(dirname "$0")/../support/tap.sh"

oracle() { "$python" tests/support/code_points_oracle.py "$@"; }

[ "$(oracle unicode)" = 14.0.0 ] || skip_all "Python knows another Unicode than 14.0"
oracle vocabulary >"$work/vocabulary"
oracle text >"$work/text"

# same FLAVOR CASE OPTION...: the oracle's ids.
same() {
    local flavor=$1 case=$2
    shift 2
    oracle ids "$work/vocabulary" "$flavor" "$case" >"$work/wanted"
    wpiece -q --vocab "$work/vocabulary" --output ids "$@" "$work/text" >"$work/got"
    cmp_files "$flavor, $case" "$work/got" "$work/wanted" ||
        diag "$(diff "$work/got" "$work/wanted" | head -n 20)"
}

same nvidia uncased
same nvidia cased --cased
same google uncased --flavor google
# Among the letters x and y and the spaces.
is 'all code points but CR and LF' "$($python - "$work/text" <<'END'
import sys
text = open(sys.argv[1], "rb").read().decode("utf-8", "surrogatepass")
print(len(set(text) - set("\n")))
END
)" 1114110
done_testing
