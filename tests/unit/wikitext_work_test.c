/* Pages made to be slow: their work is linear, so that none of these takes more than a moment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/wikitext_cleaning.h"

/* Quadratic work on so many would take minutes. */
#define REPEATS 1000000
#define LEVELS  10000

static void put(struct buffer *page, const char *text, size_t times) {
    struct error error;
    for (size_t i = 0; i < times; i++)
        assert_int_equal(buffer_append(page, text, strlen(text), &error), STATUS_OK);
}

static char *clean(struct buffer *page, struct wikitext_counts *counts) {
    char *text = clean_page("en", buffer_view(page), NULL, counts);
    buffer_release(page);
    return text;
}

static void a_million_of_each_opening(void **state) {
    (void)state;
    static const char *const OPENINGS[] = {
        "{{",
        "{{{",
        "{{a|",
        "[[",
        "[[a|",
        "[[File:a|",
        "<!--",
        "{|\n",
        "'''",
        "<ref>",
        "<ref>\n\n",
        "<nowiki>",
        "<math>",
        "<div a=\"",
        "<",
        "-{",
        "&",
        "(",
        "}}",
        "]]",
        "|}\n",
        "__",
        "[http://a ",
        "<span style=display:none>",
        "<table>",
        "'''[[a|''{{{1|<p>\n",
        "{{a|[[b|<ref>{|\n",
        "== a ==\n{{b|",
        "*",
        "\n",
        " ",
        "{{cite}}, ",
        ":::<math>",
        "<gallery>\n\n",
        "; : ",
        "\xE2\x80",
        "{{a}}",
    };
    for (size_t i = 0; i < sizeof OPENINGS / sizeof OPENINGS[0]; i++) {
        struct buffer page = BUFFER_INIT;
        put(&page, "Before.\n\n", 1);
        put(&page, OPENINGS[i], REPEATS / strlen(OPENINGS[i]) * 2);
        put(&page, "\n\nAfter it.\n", 1);
        char *text = clean(&page, NULL);
        assert_memory_equal(text, "Before.\n", 8);
        free(text);
    }
}

static void many_levels(void **state) {
    (void)state;
    static const struct {
        const char *open, *close;
    } PAIRS[] = {
        {"{{cite|", "}}"},       {"{{nowrap|", "}}"}, {"{{{1|", "}}}"},
        {"[[a|", "]]"},          {"[[File:a|", "]]"}, {"{|\n|\n", "\n|}"},
        {"<table>", "</table>"}, {"<ref>", "</ref>"}, {"{{nowrap|[[a|", "]]}}"},
        {"<div>", "</div>"},     {"{", "}"},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++) {
        struct buffer page = BUFFER_INIT;
        put(&page, "Before.\n\n", 1);
        put(&page, PAIRS[i].open, LEVELS);
        put(&page, "within", 1);
        put(&page, PAIRS[i].close, LEVELS);
        put(&page, "\n\nAfter it.\n", 1);
        char *text = clean(&page, NULL);
        assert_non_null(strstr(text, "Before.\n"));
        assert_non_null(strstr(text, "After it.\n"));
        assert_null(strstr(text, "{{"));
        assert_null(strstr(text, "[["));
        free(text);
    }
}

static void a_page_beyond_its_budget_is_counted(void **state) {
    (void)state;
    struct wikitext_options options = {.budget = 1000};
    struct wikitext_counts counts = {0};
    struct buffer page = BUFFER_INIT;
    put(&page, "A {{nowrap|word}} here. ", 100);
    char *text = clean_page("en", buffer_view(&page), &options, &counts);
    assert_int_equal(counts.budget_hits, 1);
    assert_memory_equal(text, "A word here. ", 13);
    assert_non_null(strstr(text, "A here. A here."));
    free(text);
    buffer_release(&page);
}

static void what_is_left_open_is_counted(void **state) {
    (void)state;
    struct wikitext_counts counts = {0};
    free(clean_page("en", view_of_string("a {{b\n\nc <ref>d\n\ne <!-- f\n\n{|\ng\n\n[[h|i"), NULL,
                    &counts));
    assert_int_equal(counts.unclosed, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_of_each_opening),
        cmocka_unit_test(many_levels),
        cmocka_unit_test(a_page_beyond_its_budget_is_counted),
        cmocka_unit_test(what_is_left_open_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
