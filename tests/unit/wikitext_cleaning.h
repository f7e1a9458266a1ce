/*
 * wikitext_cleaning - pages as strings for the tests of the wikitext cleaner.
 */
#ifndef TESTS_UNIT_WIKITEXT_CLEANING_H
#define TESTS_UNIT_WIKITEXT_CLEANING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/wiki/wiki_site.h"
#include "formats/wiki/wikitext_cleaner.h"

/* The reading text of a page, a string of the caller's to free. */
static inline char *clean_page(const char *language, struct view wikitext,
                               const struct wikitext_options *options,
                               struct wikitext_counts *counts) {
    struct wiki_site site;
    struct wikitext_cleaner cleaner;
    struct buffer text = BUFFER_INIT;
    struct error error;
    struct wiki_page page = {.title = view_of_string("A page"), .text = wikitext};
    if (wiki_site_init(&site, language, &error) != STATUS_OK ||
        wikitext_cleaner_init(&cleaner, &site, options, &error) != STATUS_OK ||
        wikitext_clean(&cleaner, &text, &page, counts, &error) != STATUS_OK ||
        buffer_append(&text, "", 1, &error) != STATUS_OK) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    wikitext_cleaner_release(&cleaner);
    wiki_site_release(&site);
    return (char *)text.data;
}

struct cleaning_case {
    const char *language, *wikitext, *text;
};

/* Says which of the cases go wrong; returns how many. */
static inline int count_wrong(const struct cleaning_case *cases, size_t count,
                              const struct wikitext_options *options) {
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        char *text =
            clean_page(cases[i].language, view_of_string(cases[i].wikitext), options, NULL);
        if (strcmp(text, cases[i].text) != 0) {
            fprintf(stderr, "'%s'\n  gives '%s'\n  not   '%s'\n", cases[i].wikitext, text,
                    cases[i].text);
            wrong++;
        }
        free(text);
    }
    return wrong;
}

#endif
