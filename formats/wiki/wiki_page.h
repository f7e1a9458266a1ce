/*
 * wiki_page - one page as every kind of dump gives it.
 *
 * The views borrow from whoever made the page (see dump_reader.h) and are UTF-8. A field that a
 * kind of dump does not have is empty or 0.
 */
#ifndef FORMATS_WIKI_WIKI_PAGE_H
#define FORMATS_WIKI_WIKI_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"

enum wiki_content {
    WIKI_CONTENT_WIKITEXT, /* to be cleaned */
    WIKI_CONTENT_PLAIN,    /* plain text already: abstracts, Cirrus, WikiExtractor */
    WIKI_CONTENT_OTHER,    /* Lua, CSS, JSON, ...: no reading text */
};

struct wiki_page {
    struct view title; /* with its namespace's prefix; entities undone, spaces, not underscores */
    struct view text;  /* of the last revision in the dump; empty when deleted */
    struct view timestamp;       /* of that revision, as written: 2026-01-01T00:00:00Z */
    struct view redirect_target; /* a title, maybe with a fragment; of redirects, if known */
    uint64_t id;
    uint64_t revision;
    int namespace_number; /* 0 is the articles' */
    bool is_redirect;
    enum wiki_content content;
    uint64_t position; /* byte of the uncompressed input at which the page begins */
};

#endif
