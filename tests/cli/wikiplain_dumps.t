#!/usr/bin/env bash
#
# wikiplain on real dumps: nothing of the markup is left, any number of threads writes the same bytes,
# what is cut or damaged is told, and nothing ever hangs or grows.
. "$(dirname "$0")/../support/tap.sh"

cancel=$'\030'
dumps=$shared/wiki/dumps
english=$dumps/enwiki-gensim-shortened.xml.bz2
if [ ! -e "$english" ]; then
    # The sample will do for all but the residue.
    english=$work/sample.xml.bz2
    $python -c 'import bz2, sys
dump = open(sys.argv[1], "rb").read()
end = dump.rindex(b"</mediawiki>")
begin = dump.index(b"<page>")
print(len(dump))
whole = dump[:begin] + dump[begin:end] * 20 + dump[end:]
open(sys.argv[2], "wb").write(bz2.compress(whole, 9))' "$sample/sample.xml" "$english" >/dev/null
    skip 'residue' "$dumps is not there"
fi
cd "$work" || exit 1
wikiplain --report report "$english" >text

# Prints what is left of the markup; nothing is good.
cat >residue.py <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
patterns = [r"\{\{", r"\}\}", r"\[\[", r"\]\]", r"''", r"</?[a-zA-Z][a-zA-Z0-9]*(?:\s[^<>]*)?/?>", r"formula_",
    r"\([,;]", r"  ", r"&(?:[a-zA-Z]+|#[0-9]+);", r"^[ *#:;]", r"[ \t]$", r"[\x00-\x09\x0b-\x1f\x7f-\x9f]",
    r"(?<!% )\(\s*\)", r"\n\n\n"]
allowed = [l.rstrip("\n") for l in sys.argv[2:]]
for pattern in patterns:
    for found in re.finditer(pattern, text, re.M):
        around = text[max(0, found.start() - 30) : found.end() + 30]
        if not any(word in around for word in allowed):
            print(repr(pattern), repr(around))
END
if [ -d "$dumps" ]; then
    # The first is a table of typewriter keys.
    is 'no residue in English' "$($python residue.py text '_&' | head -n 5)" ''
    dropped=$($python -c '
import json
counts = json.load(open("report"))["counts"]
print(counts["dropped_sentences"])')
    sentences=$(sentsplit text | grep -c .)
    ok "a sentence in two hundred is dropped for a hole at the most: $dropped of $sentences" \
        test $((200 * dropped)) -le "$sentences"
    for dump in "$dumps"/*; do
        name=${dump##*/}
        wikiplain --quiet --threads 1 "$dump" >one 2>messages
        code=$?
        wikiplain --threads 5 "$dump" >five 2>/dev/null
        cmp_files "$name: the same on five threads" five one
        case $name in
        aawiki-*) like "$name: no articles, and that is said" "$code$(cat messages)" '^1.*no article was found' ;;
        *) is "$name is read" "$code$(cat messages)" 0 ;;
        esac
        # Two words with doubled apostrophes stand so in the dump.
        [ "$code" -ne 0 ] || is "$name: no residue" "$($python residue.py one '_&' "un''unione" "l''uomo" | head -n 5)" ''
    done
fi

# --- threads ----------------------------------------------------------------------------------------

# Many batches, of which some are large.
$python - "$english" <<'END'
import bz2, sys
dump = bz2.open(sys.argv[1]).read()
begin, end = dump.index(b"<page>"), dump.rindex(b"</mediawiki>")
pages = dump[begin:end]
large = b"<page><title>Large</title><ns>0</ns><id>1</id><revision><id>1</id><text>" + b"A sentence of a page. " * 250000 + b"</text></revision></page>\n"
with open("many.xml", "wb") as out:
    out.write(dump[:begin] + pages + large + pages + large + large + pages + dump[end:])
END
wikiplain --threads 1 many.xml >one
for threads in 2 3 4 5 6 7; do
    wikiplain --threads $threads --report report many.xml >other
    cmp_files "the same on $threads threads" other one
done
peak=$($python -c 'import json; print(json.load(open("report"))["peak_memory_bytes"] >> 20)')
case $build in
*sanitize*) skip 'memory' 'a sanitizer needs its own' ;;
*) ok "memory on seven threads: $peak MiB" test "$peak" -le 256 ;;
esac

# --- the whole way ----------------------------------------------------------------------------------

wikiplain "$sample/sample.xml" | sentsplit | wpiece --vocab "$sample/vocab.txt" --output ids >found
is 'from a dump to ids' "${PIPESTATUS[*]}" '0 0 0'
is 'documents' "$(grep -c '^$' found)" 43
is 'JSON and back' "$(wikiplain --json "$english" | wikiplain | cmp - text)" ''

# --- cut and damaged --------------------------------------------------------------------------------

# told NAME: the last command ended with 3 and a CANCEL line, and all before it begins the whole text.
told() { # NAME STATUS OUTPUT
    local last size
    last=$(tail -n 1 "$3")
    head -n -1 "$3" >before
    size=$(wc -c <before)
    like "$1" "$2 $last" "^3 ${cancel}wikiplain: .*(byte|is cut)" || return
    cmp -n "$size" before text >/dev/null || fail "$1: what is written is the beginning of the whole"
}
$python - "$english" <<'END'
import bz2, gzip, sys
packed = open(sys.argv[1], "rb").read()
for n in range(1, 8):
    at = len(packed) * n // 8
    open("cut.%d" % n, "wb").write(packed[:at])
    open("flip.%d" % n, "wb").write(packed[:at] + bytes([packed[at] ^ 16]) + packed[at + 1 :])
open("cut.8", "wb").write(packed[:-1])
dump = bz2.decompress(packed)
for n in range(1, 5):
    open("cut.1%d" % n, "wb").write(dump[: len(dump) * n // 5])
zipped = gzip.compress(dump, 1)
open("cut.15", "wb").write(zipped[:-5])
open("cut.16", "wb").write(zipped[: len(zipped) // 2])
END
for file in cut.* flip.*; do
    timeout 60 wikiplain "$file" >other 2>messages
    told "$file is told" $? other
done
wikiplain cut.5 2>/dev/null | sentsplit 2>/dev/null |
    wpiece --vocab "$sample/vocab.txt" --output ids >found 2>messages
is 'a cut dump makes the tools behind fail' "${PIPESTATUS[*]}" '3 3 3'
like 'with its sentence' "$(cat messages)" "wikiplain: 'cut.5'"

# --- stopped ----------------------------------------------------------------------------------------

# A writer that keeps its pipe open and silent must not keep the tool.
mkfifo pipe
cat >silent.py <<'END'
import bz2, sys, time
with open("pipe", "wb") as pipe:
    pipe.write(bz2.open(sys.argv[1]).read()[:-20])
    pipe.flush()
    time.sleep(60)
END
for signal in INT TERM; do
    rm -f other
    $python silent.py "$english" 2>/dev/null &
    writer=$!
    env --default-signal=INT wikiplain pipe >other 2>messages &
    tool=$!
    for _ in {1..400}; do [ ! -s other ] || break; sleep 0.05; done
    kill -s $signal $tool
    code=0
    wait $tool || code=$?
    kill $writer 2>/dev/null
    wait $writer 2>/dev/null
    is "SIG$signal ends it, though its input is silent" $code "$((128 + $(kill -l $signal)))"
    like "SIG$signal: the output ends with a CANCEL line" "$(tail -n 1 other)" "^${cancel}wikiplain: stopped by"
done
$python silent.py "$english" 2>/dev/null &
writer=$!
SECONDS=0
wikiplain pipe 2>messages | head -n 1 >other
is 'a reader who has gone ends it, though its input is silent' "${PIPESTATUS[0]}$(cat messages)" 141
ok 'and at once' test $SECONDS -lt 30
kill $writer 2>/dev/null
wait $writer 2>/dev/null
done_testing
