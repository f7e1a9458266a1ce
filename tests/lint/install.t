#!/usr/bin/env bash
#
# make install puts everything in its place, and make uninstall takes all of it away.
. "$(dirname "$0")/../support/tap.sh"

# "-o all": install what has been built for the tests, and build nothing.
run_make() {
    make -s -o all BUILD="$build" SANITIZE= PREFIX=/usr DESTDIR="$work/root" "$1"
}

ok 'make install' run_make install
for main in tools/*.c; do
    tool=$(basename "$main" .c)
    ok "$tool is there" test -x "$work/root/usr/bin/$tool"
    status_is "$tool runs" 0 "$work/root/usr/bin/$tool" --version
done
for page in tools/man/*.[1-8]; do
    cmp_files "$(basename "$page") is there" \
        "$work/root/usr/share/man/man${page##*.}/$(basename "$page")" "$page"
done
for completion in tools/completion/*; do
    [ -f "$completion" ] || continue
    cmp_files "completion $(basename "$completion") is there" \
        "$work/root/usr/share/bash-completion/completions/$(basename "$completion")" "$completion"
done
for example in examples/*; do
    cmp_files "example $(basename "$example") is there" \
        "$work/root/usr/share/doc/mlmprep/examples/$(basename "$example")" "$example"
done
is 'nothing is writable for others' "$(find "$work/root" -type f -perm /022)" ''
ok 'make uninstall' run_make uninstall
is 'nothing is left' "$(find "$work/root" -type f)" ''
done_testing
