/*
 * template_call - one call of a template or of a parser function, taken apart.
 *
 * The caller has matched the braces and expanded what stands inside: names and values hold no
 * `{{ }}` any more, links are still written as [[...]]. All views are borrowed for the length of
 * one expansion.
 */
#ifndef FORMATS_WIKI_TEMPLATE_CALL_H
#define FORMATS_WIKI_TEMPLATE_CALL_H

#include <stddef.h>

#include "formats/base/buffer.h"

struct wiki_site;
struct wiki_page;

struct template_argument {
    struct view name;  /* what stands before the first `=`, trimmed; empty: a positional one */
    struct view value; /* as written; a positional one is not trimmed, a named one may be */
};

struct template_call {
    /*
     * Trimmed; underscores are spaces; a "Template:" prefix and subst:/safesubst: are taken off. Of
     * a parser function ("#if: a", "formatnum:1234", "PAGENAME") it is the whole first part, which
     * template_expand takes apart at the first colon.
     */
    struct view name;
    const struct template_argument *arguments; /* in their order; a name may occur twice */
    size_t count;
    const struct wiki_site *site; /* the wiki the page is from; never NULL */
    const struct wiki_page *page; /* NULL where no page is known */
};

enum template_outcome {
    TEMPLATE_TEXT,    /* text was appended; it may hold wikitext: links, apostrophes, entities */
    TEMPLATE_NOTHING, /* furniture without anything for the reader: citations, boxes, icons ... */
    TEMPLATE_HOLE,    /* unknown: it may have carried text */
};

#endif
