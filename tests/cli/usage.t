#!/usr/bin/env bash
#
# What every tool does alike: help, version, wrong usage, --report, and what it says where.
. "$(dirname "$0")/../support/tap.sh"

tools=(wpiece mkmlm h5pack)
mapfile -t commands < <(mlmprep --commands)
commands=("${commands[@]/#/mlmprep }")
version=$(sed -n 's/^#define MLMPREP_VERSION "\(.*\)"$/\1/p' formats/base/version.h)

wpiece --vocab "$sample/vocab.txt" "$sample/edge/plain.txt" >"$work/tokens"
mkmlm --dupe-factor 1 "$work/tokens" >"$work/examples"

# run TOOL [OPTION]...: the tool at work on a small input.
run() {
    case $1 in
    wpiece) wpiece --vocab "$sample/vocab.txt" "${@:2}" "$sample/edge/plain.txt" ;;
    mkmlm) mkmlm --dupe-factor 1 "${@:2}" "$work/tokens" ;;
    h5pack) rm -rf "$work/out" && h5pack -o "$work/out" "${@:2}" "$work/examples" ;;
    esac
}

# wrong NAME SENTENCE TOOL ARGUMENT...: exit 2, the sentence on stderr, nothing on stdout.
wrong() {
    status_is "$1: exit 2" 2 "${@:3}"
    is "$1: one sentence" "$(cat "$work/stderr")" "${tool:-$3}: error: $2"
    is "$1: nothing on standard output" "$(cat "$work/stdout")" ''
}

for tool in "${tools[@]}" "${commands[@]}"; do
    read -ra call <<<"$tool"
    for option in --help -h --hel; do
        status_is "$tool $option" 0 "${call[@]}" $option
        like "$tool $option: usage first, on standard output" "$(head -n 1 "$work/stdout")" \
            "^Usage: $tool \[OPTION\]\.\.\. "
        is "$tool $option: nothing on standard error" "$(cat "$work/stderr")" ''
    done
    like "$tool --help: an example" "$(cat "$work/stdout")" $'\nExample:\n  .*'"$tool"
    like "$tool --help: exit codes" "$(cat "$work/stdout")" 'Exit status: 0 done, 1 failure, 2 wrong'
    is "$tool --help: no line is wider than a terminal of 100 columns" \
        "$(awk 'length > 99' "$work/stdout")" ''
    status_is "$tool --help to a full disk" 1 bash -c "$tool --help >/dev/full"
    status_is "$tool: help comes whatever else is wrong" 0 "${call[@]}" --nonsense --threads x --help

    status_is "$tool --version" 0 "${call[@]}" --version
    is "$tool --version: name and version" "$(head -n 1 "$work/stdout")" "$tool (mlmprep) $version"

    wrong "$tool: an unknown option" \
        "there is no option '--nonsense'; see '$tool --help'" "${call[@]}" --nonsense
    wrong "$tool: an unknown letter" "there is no option '-x'; see '$tool --help'" "${call[@]}" -x
    wrong "$tool: a slip" "there is no option '--thraeds=2'; did you mean '--threads'?" \
        "${call[@]}" --thraeds=2
    wrong "$tool: an option without its argument" "--threads needs an argument: --threads N" \
        "${call[@]}" --threads
    wrong "$tool: a flag with an argument" '--quiet takes no argument' "${call[@]}" --quiet=yes
    wrong "$tool: no number" "--threads takes a whole number from 0 to 4096, not 'two'" \
        "${call[@]}" --threads two
    wrong "$tool: a number out of its bounds" \
        "--threads takes a whole number from 0 to 4096, not '5000'" "${call[@]}" --threads=5000
done
unset tool
# Options that are right one by one: now the next tool is told, too.
status_is 'wpiece: no vocabulary: exit 2' 2 wpiece "$sample/sample.txt"
is 'wpiece: no vocabulary: one sentence' "$(cat "$work/stderr")" \
    'wpiece: error: name the vocabulary with --vocab FILE'
is 'wpiece: no vocabulary: the next tool repeats it' "$(mkmlm <"$work/stdout" 2>&1 >/dev/null)" \
    'mkmlm: error: wpiece: name the vocabulary with --vocab FILE'
status_is 'wpiece: no vocabulary for text: exit 2' 2 wpiece --output ids "$sample/sample.txt"
is 'wpiece: no vocabulary for text: nothing on standard output' "$(cat "$work/stdout")" ''
wrong 'wpiece: no choice' "--output takes one of auto, stream, ids, tokens, not 'text'" \
    wpiece --output text
wrong 'mkmlm: no probability' "--masked-lm-prob takes a number from 0 to 1, not '1.5'" \
    mkmlm --masked-lm-prob 1.5
wrong 'mkmlm: no size' "--memory takes a whole number from 0 on, with a unit if you like (64M), \
not '3X'" mkmlm --memory 3X
wrong 'mkmlm: two streams' \
    "mkmlm reads one stream; join several with cat, as in 'cat a b | mkmlm'" \
    mkmlm "$work/tokens" "$work/tokens"
wrong 'h5pack: two streams' \
    "h5pack reads one stream; join several with cat, as in 'cat a b | h5pack'" \
    h5pack -o "$work/none" "$work/examples" "$work/examples"
wrong 'h5pack: no folder' 'name the folder for the data set with -o DIR' h5pack "$work/examples"
wrong 'h5pack: a folder without a name' '--output needs an argument that is not empty: --output DIR' \
    h5pack -o '' "$work/examples"
ok 'and no folder is made' test ! -e "$work/none"

for tool in "${tools[@]}"; do
    status_is "$tool --quiet" 0 run "$tool" --quiet
    cp "$work/stdout" "$work/result"
    is "$tool --quiet: says nothing" "$(cat "$work/stderr")" ''
    status_is "$tool --verbose" 0 run "$tool" -v
    cmp_files "$tool --verbose: the same result" "$work/stdout" "$work/result"
    like "$tool --verbose: a summary last" "$(tail -n 1 "$work/stderr")" \
        "^$tool: .*[0-9] shards.*, [0-9.]+ s, [0-9.]+ MiB at most$"
    is "$tool: messages bear the tool's name" "$(grep -v "^$tool: " "$work/stderr")" ''

    status_is "$tool --report" 0 run "$tool" --report "$work/report.json"
    cmp_files "$tool --report: the same result" "$work/stdout" "$work/result"
    is "$tool --report: JSON with tool, version and status" \
        "$("$python" -c 'import json, sys; r = json.load(open(sys.argv[1])); print(
            r["tool"], r["version"], r["exit_code"], r["counts"]["shards"],
            r["wall_seconds"] > 0, r["peak_memory_bytes"] > 1000000)' "$work/report.json")" \
        "$tool $version 0 1 True True"
    status_is "$tool --report that cannot be written" 1 run "$tool" --report "$work/no/report.json"
    like "$tool --report: it is told" "$(cat "$work/stderr")" \
        "$tool: error: cannot write the report '.*/no/report.json': No such file"
    status_is "$tool --report of a run that fails" 2 "$tool" --report "$work/report.json" --what
    for threads in 0 1 3; do
        run "$tool" --threads $threads >"$work/stdout" 2>"$work/stderr"
        cmp_files "$tool --threads $threads: the same result" "$work/stdout" "$work/result"
    done
done

# --- mlmprep itself

unset tool
status_is 'mlmprep alone' 2 mlmprep
like 'shows its usage' "$(head -n 1 "$work/stderr")" '^Usage: mlmprep COMMAND '
is 'not on standard output' "$(cat "$work/stdout")" ''
cp "$work/stderr" "$work/usage"
for option in --help -h help; do
    status_is "mlmprep $option" 0 mlmprep $option
    cmp_files 'shows the same on standard output' "$work/stdout" "$work/usage"
done
is 'help lists the commands' "$(sed -nE 's/^  ([a-z]+)  +[a-z].*/mlmprep \1/p' "$work/usage")" \
    "$(printf '%s\n' "${commands[@]}")"
is 'no line is wider than a terminal of 100 columns' "$(awk 'length > 99' "$work/usage")" ''
status_is 'mlmprep --version' 0 mlmprep --version
is 'tells the version' "$(head -n 1 "$work/stdout")" "mlmprep (mlmprep) $version"
like 'and the libraries' "$(cat "$work/stdout")" 'HDF5 [0-9].*, libcurl/[0-9]'
wrong 'mlmprep: a slip' "there is no command 'stauts'; did you mean 'status'?" mlmprep stauts
wrong 'mlmprep: no command' "there is no command 'bake'; see 'mlmprep --help'" mlmprep bake
wrong 'mlmprep: a command as an option' "there is no option '--verify'; did you mean 'verify'?" \
    mlmprep --verify
wrong 'mlmprep: an option before the command' "there is no option '-v'; see 'mlmprep --help'" \
    mlmprep -v run x
status_is 'mlmprep --help to a full disk' 1 bash -c 'mlmprep --help >/dev/full'
like 'is told' "$(cat "$work/stderr")" '^mlmprep: error: .*No space left'

# Commands that work in a run folder, without one.
for tool in run task missing status finish slurm; do
    arguments=()
    [ $tool != task ] || arguments=(--task 0)
    status_is "mlmprep $tool without a folder" 2 mlmprep $tool "${arguments[@]}"
    like 'is told how' "$(cat "$work/stderr")" "mlmprep $tool: error: call it as 'mlmprep $tool "
    mkdir -p "$work/empty"
    status_is "mlmprep $tool on a folder without a plan" 2 mlmprep $tool "${arguments[@]}" "$work/empty"
    is 'is told how' "$(cat "$work/stderr")" "mlmprep $tool: error: '$work/empty/run.json' is not \
there: 'mlmprep init' makes a run folder"
    is 'and it stays empty' "$(ls -A "$work/empty")" ''
    status_is "mlmprep $tool on a folder that is not there" 2 mlmprep $tool "${arguments[@]}" \
        "$work/nowhere"
done
done_testing
