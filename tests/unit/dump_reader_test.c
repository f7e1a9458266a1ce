#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "tests/unit/dump_expecting.h"

#define HEAD_10                                                                                    \
    "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.10/\" version=\"0.10\" "             \
    "xml:lang=\"de\">\n<siteinfo><dbname>dewiki</dbname><namespaces><namespace key=\"0\" />"       \
    "<namespace key=\"1\" case=\"first-letter\">Diskussion</namespace>"                            \
    "<namespace key=\"10\">Vorlage</namespace></namespaces></siteinfo>\n"
#define HEAD_3                                                                                     \
    "<mediawiki version=\"0.3\" xml:lang=\"it\"><siteinfo><namespaces>"                            \
    "<namespace key=\"-2\">Media</namespace><namespace key=\"0\" /><namespace key=\"1\">"          \
    "Discussione</namespace></namespaces></siteinfo>"
#define FOOT "</mediawiki>\n"

#define PAGE(title, ns, id, more, text)                                                            \
    "<page><title>" title "</title><ns>" ns "</ns><id>" id "</id>" more                            \
    "<revision><id>9</id><contributor><id>77</id></contributor>"                                   \
    "<model>wikitext</model><format>text/x-wiki</format>"                                          \
    "<text xml:space=\"preserve\">" text "</text></revision></page>\n"

static void exports_are_read(void **state) {
    (void)state;
    struct dump_reading reading = {.batch_size = 0};
    expect(&reading,
           HEAD_10 PAGE("A &amp; B", "0", "12", "", "x &lt;b&gt; &amp;nbsp; &quot;&#xe4;&#228;")
               PAGE("Diskussion:A", "1", "13", "", "no") PAGE("Alien: B", "0", "14", "", "y")
                   PAGE("R", "0", "15", "<redirect title=\"A\" />", "#REDIRECT [[A]]")
                       PAGE("Vorlage:T", "10", "16", "", "t") FOOT,
           STATUS_END, "0 12 A & B|x <b> &nbsp; \"\xc3\xa4\xc3\xa4|\n0 14 Alien: B|y|\n");
    assert_int_equal(reading.counts.pages, 5);
    assert_int_equal(reading.counts.given, 2);
    assert_int_equal(reading.counts.other_namespace, 2);
    assert_int_equal(reading.counts.redirects, 1);
    assert_string_equal(reading.header_language, "de");
    reading.everything = true;
    expect(
        &reading,
        HEAD_10 PAGE("R", "0", "15", "<redirect title=\"A &amp; B\" />", "#REDIRECT [[C]]")
            PAGE("Q", "0", "16", "", "#WEITERLEITUNG [[ C ]]") PAGE("S", "-1", "17", "", "") FOOT,
        STATUS_END, "0 15 R|#REDIRECT [[C]]|A & B\n0 16 Q|#WEITERLEITUNG [[ C ]]|C\n-1 17 S||\n");
    buffer_release(&reading.pages);
}

static void empty_and_deleted_texts_are_legal(void **state) {
    (void)state;
    struct dump_reading reading = {.everything = true};
    expect(&reading,
           HEAD_10 "<page><title>A</title><ns>0</ns><id>1</id><revision><text bytes=\"0\" "
                   "sha1=\"phoiac9h4m842xq45sp7s6u21eteeq1\" /></revision></page>"
                   "<page><title>B</title><ns>0</ns><id>2</id><revision><text deleted=\"deleted\"/>"
                   "</revision></page>"
                   "<page><title>C</title><ns>0</ns><id>3</id></page>"
                   "<page><title>D</title><ns>0</ns><id>4</id><revision><text></text></revision>"
                   "</page>" PAGE("E", "0", "5", "", "e") FOOT,
           STATUS_END, "0 1 A||\n0 2 B||\n0 3 C||\n0 4 D||\n0 5 E|e|\n");
    reading.everything = false;
    expect(&reading,
           HEAD_10
           "<page><title>A</title><ns>0</ns><id>1</id><revision><text/></revision></page>" PAGE(
               "E", "0", "5", "", "e") FOOT,
           STATUS_END, "0 5 E|e|\n");
    assert_int_equal(reading.counts.empty, 1);
    buffer_release(&reading.pages);
}

static void the_last_revision_counts(void **state) {
    (void)state;
    struct dump_reading reading = {.batch_size = 0};
    expect(&reading,
           HEAD_10 "<page><title>A</title><ns>0</ns><id>1</id>"
                   "<revision><id>1</id><model>wikitext</model><text>old</text></revision>"
                   "<revision><id>2</id><model>wikitext</model><text>new</text>"
                   "<content><role>mediainfo</role><model>wikibase</model><text>slot</text>"
                   "</content></revision></page>"
                   "<page><title>B</title><ns>0</ns><id>2</id>"
                   "<revision><text>old</text></revision><revision><text/></revision></page>" FOOT,
           STATUS_END, "0 1 A|new|\n");
    assert_int_equal(reading.counts.empty, 1);
    buffer_release(&reading.pages);
}

static void other_content_is_left_out(void **state) {
    (void)state;
    struct dump_reading reading = {.batch_size = 0};
    expect(&reading,
           HEAD_10 "<page><title>A</title><ns>0</ns><id>1</id><revision><model>Scribunto</model>"
                   "<text>x</text></revision></page>"
                   "<page><title>B</title><ns>0</ns><id>1</id><revision><format>text/css</format>"
                   "<text>x</text></revision></page>"
                   "<page><title>C.js</title><ns>0</ns><id>3</id><revision>"
                   "<text>x</text></revision></page>" FOOT,
           STATUS_END, "0 3 C.js|x|\n");
    assert_int_equal(reading.counts.other_content, 2);
    buffer_release(&reading.pages);
}

static void old_schemas_tell_by_the_title(void **state) {
    (void)state;
    struct dump_reading reading = {.batch_size = 0};
    expect(&reading,
           HEAD_3 "<page><title>Luna</title><id>1</id><revision><text>l</text></revision></page>"
                  "<page><title>Discussione:Luna</title><id>2</id><revision><text>no</text>"
                  "</revision></page>"
                  "<page><title>Dune: Parte due</title><id>3</id><revision><text>d</text>"
                  "</revision></page>"
                  "<page><title>Selene</title><id>4</id><revision><text>#rinvia [[Luna]]</text>"
                  "</revision></page>" FOOT,
           STATUS_END, "0 1 Luna|l|\n0 3 Dune: Parte due|d|\n");
    assert_int_equal(reading.counts.redirects, 1);
    buffer_release(&reading.pages);
}

static void xml_is_read_as_it_is_written(void **state) {
    (void)state;
    struct dump_reading reading = {.batch_size = 0};
    /* CDATA, comments, instructions, blanks in tags, quotes of both kinds, CR LF. */
    expect(&reading,
           "<?xml version='1.0' encoding=\"utf-8\"?>\r\n<!-- made by hand -->\r\n"
           "<mediawiki version = '0.10' xml:lang='fr' >\r\n<page>\r\n<title >A</title >"
           "<ns>0</ns><id> 7 </id><redirect title='x>y'/><!-- no --></page>\r\n"
           "<page><title>B</title><ns>0</ns><id>8</id><revision><!-- c --><text a='>' "
           "b=\"'/>\">one\r\n<![CDATA[<two> &amp; ]]>three<!-- & --> four<?x y?>"
           "</text></revision></page></mediawiki >",
           STATUS_END, "0 8 B|one\n<two> &amp; three four|\n");
    assert_int_equal(reading.counts.redirects, 1);
    /* Several dumps one after the other, and pages without a root. */
    expect(&reading,
           HEAD_10 PAGE("A", "0", "1", "", "a") FOOT
           "<?xml version=\"1.0\"?>" HEAD_10 PAGE("B", "0", "2", "", "b") FOOT HEAD_10 FOOT,
           STATUS_END, "0 1 A|a|\n0 2 B|b|\n");
    expect(&reading, PAGE("A", "0", "1", "", "a") PAGE("B", "0", "2", "", "b"), STATUS_END,
           "0 1 A|a|\n0 2 B|b|\n");
    expect(&reading, HEAD_10 FOOT, STATUS_END, "");
    buffer_release(&reading.pages);
}

static void a_cut_is_told_after_the_whole_pages(void **state) {
    (void)state;
    static const char DUMP[] =
        HEAD_10 PAGE("A", "0", "1", "", "a") PAGE("B &amp; C", "0", "2", "", "b") FOOT;
    size_t first = (size_t)(strstr(DUMP, "</page>") + 7 - DUMP);
    size_t second = (size_t)(strstr(DUMP + first, "</page>") + 7 - DUMP);
    struct dump_reading reading = {.batch_size = 0};
    for (size_t size = 1; size < sizeof DUMP - 3; size++) {
        enum status status =
            dump_reading_memory(&reading, (struct view){(const unsigned char *)DUMP, size});
        if (size > 11) {
            assert_int_equal(status, STATUS_CUT_SHORT);
            assert_non_null(strstr(reading.error.message, "'a.xml' is cut"));
        } else {
            assert_int_equal(status, size == 11 || size < 10 ? status : STATUS_CUT_SHORT);
        }
        assert_pages(&reading, size < first    ? ""
                               : size < second ? "0 1 A|a|\n"
                                               : "0 1 A|a|\n0 2 B & C|b|\n");
        if (size >= second)
            assert_non_null(strstr(reading.error.message, "the last whole page is 'B & C'"));
    }
    buffer_release(&reading.pages);
}

static void malformed_xml_is_told(void **state) {
    (void)state;
    static const struct {
        const char *text, *sentence;
    } CASES[] = {
        {PAGE("B", "0", "2", "", "b & c"), "'&' is not followed"},
        {PAGE("B", "0", "2", "", "b &nbsp; c"), "'&' is not followed"},
        {PAGE("B", "0", "2", "", "b &#0; c"), "'&' is not followed"},
        {PAGE("B", "0", "2", "", "b &#xd800; c"), "'&' is not followed"},
        {PAGE("B", "0", "2", "", "b &#x110000; c"), "'&' is not followed"},
        {PAGE("B", "0", "2", "", "b < c"), "'<' is not followed"},
        {PAGE("B", "0", "2", "", "<b>"), "an end tag that ends no element, or another one"},
        {PAGE("B", "0", "2", "", "\x01"), "a byte that is no UTF-8, or a control character"},
        {PAGE("B", "0", "2", "", "\xff"), "a byte that is no UTF-8, or a control character"},
        {PAGE("B", "0", "2", "", "\xed\xa0\x80"), "a byte that is no UTF-8"},
        {PAGE("B", "0", "2", "", "<!-- x"), "a comment or section does not end"},
        {PAGE("B", "0", "2", "<a b>", ""), "an attribute is malformed"},
        {PAGE("B", "0", "2", "<a b=c/>", ""), "an attribute is malformed"},
        {PAGE("B", "0", "2", "<a b='<'/>", ""), "an attribute is malformed"},
        {PAGE("B", "0", "2", "<a b='1'c='2'/>", ""), "an attribute is malformed"},
        {PAGE("B", "0", "2", "<1/>", ""), "'<' is not followed"},
        {PAGE("B", "0", "2", "<!DOCTYPE x [<!ENTITY a 'b'>]>", ""),
         "a document type declaration is not allowed"},
        {"<pages/>" PAGE("B", "0", "2", "", ""), "an element that is no page"},
        {"</page>", "an end tag that ends no element"},
    };
    struct dump_reading reading = {.batch_size = 0};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s%s%s%s", HEAD_10, PAGE("Moon", "0", "1", "", "m"),
                 CASES[i].text, PAGE("C", "0", "3", "", "c"), FOOT);
        expect(&reading, text, STATUS_CORRUPT, "0 1 Moon|m|\n");
        if (strstr(reading.error.message, CASES[i].sentence) == NULL)
            fail_msg("%zu: %s", i, reading.error.message);
        assert_non_null(strstr(reading.error.message, "the last whole page is 'Moon'"));
        assert_non_null(strstr(reading.error.message, " at byte "));
    }
    expect(&reading, HEAD_10 "<page><title>A</title>" FOOT, STATUS_CORRUPT, "");
    expect(&reading, "<mediawiki a=b><page/></mediawiki>", STATUS_CORRUPT, "");
    buffer_release(&reading.pages);
}

static void long_pages_are_left_out(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct dump_reading reading = {.batch_size = 4000, .page_limit = 10000};
    assert_int_equal(buffer_format(&text, &reading.error,
                                   "%s%s<page><title>Long</title><ns>0</ns>"
                                   "<revision><text>",
                                   HEAD_10, PAGE("A", "0", "1", "", "a")),
                     STATUS_OK);
    /* More than is read at a time, so that it cannot be whole by chance. */
    for (size_t i = 0; i < 100000; i++)
        assert_int_equal(buffer_append(&text, "too long", 8, &reading.error), STATUS_OK);
    size_t cut = text.size;
    assert_int_equal(buffer_format(&text, &reading.error, "</text></revision></page>%s%s",
                                   PAGE("B", "0", "2", "", "b"), FOOT),
                     STATUS_OK);
    assert_int_equal(dump_reading_memory(&reading, buffer_view(&text)), STATUS_END);
    assert_pages(&reading, "0 1 A|a|\n0 2 B|b|\n");
    assert_int_equal(reading.skipped, 1);
    text.size = cut;
    assert_int_equal(dump_reading_memory(&reading, buffer_view(&text)), STATUS_CUT_SHORT);
    assert_pages(&reading, "0 1 A|a|\n");
    buffer_release(&text);
    buffer_release(&reading.pages);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exports_are_read),
        cmocka_unit_test(empty_and_deleted_texts_are_legal),
        cmocka_unit_test(the_last_revision_counts),
        cmocka_unit_test(other_content_is_left_out),
        cmocka_unit_test(old_schemas_tell_by_the_title),
        cmocka_unit_test(xml_is_read_as_it_is_written),
        cmocka_unit_test(a_cut_is_told_after_the_whole_pages),
        cmocka_unit_test(malformed_xml_is_told),
        cmocka_unit_test(long_pages_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
