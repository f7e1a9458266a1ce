/* listing_links: the pages of several servers, and links that lead elsewhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fetch/listing_links.h"

/* All names of a page at /wiki/, with their slashes, parted by blanks. */
static const char *links(const char *page) {
    static char text[4096];
    struct view rest = view_of_string(page);
    struct listing_link link;
    text[0] = '\0';
    while (listing_links_next(&link, &rest, "/wiki/")) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%s%s", length == 0 ? "" : " ", link.name,
                 link.is_folder ? "/" : "");
    }
    return text;
}

static void pages_of_servers(void **state) {
    (void)state;
    assert_string_equal(
        links("<html>\n<head><title>Index of /wiki/</title></head>\n<body>\n"
              "<h1>Index of /wiki/</h1><hr><pre><a href=\"../\">../</a>\n"
              "<a href=\"20240101/\">20240101/</a>  05-Jan-2024 12:00  -\n"
              "<a href=\"latest/\">latest/</a>\n<a href=\"a%20b.txt\">a b.txt</a>\n"),
        "20240101/ latest/ a b.txt");
    assert_string_equal(
        links(
            "<tr><th><a href=\"?C=N;O=D\">Name</a></th></tr>\n<tr><td>"
            "<a href=\"/\">Parent Directory</a></td></tr>\n<tr><td><A class=\"x\" HREF='20240120/'"
            " title=\"a\">20240120/</A></td><td><img src=\"href=no\"></td></tr>"),
        "20240120/");
    assert_string_equal(links("<li><a href=/wiki/20240101/>x</a><a\nhref = \"./b\" >"),
                        "20240101/ b");
}

static void links_that_lead_elsewhere(void **state) {
    (void)state;
    static const char *const PAGES[] = {
        "",
        "href=\"a\"",
        "<a href",
        "<a href=",
        "<a href=\"",
        "<a href=\"https://elsewhere/wiki/a\">",
        "<a href=\"mailto:a\">",
        "<a href=\"#top\">",
        "<a href=\"/elsewhere/a\">",
        "<a href=\"/wiki/\">",
        "<a href=\"..\">",
        "<a href=\"%2e%2e\">",
        "<a href=\"a/b\">",
        "<a href=\"a%2fb\">",
        "<a href=\"a%00b\">",
        "<a href=\"a%\">",
        "<a href=\"a%4\">",
        "<a ahref=\"a\">",
        "<a data-href=\"a\">",
    };
    for (size_t i = 0; i < sizeof PAGES / sizeof *PAGES; i++)
        assert_string_equal(links(PAGES[i]), "");
}

static void references_of_characters(void **state) {
    (void)state;
    assert_string_equal(links("<a href=\"a&amp;b&lt;&gt;&quot;\">"), "a&b<>\"");
    assert_string_equal(links("<a href=\"&#97;&#x62;&#X63;\">"), "abc");
    assert_string_equal(links("<a href=\"a&unknown;&#;&#x;&#0;&#300;&amp\">"),
                        "a&unknown;&"); /* what is behind the first '#' is no part of the name */
}

static void names_that_are_too_long(void **state) {
    (void)state;
    static char page[8192];
    for (size_t length = 254; length <= 257; length++) {
        memset(page, 'a', sizeof page);
        memcpy(page, "<a href=\"", 9);
        memcpy(page + 9 + length, "\">", 3);
        assert_int_equal(strlen(links(page)), length < LISTING_LINKS_NAME ? length : 0);
    }
    memset(page, 'a', sizeof page);
    memcpy(page, "<a href=\"", 9);
    memcpy(page + 4000, "\"><a href=b>", 13);
    assert_string_equal(links(page), "b");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_of_servers),
        cmocka_unit_test(links_that_lead_elsewhere),
        cmocka_unit_test(references_of_characters),
        cmocka_unit_test(names_that_are_too_long),
    };
    return cmocka_run_group_tests_name("listing_links", tests, NULL, NULL);
}
