# shellcheck shell=bash
#
# tap.sh - sourced by the shell tests (tests/<area>/<name>.t), which print TAP:
#
#     #!/usr/bin/env bash
#     . "$(dirname "$0")/../support/tap.sh"
#     status_is 'wrong usage is told by status 2' 2 wpiece --no-such-option
#     like 'the message names the option' "$(cat "$work/stderr")" 'no-such-option'
#     done_testing
#
# A test runs in the root of the repository. It has
#   $build   the absolute build folder ($BUILD, else build); its bin is first in PATH
#   $sample  the sample data, tests/sample, absolute
#   $shared  data that is not in the repository ($MLMPREP_SHARED, else ../shared); may be missing
#   $work    a private folder, removed at the end with everything in it; HOME and TMPDIR lie there
# and a clean environment: no AWS settings, no proxies, a UTF-8 locale.
#
# The name of a check comes first, always; a check returns 0 when it passed, so that
# `ok ... || diag "$(cat log)"` can tell more.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd) && cd "$root" || exit 1
build=${BUILD:-build}
case $build in /*) ;; *) build=$root/$build ;; esac
# shellcheck disable=SC2034 # these two are for the tests
shared=${MLMPREP_SHARED:-$root/../shared} \
    sample=$root/tests/sample
work=$(mktemp -d "${TMPDIR:-/tmp}/mlmprep-test.XXXXXX") || exit 1
mkdir "$work/home" "$work/tmp" || exit 1

for variable in $(compgen -e | grep -E '^AWS_|_[Pp][Rr][Oo][Xx][Yy]$|^(CDPATH|MAKEFLAGS|MAKELEVEL)$'); do
    unset "$variable"
done
export HOME=$work/home TMPDIR=$work/tmp LC_ALL=C.UTF-8 PATH=$build/bin:$PATH
# Debian's own Python is the one that has h5py and botocore.
python=/usr/bin/python3
[ -x $python ] || python=python3

tap_count=0
tap_failed=0

tap_clean() {
    local job
    for job in $(jobs -p); do kill "$job" 2>/dev/null; done
    rm -rf "$work"
}
trap tap_clean EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Prints lines of explanation.
diag() {
    printf '%s\n' "$*" | sed 's/^/# /'
}

tap_result() { # STATUS NAME
    tap_count=$((tap_count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $tap_count - ${2//#/\\#}"
        return 0
    fi
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - ${2//#/\\#}"
    return 1
}

pass() { tap_result 0 "$1"; }
fail() { tap_result 1 "$1"; }

# ok NAME COMMAND...: the command exits with 0. What it prints becomes diagnostics when it fails. It
# may be a function, which runs in this shell and can set variables.
ok() {
    local name=$1
    shift
    "$@" >"$work/.output" 2>&1 && pass "$name" && return
    fail "$name" || diag "failed: $*"$'\n'"$(head -c 4000 "$work/.output")"
    return 1
}

# not_ok NAME COMMAND...: the command exits with anything but 0.
not_ok() {
    local name=$1
    shift
    "$@" >"$work/.output" 2>&1 || { pass "$name" && return; }
    fail "$name" || diag "should have failed: $*"$'\n'"$(head -c 4000 "$work/.output")"
    return 1
}

# is NAME GOT WANTED: two equal strings.
is() {
    [ "$2" = "$3" ] && pass "$1" && return
    fail "$1" || diag "got:    $2"$'\n'"wanted: $3"
    return 1
}

# like NAME GOT REGEX: an extended regular expression (bash's =~) matches somewhere.
like() {
    [[ $2 =~ $3 ]] && pass "$1" && return
    fail "$1" || diag "got:           $2"$'\n'"wanted to see: $3"
    return 1
}

# unlike NAME GOT REGEX: it matches nowhere.
unlike() {
    [[ $2 =~ $3 ]] || { pass "$1" && return; }
    fail "$1" || diag "got:               $2"$'\n'"wanted not to see: $3"
    return 1
}

# cmp_files NAME GOT WANTED: two files hold the same bytes.
cmp_files() {
    local difference
    difference=$(cmp "$2" "$3" 2>&1) && pass "$1" && return
    fail "$1" || diag "$difference"
    return 1
}

# status_is NAME STATUS COMMAND...: the command exits with that status (128 + n: killed by signal
# n). Its output is in $work/stdout and $work/stderr, its status in $status.
status_is() {
    local name=$1 wanted=$2
    shift 2
    status=0
    "$@" >"$work/stdout" 2>"$work/stderr" || status=$?
    [ "$status" -eq "$wanted" ] && pass "$name" && return
    fail "$name" || diag "status $status, wanted $wanted: $*"$'\n'"$(head -c 2000 "$work/stderr")"
    return 1
}

# skip NAME REASON: a check that cannot be made here.
skip() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - ${1//#/\\#} # SKIP $2"
}

# skip_all REASON: before any check: nothing of this test can be made here.
skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}

# The last line of a test; without it the test counts as failed.
done_testing() {
    echo "1..$tap_count"
    [ "$tap_failed" -eq 0 ]
    exit
}
