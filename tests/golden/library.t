#!/usr/bin/env bash
#
# The installed library, used by programs that know nothing but what pkg-config says: ids as wpiece's
# and the reference's, places as the rules written plainly in Python have them.
. "$(dirname "$0")/../support/tap.sh"

oracle() { "$python" tests/support/bert_oracle.py "$@"; }

prefix=$work/usr
ok 'make install' make -s -o all BUILD="$build" SANITIZE= PREFIX="$prefix" install
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
ok 'pkg-config knows it' pkg-config --exists --print-errors mlmprep-tokenizer
is 'pkg-config: the version is that of the tools' "$(pkg-config --modversion mlmprep-tokenizer)" \
    "$(wpiece --version | sed -n '1s/.* //p')"
read -ra cflags <<<"$(pkg-config --cflags mlmprep-tokenizer) ${SANITIZE:+-fsanitize=$SANITIZE}"
read -ra libs <<<"$(pkg-config --libs --static mlmprep-tokenizer) ${SANITIZE:+-fsanitize=$SANITIZE}"
is 'no symbol but those of the header' \
    "$(nm -g --defined-only "$prefix/lib/libmlmprep-tokenizer.a" | awk 'NF == 3 { print $3 }' |
        grep -v '^mlmprep_' | grep -v -e '^__[a-z]*san' -e '^_*odr')" ''

# compile PROGRAM SOURCE COMPILER OPTION...
compile() {
    local program=$1 source=$2
    shift 2
    ok "$program compiles: $*" "$@" -Wall -Wextra -Wpedantic -Werror "${cflags[@]}" \
        -o "$work/$program" "$source" "${libs[@]}"
}
cc=${CC:-cc}
compile offsets examples/offsets.c "$cc" -std=c99
compile lines tests/support/library_lines.c "$cc" -std=c11
if command -v c++ >/dev/null; then
    cp examples/offsets.c "$work/offsets.cc"
    compile offsets-cc "$work/offsets.cc" c++ -std=c++11
    is 'the example in C++' "$("$work/offsets-cc" "$sample/vocab.txt" 'The sea' | cut -f2 | xargs)" \
        'The sea'
else
    skip 'the example in C++' 'no C++ compiler'
fi
is 'the example: pieces are slices of the text' \
    "$("$work/offsets" "$sample/vocab.txt" $'Th\u00e9 s\u0301e\u0301a\u0301 is UNAFFABLE.' | cut -f2 | xargs)" \
    $'Th\u00e9 s\u0301e\u0301a is UN A FF AB LE .'
status_is 'the example: no vocabulary' 1 "$work/offsets" "$work/none" text
like 'the example: says so' "$(cat "$work/stderr")" "cannot open '$work/none'"

# The reference's ids of the sample texts, but for the empty lines between documents.
for mode in uncased cased; do
    case $mode in
    uncased) set -- "$sample/vocab.txt" 0 0 0 0 0 ;;
    cased) set -- "$sample/vocab-cased.txt" 0 2 0 0 0 ;;
    esac
    for text in sample edge/casing edge/combining edge/hangul edge/scripts edge/random; do
        tr '\r' '\n' <"$sample/$text.txt" | "$work/lines" "$@" | sed 's/:[0-9:]*//g' | grep . >"$work/ids"
        name=${text/\//_}
        name=${name/edge_random/random}
        cmp_files "$text, $mode: ids" "$work/ids" \
            <(grep . "$sample/golden/tok/$name.$mode.ids")
    done
done

if [ "$(oracle unicode)" != 14.0.0 ]; then
    skip 'places' 'Python knows another Unicode than 14.0'
    done_testing
fi
oracle vocabulary >"$work/vocabulary"
oracle text 2 700 >"$work/text"
# places OPTION...: all of them, by the numbers of the header and by the words of wpiece.
places() {
    local flavors=(nvidia google) choices=('' yes no)
    local words=(--flavor "${flavors[$1]}")
    [ "$2" != 2 ] || words+=(--cased)
    [ "$3" = 0 ] || words+=(--strip-accents "${choices[$3]}")
    [ "$4" != 1 ] || words+=(--special-literals real)
    [ "$4" != 2 ] || words+=(--special-literals text)
    [ "$5" = 0 ] || words+=(--max-chars-per-word "$5")
    "$work/lines" "$work/vocabulary" "$@" <"$work/text" >"$work/got"
    oracle ids "$work/vocabulary" --offsets "${words[@]}" <"$work/text" >"$work/wanted"
    cmp_files "ids and places: ${words[*]}" "$work/got" "$work/wanted"
    sed 's/:[0-9:]*//g' "$work/got" >"$work/ids"
    wpiece -q --vocab "$work/vocabulary" --output ids "${words[@]}" "$work/text" >"$work/wanted"
    cmp_files "ids as wpiece's: ${words[*]}" "$work/ids" "$work/wanted"
}
for flavor in 0 1; do
    for lower_case in 1 2; do
        for accents in 0 1 2; do
            places $flavor $lower_case $accents 0 0
        done
    done
    places $flavor 0 0 1 7
    places $flavor 0 2 2 150
done
done_testing
