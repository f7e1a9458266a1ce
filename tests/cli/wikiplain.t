#!/usr/bin/env bash
#
# wikiplain: articles of the sample, kinds of dumps and ways they are packed, which pages are taken,
# options, and what is said when something is wrong.
. "$(dirname "$0")/../support/tap.sh"

dump=$sample/sample.xml
cancel=$'\030'
cd "$work" || exit 1
wikiplain "$dump" >text 2>messages || diag "$(cat messages)"

# fails NAME STATUS SENTENCE COMMAND...: that sentence, and a CANCEL line as the end of the output.
fails() {
    status_is "$1: exit $2" "$2" "${@:4}"
    like "$1: the sentence" "$(cat stderr)" "^wikiplain: error: $3"
    is "$1: no other" "$(wc -l <stderr)" 1
    is "$1: the output ends with it" "$(tail -n 1 stdout)" \
        "${cancel}wikiplain: $(sed 's/^wikiplain: error: //' stderr)"
}

# same NAME COMMAND...: the command gives the text of the sample.
same() {
    "${@:2}" >other 2>messages || diag "$(cat messages)"
    cmp_files "$1" other text
}

# --- the sample -------------------------------------------------------------------------------------

is 'an empty line between articles' "$(grep -c '^$' text)" 43
like 'none at the beginning and the end' "$(head -c 1 text)$(tail -n 1 text)" '^T.*[.!?]"?$'
found=$(PYTHONUTF8=1 $python - "$sample/sample.txt" text <<'END'
import sys
sentences = [line for line in open(sys.argv[1]).read().split("\n") if line]
text = open(sys.argv[2]).read()
print(sum(sentence in text for sentence in sentences))
END
)
ok "sentences of the sample: $found of 702" test "$found" -ge 630
is 'paragraphs of the sample' "$(grep -c . text)" "$(grep -c . "$sample/paragraphs.txt")"
ok 'all but a few paragraphs are equal' \
    test "$(comm -12 <(sort text) <(sort "$sample/paragraphs.txt") | grep -c .)" -ge 205

# --- ways to be packed, and to be read --------------------------------------------------------------

same 'standard input' sh -c "wikiplain <'$dump'"
same 'standard input by its name, from a pipe' sh -c "cat '$dump' | wikiplain -"
gzip -c "$dump" >sample.gz
same 'gzip' wikiplain sample.gz
cut_at() { { head -c "$1" "$dump" | "${@:2}" && tail -c +$(($1 + 1)) "$dump" | "${@:2}"; }; }
cut_at 70001 gzip -c >two.gz
same 'gzip of two members' sh -c 'wikiplain <two.gz'
$python - "$dump" <<'END'
import bz2, sys
dump = open(sys.argv[1], "rb").read()
open("one.bz2", "wb").write(bz2.compress(dump, 1))
open("many.bz2", "wb").write(
    b"".join(bz2.compress(dump[at : at + 30000]) for at in range(0, len(dump), 30000)))
for name in "utf-16", "utf-16-le", "utf-16-be":
    open(name, "wb").write(dump.decode().encode(name))
open("utf-8-sig", "wb").write(b"\xef\xbb\xbf" + dump)
END
for file in one.bz2 many.bz2 utf-16 utf-16-le utf-16-be utf-8-sig; do
    same "$file" wikiplain $file
done
gzip -c utf-16 >utf-16.gz
same 'UTF-16 in gzip' wikiplain utf-16.gz
gzip -c one.bz2 >nested.gz
fails 'bzip2 in gzip' 3 "'nested.gz' holds bzip2 within another compression" wikiplain nested.gz
printf '\xfd7zXZ\0 and so on' >x.xz
fails 'another compression' 3 "'x.xz' is .*xz -dc" wikiplain x.xz

mkdir -p folder/AA folder/AB folder/.git && cp "$dump" folder/AA/wiki_00 && cp one.bz2 folder/AA/wiki_01
cp sample.gz folder/AB/wiki_00 && echo none >folder/.git/config && echo none >folder/AB/.wiki_01.swp
{ cat text && echo && cat text && echo && cat text; } >three
wikiplain folder >other
cmp_files 'a folder is all files below it, but those with a dot' other three
wikiplain "$dump" - one.bz2 <sample.gz >other
cmp_files 'several files, standard input among them' other three
mkdir empty
status_is 'an empty folder' 1 wikiplain empty
like 'an empty folder: the sentence' "$(cat stderr)" "the folder 'empty' holds no file"

# --- other kinds of dumps ---------------------------------------------------------------------------

wikiplain --json "$dump" >json
same 'its own JSON' wikiplain json
wikiplain --json json >other
cmp_files 'JSON of JSON is the same' other json
is 'JSON: an article a line, with all its fields' "$($python -c '
import json, sys
pages = [json.loads(line) for line in open("json")]
print(len(pages), *pages[0], *(pages[0][key] for key in ("id", "title", "timestamp")))
print("\n\n".join(page["text"] for page in pages) == open("text").read().rstrip("\n"))')" \
    '44 id title text revision timestamp 11 River Varn 2024-01-01T00:00:00Z
True'

# WikiExtractor's documents, made of the text.
$python - <<'END'
import html, json
with open("documents", "w") as out:
    for line in open("json"):
        page = json.loads(line)
        out.write('<doc id="%d" url="https://en.wikipedia.org/wiki?curid=%d" title="%s">\n%s\n\n%s\n</doc>\n' % (
            page["id"], page["id"], page["title"], page["title"], html.escape(page["text"], quote=False)))
with open("cirrus", "w") as out:
    for line in open("json"):
        page = json.loads(line)
        print(json.dumps({"index": {"_type": "page", "_id": str(page["id"])}}), file=out)
        print(json.dumps({"title": page["title"], "text": page["text"], "language": "en"}), file=out)
    print('{"index":{"_id":"7"}}\n{"title": "no text"}', file=out)
END
same "WikiExtractor's documents" wikiplain documents
same "Cirrus's pairs of lines" wikiplain --threads 2 cirrus
cat >abstracts <<'END'
<feed>
<doc>
<title>Wikipedia: Moon</title>
<url>https://en.wikipedia.org/wiki/Moon</url>
<abstract>The Moon is round &amp; bright.</abstract>
<links>
<sublink linktype="nav"><anchor>Orbit</anchor><link>https://en.wikipedia.org/wiki/Moon#Orbit</link></sublink>
</links>
</doc>
</feed>
END
is 'a feed of abstracts' "$(wikiplain --titles abstracts)" 'Moon
The Moon is round & bright.'

# --- which pages ------------------------------------------------------------------------------------

# page TITLE NAMESPACE TEXT [ELEMENT]...
page() {
    echo "<page><title>$1</title><ns>$2</ns><id>1</id>${*:4}<revision><id>2</id><model>wikitext</model><format>text/x-wiki</format><text xml:space=\"preserve\">$3</text></revision></page>"
}
# wiki LANGUAGE: a dump with the pages on standard input.
wiki() {
    echo "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.10/\" version=\"0.10\" xml:lang=\"$1\"><siteinfo><dbname>${1}wiki</dbname><namespaces><namespace key=\"0\"/><namespace key=\"10\">Template</namespace></namespaces></siteinfo>"
    cat
    echo '</mediawiki>'
}
titles() { wikiplain --json "$@" | $python -c '
import json, sys
print(*(json.loads(line)["title"] for line in sys.stdin), sep="|")'; }
{
    page Moon 0 'The Moon is a moon.'
    page Luna 0 '#REDIRECT [[Moon]]' '<redirect title="Moon"/>'
    page 'Mercury (disambiguation)' 0 'Mercury is a word.'
    page Venus 0 '{{Disambiguation}}'$'\n''Venus may refer to: many things in this list.'
    page Pluto 0 '{{disambiguation needed|Pluto}} Pluto is small and far away from here.'
    page Mars 0 'Mars is a word with many meanings.__DISAMBIG__'
    page 'List of moons' 0 'These are moons, and there are many.'
    page Moons 0 "$(printf '* [[Moon %d]], which is a moon of some size.\n' {1..20})"
    page Template:Moon 10 'The template of moons is here.'
    page Void 0 ''
    page Furniture 0 '{{Infobox|a=b}} [[Category:Moons]]'
} | wiki en >pages.xml
is 'articles, no redirects, no disambiguations' "$(titles pages.xml)" 'Moon|Pluto|List of moons|Moons'
is '--no-skip-disambiguation' "$(titles --no-skip-disambiguation pages.xml)" \
    'Moon|Mercury (disambiguation)|Venus|Pluto|Mars|List of moons|Moons'
is '--skip-lists, by title and by content' "$(titles --skip-lists pages.xml)" 'Moon|Pluto'
is '--namespace' "$(titles --namespace 10 pages.xml)" 'Template:Moon'
is '--namespace, twice' "$(titles --namespace 10 --namespace=0 --skip-lists pages.xml)" \
    'Moon|Pluto|Template:Moon'
is '--namespace, a list' "$(titles --namespace 4,10,0 --skip-lists pages.xml)" \
    'Moon|Pluto|Template:Moon'
is '--namespace all' "$(titles --namespace all --skip-lists pages.xml)" 'Moon|Pluto|Template:Moon'
is '--min-length' "$(titles --min-length 30 pages.xml)" 'Pluto|List of moons|Moons'
page Liste 0 'Das ist ein Satz.' | sed 's/Liste/Liste der Monde/' | wiki de >liste.xml
status_is '--skip-lists, in German' 1 wikiplain --skip-lists liste.xml
like 'and it is said' "$(cat stderr)" 'no article was found among 1 page: 1 list'
is 'another language says it otherwise' "$(titles --lang nl --skip-lists liste.xml)" 'Liste der Monde'

status_is '--report' 0 wikiplain -v --report report pages.xml
is 'the report counts pages by what became of them' "$($python -c '
import json
counts = json.load(open("report"))["counts"]
print(*(counts[name] for name in ("files", "pages", "articles", "redirects", "other_namespaces",
    "disambiguations", "lists", "too_short", "empty", "without_text", "other_content", "bytes_out")))')" \
    "1 11 4 1 1 3 0 0 1 1 0 $(wc -c <stdout)"
like 'the summary, too' "$(cat stderr)" "^wikiplain: 11 pages: 4 articles, 1 redirect, 1 of another \
namespace, 3 disambiguations, 1 empty, 1 without reading text, [0-9.]+ s, [0-9.]+ MiB at most$"
{
    page A 0 'One {{unheard of|with text}} here. Two {{unheard of|more text}} there. The third.'
    page B 0 'A [[link that never ends. And {{another thing|some text}} and {{#unheard:of|text}} too.'
} | wiki en >holes.xml
is '--holes drop-sentence' "$(wikiplain holes.xml 2>&1 | head -n 1)" 'The third.'
is '--holes keep' "$(wikiplain --holes keep holes.xml | head -n 1)" 'One here. Two there. The third.'
is '--holes mark' "$(wikiplain --holes mark holes.xml | head -n 1)" \
    $'One \uFFFC here. Two \uFFFC there. The third.'
wikiplain --report report holes.xml >stdout
is 'the report names the templates' "$($python -c '
import json
report = json.load(open("report"))
print(report["hole_templates"], report["hole_templates_forgotten"], report["counts"]["holes"],
    report["counts"]["unclosed"] > 0)')" "{'unheard of': 2, '#unheard': 1, 'another thing': 1} 0 4 True"

# --- options ----------------------------------------------------------------------------------------

{
    page A 0 "The first paragraph.

== Heading ==
[[File:A.jpg|thumb|The caption of A.]]
* [[Link]]
* This item is a sentence of prose.
{|
| A cell of the table.
|}

== References ==
This is a reference, in words."
} | wiki en >options.xml
is 'what is text by default' "$(wikiplain options.xml)" 'The first paragraph.
This item is a sentence of prose.'
for pair in 'headings:Heading' 'captions:The caption of A.' 'tables:A cell of the table.' 'titles:A' \
    'reference-sections:This is a reference, in words.' 'lists=all:Link'; do
    is "--${pair%%:*}" "$(wikiplain "--${pair%%:*}" options.xml | grep -cFx "${pair#*:}")" 1
    is "only with --${pair%%:*}" "$(wikiplain options.xml | grep -cFx "${pair#*:}")" 0
done
is '--lists none' "$(wikiplain --lists none options.xml)" 'The first paragraph.'
page A 0 '-{zh-hans:one; zh-hant:two}- three.' | wiki zh >variants.xml
is '--variant' "$(wikiplain --variant zh-hant variants.xml)" 'two three.'
is 'otherwise the first' "$(wikiplain variants.xml)" 'one three.'
page A 0 '[[Datei:A.jpg|mini|Ein Bild.]] Das ist ein Satz.' | wiki en >german.xml
is '--lang' "$(wikiplain --lang de german.xml)" 'Das ist ein Satz.'
{ page A 0 '[[Datei:A.jpg|mini|Ein Bild.]] Ein Satz. [[Kategorie:A]] [[Kategorie:B]] [[Kategorie:C]]'
    page B 0 '[[Datei:A.jpg|mini|Ein Bild.]] Noch ein Satz. [[Kategorie:A]] [[Kategorie:B]]'; } |
    wiki en >mistaken.xml
status_is 'a dump that says English by mistake' 0 wikiplain mistaken.xml
is 'is read as what it is' "$(cat stdout)" 'Ein Satz.

Noch ein Satz.'
like 'with a warning' "$(cat stderr)" "warning: 'mistaken.xml' says that it is in English"
is 'unless English is insisted on' "$(wikiplain --lang en mistaken.xml 2>&1 | grep -c 'warning')" 0
{
    page A 0 'A&#x9;tab, a&#133;next line,&#x2028;a separator.'
    printf '{"title":"C","text":"\\u0018One\\u0007 two\\u0000.\\r\\n \\n\\u0018\\nThree."}\n' >controls
} | wiki en >controls.xml
is 'control characters in XML' "$(wikiplain controls.xml)" 'A tab, a next line, a separator.'
is 'control characters in JSON' "$(wikiplain controls)" 'One two.
Three.'

# usage NAME SENTENCE COMMAND...: nothing is written for wrong usage.
usage() {
    status_is "$1" 2 "${@:3}"
    like "$1: the sentence" "$(cat stderr)" "$2"
    is "$1: nothing is written" "$(cat stdout)" ''
}
usage 'a namespace by name' "--namespace 'Talk' is no number" wikiplain --namespace Talk "$dump"
usage 'a list with nothing in it' "--namespace '0,' is no" wikiplain --namespace 0, "$dump"
usage 'no language' "--lang 'a b' is no language code" wikiplain --lang 'a b' "$dump"
usage 'no variant' "--variant '_' is no language code" wikiplain --variant _ "$dump"
usage 'two options that contradict' 'contradict each other' \
    wikiplain --skip-disambiguation --no-skip-disambiguation "$dump"
usage 'an unknown way with holes' 'holes' wikiplain --holes=fill "$dump"
usage 'an option that does not exist' 'no-such' wikiplain --no-such "$dump"

# --- what is wrong ----------------------------------------------------------------------------------

fails 'a file that is not there is told before anything is written' 1 \
    "cannot open 'none': No such file" wikiplain "$dump" none
is 'nothing but the sentence' "$(wc -l <stdout)" 1
fails 'an empty file' 3 "'/dev/null' is empty" wikiplain /dev/null
fails 'a text' 3 "'text' is no dump of a wiki" wikiplain text
page Luna 0 '#REDIRECT [[Moon]]' '<redirect title="Moon"/>' | wiki en >redirects.xml
fails 'no article' 1 'no article was found among 1 page: 1 redirect$' wikiplain redirects.xml
wiki en </dev/null >none.xml
fails 'no page' 1 'no article was found among 0 pages$' wikiplain none.xml
fails 'a second file that is no dump' 3 "'text' is no dump" wikiplain "$dump" text
head -n -1 stdout >other
cmp_files 'the first file has been written' other text
sed '$d' "$dump" >unclosed.xml
fails 'a dump without its end' 3 "'unclosed.xml' is cut: .* without </mediawiki>; the last whole page is" \
    wikiplain unclosed.xml
head -n -1 stdout >other
cmp_files 'all its pages have been written' other text
{ page A 0 'A is whole.'; echo '<page><title>B</title><ns>0</ns><oops></page>'; page C 0 'C.'; } |
    wiki en >malformed.xml
fails 'malformed XML' 3 "'malformed.xml' .* at byte [0-9]+ .*last whole page is 'A'" wikiplain malformed.xml
is 'what came before is written' "$(head -n 1 stdout)" 'A is whole.'
{ page A 0 "A's text."; printf '<page><title>Long</title><ns>0</ns><revision><text>'
    head -c 20000000 /dev/zero | tr '\0' x; echo '</text></revision></page>'; page C 0 "C's text."; } |
    wiki en >long.xml
status_is 'a page that is too long: exit 4' 4 wikiplain --report report long.xml
is 'a page that is too long: the others are whole' "$(cat stdout)" "A's text.

C's text."
like 'a page that is too long: it is named' "$(cat stderr)" "warning: the page 'Long' of 'long.xml'"
is 'a page that is too long: it is counted' \
    "$($python -c 'import json; print(json.load(open("report"))["counts"]["too_long"])')" 1
status_is 'a full disk' 1 sh -c "wikiplain '$dump' >/dev/full"
like 'a full disk: the sentence' "$(cat stderr)" 'No space left on device'
wikiplain "$dump" "$dump" "$dump" 2>stderr | head -n 1 >stdout
is 'a reader who has gone' "${PIPESTATUS[0]}$(cat stderr)" 141
"$python" -c 'import pty, sys; pty.spawn(sys.argv[1:])' wikiplain "$work/nosuch" >seen </dev/null
is 'at a terminal a failure is told once' "$(grep -c 'cannot open' seen)" 1
done_testing
