#!/usr/bin/env bash
#
# Every rule of tests/lint can fail: a small tree with one thing wrong in it, and what is said of it.
. "$(dirname "$0")/../support/tap.sh"

lint=$root/tests/lint

# tree: an empty project in $work/tree, entered. put FILE: standard input becomes the file.
tree() {
    rm -rf "$work/tree" && mkdir "$work/tree" && cd "$work/tree" || exit 1
    cp "$root/.clang-format" "$root/.clang-tidy" .
    put formats/base/status.h <<<'enum status { STATUS_OK };'
}
put() {
    mkdir -p "$(dirname "$1")" && cat >"$1"
}

# wrong NAME RULE REGEX [ARGUMENT]: the rule fails in the tree and says so.
wrong() {
    local output status=0
    output=$("$lint/$2.sh" ${4:+"$4"} 2>&1) || status=$?
    ok "$1: fails" test $status -ne 0
    like "$1: says where" "$output" "$3"
}
right() {
    ok "$1" "$lint/$2.sh"
}

tree
put tools/mlm/masking.c <<<'#include "formats/base/status.h"'
put tools/wpiece.c <<<'#include "tools/mlm/masking.h"'
put tools/mlm/masking.h <<<'#include <stdint.h>'
right 'arrows as they should be' includes
put formats/base/buffer.c <<<$'\n#include "tools/mlm/masking.h"'
wrong 'an arrow out of formats/base' includes "^formats/base/buffer.c:2: 'formats/base' must not include 'tools/mlm'"

tree
put formats/h5/names.h <<<''
put tokenizer/vocabulary.c <<<'#include "formats/h5/names.h"'
wrong 'a tokenizer that knows a file format' includes "tokenizer/vocabulary.c:1: 'tokenizer' must not"

tree
put tokenizer/vocabulary.h <<<''
put tokenizer/text/utf8.c <<<'#include "tokenizer/vocabulary.h"'
wrong 'a folder that includes the one above' includes "'tokenizer/text' must not include 'tokenizer'"

tree
put tools/s3/url.c <<<'#include "status.h"'
wrong 'an include not from the root' includes 'url.c:1: "status.h" is not written from the root'

tree
put tools/s3/url.c <<<'#include <formats/base/status.h>'
wrong 'an own header in angle brackets' includes 'url.c:1: .* in quotes'

tree
put tools/s3/url.c <<<'#include "formats/base/nothing.h"'
wrong 'a header that is not there' includes 'url.c:1: .* does not exist'

tree
put tools/new/thing.c <<<'#include "formats/base/status.h"'
wrong 'a folder without arrows' includes "thing.c:1: folder 'tools/new' has no arrows"

for pair in hdf5.h:tools/mlm isa-l/igzip_lib.h:formats/base libdeflate.h:formats/stream \
    utf8proc.h:tokenizer curl/curl.h:tools/cli openssl/sha.h:tools/s3 expat.h:formats/h5 \
    xxhash.h:formats/stream ini.h:tools/cli zlib.h:tools/s3; do
    tree
    put "${pair#*:}/thing.c" <<<"#include <${pair%:*}>"
    wrong "<${pair%:*}> in ${pair#*:}" includes "thing.c:1: <${pair%:*}> belongs to"
done
tree
put tools/cli/thing.c <<<'#include <glib.h>'
wrong 'a library nobody decided on' includes 'thing.c:1: <glib.h> is of a library without a folder'

tree
yes '/* line */' | head -n 121 | put tools/wpiece.c
wrong 'a main of 121 lines' sizes 'tools/wpiece.c:121: the file is longer than 120 lines'
yes '/* line */' | head -n 120 | put tools/wpiece.c
right 'a main of 120 lines' sizes
yes '/* line */' | head -n 351 | put formats/h5/long.h
wrong 'a header of 351 lines' sizes 'long.h:351: the file is longer than 350'

tree
{
    printf 'int long_one(int a,\n             int b) {\n' && yes '    a += b;' | head -n 67
    printf '    return a;\n}\n'
} | put formats/h5/function.c
wrong 'a function of 71 lines' sizes 'function.c:1: a function of 71 lines'
sed -i 3d formats/h5/function.c
right 'a function of 70 lines' sizes

tree
put formats/h5/status.h <<<''
wrong 'two files of one name' names 'formats/h5/status.h:1: the name is taken by formats/base/status.h'

for words in 'TO''DO: more' 'FIX''ME' 'X''XX' 'not imple''mented' \
    '/wo''rk/main' '/tmp/l''ab' 'https://pypi''.org/simple'; do
    tree
    put tools/cli/words.c <<<$'\n'"/* $words */"
    wrong "'$words'" words 'tools/cli/words.c:2:'
done
tree
put tools/cli/words.c <<<'/* mktemp XXXXXX, a homework/thing */'
right 'words that only look alike' words

rules_with_tools() {
    tree
    cp "$root/Makefile" .
    put tools/cli/alone.h <<<'enum status f(struct other *other, size_t size);'
    wrong 'a header that needs another one first' headers 'tools/cli/alone.h: not alone' gcc

    tree
    put tools/cli/format.c <<<'int  f (void) ;'
    wrong 'another layout' format 'format.c:1:.*clang-format'

    tree
    cp "$root/Makefile" .
    mkdir -p tests/lint
    put tools/cli/tidy.c <<<$'int f(int a);\nint f(int a) {\n    int b;\n    return a == a ? b : 0;\n}'
    wrong 'an uninitialized value' tidy 'tidy.c:4:'

    tree
    cp "$root/Makefile" .
    put tools/cli/warning.c <<<$'int f(long a);\nint f(long a) {\n    return a;\n}'
    put tools/main.c <<<$'int main(void) {\n    return 0;\n}'
    # The tree lacks most of what the Makefile builds; -k goes on to what it has.
    MAKEFLAGS=-k BUILD=$work/tree/build wrong 'a warning' compilers 'warning.c:3:.*conversion' gcc

    tree
    # shellcheck disable=SC2016 # text of a script
    put tests/cli/bad.sh <<<$'#!/usr/bin/env bash\nrm $1'
    wrong 'an unquoted variable in a script' shell 'SC2086'

    tree
    put tools/man/wpiece.1 <<<$'.Dd January 1, 2026\n.Dt WPIECE 1\n.Os\n.Sh NAME\n.Nm wpiece\n.Nd pieces\n.Xx'
    wrong 'an unknown macro in a manual page' manuals 'wpiece.1:7:'
}
missing=
for tool in clang clang-format clang-tidy shellcheck mandoc; do
    command -v $tool >/dev/null || missing+=" $tool"
done
if [ -z "$missing" ]; then
    rules_with_tools
else
    skip 'the rules that need other programs' "missing:$missing"
fi
cd "$root" || exit 1
done_testing
