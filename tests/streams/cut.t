#!/usr/bin/env bash
#
# Streams between the tools cut after every byte, with bytes changed, and of the wrong kind: the tool
# that reads them exits with 3, and no data set comes of it.
. "$(dirname "$0")/../support/tap.sh"

# Sanitizers make starting a program slow; with them every eleventh place has to do.
declare -A steps=([cut]=1 [changed]=3)
[ -z "${SANITIZE:-}" ] || steps=([cut]=11 [changed]=11)

printf 'One fish sails.\nTwo fish sail.\n\nThe sea is wide.\n' >"$work/sea.txt"
wpiece --vocab "$sample/vocab.txt" "$work/sea.txt" >"$work/tokens"
mkmlm --dupe-factor 1 "$work/tokens" >"$work/examples"
ok 'there are two streams' test -s "$work/tokens" -a -s "$work/examples"
status_is 'the token stream is good' 0 mkmlm "$work/tokens"
status_is 'the example stream is good' 0 h5pack -q -o "$work/good" "$work/examples"

# damaged HOW STREAM COMMAND...: no tool ever sees a damaged stream as a good one.
damaged() {
    local size step=${steps[$1]}
    size=$(stat -c %s "$work/$2")
    is "$2, $1 anywhere" \
        "$("$python" tests/streams/damage.py "$1" "$step" "$work/$2" "$work/out" "${@:3}")" \
        "$(((size + step - 1) / step)) good"
}
for how in cut changed; do
    damaged $how tokens mkmlm -q
    damaged $how examples h5pack -q -o "$work/out"
done

# The failure goes all the way down, whatever the shell thinks of the pipe's status.
head -c $(($(stat -c %s "$work/tokens") - 1)) "$work/tokens" |
    mkmlm 2>"$work/mkmlm.log" | h5pack -o "$work/out" >/dev/null 2>"$work/h5pack.log"
is 'a cut token stream fails both tools' "${PIPESTATUS[*]}" '0 3 3'
sentence=$(sed -n 's/^mkmlm: error: //p' "$work/mkmlm.log")
ok 'the last tool repeats the sentence of the first' \
    grep -qF "${sentence:-nothing was said}" "$work/h5pack.log"
wpiece --vocab "$work/none" "$work/sea.txt" 2>/dev/null | mkmlm 2>/dev/null |
    h5pack -o "$work/out" >/dev/null 2>"$work/h5pack.log"
is 'a tool that cannot even start fails all after it' "${PIPESTATUS[*]}" '1 3 3'
like 'with its sentence' "$(cat "$work/h5pack.log")" "wpiece: .*'$work/none'.*No such file"

status_is 'a text instead of a stream' 3 mkmlm "$work/sea.txt"
status_is 'tokens instead of examples' 3 h5pack -o "$work/out" "$work/tokens"
status_is 'examples instead of tokens' 3 mkmlm "$work/examples"
status_is 'an empty stream' 3 mkmlm /dev/null
sed 's/$/\r/' "$work/tokens" >"$work/dos"
status_is 'a stream whose line ends were changed' 3 mkmlm "$work/dos"
head -c 1000 /dev/urandom >"$work/noise"
status_is 'noise' 3 h5pack -o "$work/out" "$work/noise"
cat "$work/tokens" "$work/noise" >"$work/tail"
status_is 'a whole stream with something behind it' 3 mkmlm "$work/tail"
is 'after all of it no data set is complete' "$(find "$work/out" -name dataset.json 2>/dev/null)" ''
done_testing
