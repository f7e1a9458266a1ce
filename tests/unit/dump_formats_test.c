/* Kinds of dumps that are not exports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/dump_expecting.h"

static void what_is_no_dump_is_told(void **state) {
    (void)state;
    static const struct {
        const char *text, *sentence;
    } CASES[] = {
        {"", "'a.xml' is empty"},
        {" \n", "'a.xml' is empty"},
        {"<!DOCTYPE html><html>", "it is a web page"},
        {"<!DOCTYPE m [<!ENTITY a \"aaaa\">]><mediawiki>", "a document type declaration"},
        {"-- MySQL dump", "it is a table in SQL"},
        {"plain text", "is no dump of a wiki"},
        {"<rss>", "is no dump of a wiki"},
        {"<mediawikis>", "is no dump of a wiki"},
        {"[1, 2]", "is no dump of a wiki"},
    };
    struct dump_reading reading = {.batch_size = 0};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect(&reading, CASES[i].text, STATUS_NOT_OURS, "");
        if (strstr(reading.error.message, CASES[i].sentence) == NULL)
            fail_msg("%s: %s", CASES[i].text, reading.error.message);
    }
    buffer_release(&reading.pages);
}

static void abstracts_are_read(void **state) {
    (void)state;
    struct dump_reading reading = {.batch_size = 0};
    expect(&reading,
           "<feed>\n<doc>\n<title>Wikipedia: Moon</title>\n"
           "<url>https://fr.wikipedia.org/wiki/Moon</url>\n"
           "<abstract>The Moon &amp; more.</abstract>\n<links>\n"
           "<sublink linktype=\"nav\"><anchor>Orbit</anchor><link>https://x</link></sublink>\n"
           "</links>\n</doc>\n<doc><title>Wikipédia : Dune: x</title><abstract/></doc>\n"
           "<doc><title>Wikipédia : Dune: x</title><abstract>d</abstract></doc></feed>\n",
           STATUS_END, "0 0 Moon|The Moon & more.|\n0 0 Dune: x|d|\n");
    assert_string_equal(reading.header_language, "fr");
    expect(&reading, "<feed><doc><title>W: A</title><abstract>a</abstract></doc>", STATUS_CUT_SHORT,
           "0 0 A|a|\n");
    expect(&reading, "<feed><doc><title>W: A</title><abstract>a</doc></feed>", STATUS_CORRUPT, "");
    expect(&reading, "<feed></feed>", STATUS_END, "");
    buffer_release(&reading.pages);
}

static void json_lines_are_read(void **state) {
    (void)state;
    struct dump_reading reading = {.batch_size = 0};
    expect(&reading,
           "{\"index\":{\"_type\":\"page\",\"_id\":\"12\"}}\n"
           "{\"title\":\"A\",\"text\":\"one\\ntwo \\u00e4\",\"namespace\":0,\"language\":\"pt\"}\n"
           "{\"index\":{\"_id\":13}}\n{\"title\":\"Talk:A\",\"text\":\"x\",\"namespace\":1}\n"
           "{\"index\":{\"_id\":14}}\n{\"text\":\"no title\"}\n"
           "{\"index\":{\"_id\":15}}\n{\"title\":\"no text\"}\n"
           "{\"index\":{\"_id\":16}}\n{\"title\":\"B\",\"text\":\"b\"}",
           STATUS_END, "0 12 A|one\ntwo \xc3\xa4|\n0 16 B|b|\n");
    assert_int_equal(reading.counts.lines_skipped, 2);
    assert_int_equal(reading.counts.other_namespace, 1);
    assert_string_equal(reading.header_language, "pt");
    expect(
        &reading,
        "{\"id\": \"12\", \"revid\": \"5\", \"url\": \"https://de.wikipedia.org/wiki?curid=12\", "
        "\"title\": \"A\", \"text\": \"a\"}\r\n\n{\"id\": 13, \"title\": \"B\", \"text\": \"b\"}\n",
        STATUS_END, "0 12 A|a|\n0 13 B|b|\n");
    assert_string_equal(reading.header_language, "de");
    expect(&reading, "{\"title\":\"A\",\"text\":\"a\"}\n{\"title\":\"B\",\"te", STATUS_CUT_SHORT,
           "0 0 A|a|\n");
    assert_non_null(strstr(reading.error.message, "the last whole page is 'A'"));
    expect(&reading,
           "{\"title\":\"A\",\"text\":\"a\"}\n{\"title\":}\n{\"title\":\"B\",\"text\":\"\"}\n",
           STATUS_CORRUPT, "0 0 A|a|\n");
    buffer_release(&reading.pages);
}

static void extracted_documents_are_read(void **state) {
    (void)state;
    struct dump_reading reading = {.batch_size = 0};
    expect(
        &reading,
        "<doc id=\"12\" url=\"https://it.wikipedia.org/wiki?curid=12\" title=\"The \"A\" & B\">\n"
        "The \"A\" & B\n\na < b and &lt;c&gt; &amp;nbsp;\n</doc> in the text\n\n</doc>\n"
        "<doc id=\"13\" revid=\"4\" url=\"\" title=\"C\">\nCats\n</doc>\n"
        "<doc id=\"14\" url=\"\" title=\"D\">\nD\n\n</doc>",
        STATUS_END, "0 12 The \"A\" & B|a < b and <c> &nbsp;\n</doc> in the text|\n0 13 C|Cats|\n");
    assert_int_equal(reading.counts.empty, 1);
    assert_string_equal(reading.header_language, "it");
    expect(&reading, "<doc id=\"1\" title=\"A\">\nx\n</doc>\n<doc id=\"2\" title=\"B\">\ny\n",
           STATUS_CUT_SHORT, "0 1 A|x|\n");
    assert_non_null(strstr(reading.error.message, "the last whole page is 'A'"));
    expect(&reading, "<doc id=\"1\" title=\"A\">\nx\n</doc>\nstray\n\n</doc>\n", STATUS_CORRUPT,
           "0 1 A|x|\n");
    buffer_release(&reading.pages);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_dump_is_told),
        cmocka_unit_test(abstracts_are_read),
        cmocka_unit_test(json_lines_are_read),
        cmocka_unit_test(extracted_documents_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
