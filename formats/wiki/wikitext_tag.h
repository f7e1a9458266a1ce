/*
 * wikitext_tag - tags of HTML and of MediaWiki's extensions. Internal to wikitext_*.
 */
#ifndef FORMATS_WIKI_WIKITEXT_TAG_H
#define FORMATS_WIKI_WIKITEXT_TAG_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/buffer.h"

enum wikitext_tag_kind {
    WIKITEXT_TAG_UNKNOWN,
    WIKITEXT_TAG_INLINE,  /* goes, its text stays */
    WIKITEXT_TAG_BLOCK,   /* likewise, and paragraphs end at it */
    WIKITEXT_TAG_BREAK,   /* a line break */
    WIKITEXT_TAG_ITEM,    /* a list item */
    WIKITEXT_TAG_TERM,    /* a term of a definition list */
    WIKITEXT_TAG_HEADING, /* h1 to h6 */
    WIKITEXT_TAG_TABLE,   /* goes with what is in it */
    WIKITEXT_TAG_POEM,    /* lines stay lines */
    /* Opaque ones, taken by the first pass: what is inside is no markup of a page. */
    WIKITEXT_TAG_DROP,    /* goes with its content */
    WIKITEXT_TAG_NOWIKI,  /* its content is text as it stands */
    WIKITEXT_TAG_FORMULA, /* its content is a formula */
};

struct wikitext_tag {
    enum wikitext_tag_kind kind;
    unsigned index;            /* of the name in the table of names; less than 128 */
    struct view name;          /* as written */
    struct view attributes;    /* between the name and '>' or '/>' */
    bool closing;              /* </name> */
    bool self_closing;         /* '/' just before '>' */
    bool is_reference;         /* <ref> */
    const unsigned char *next; /* behind '>' */
};

/*
 * Is there a tag at `at`, where a '<' stands? A name of letters and digits after '<' or '</', then
 * attributes up to a '>' that is not in a quoted value; quoted values do not go over line ends, and
 * tags do not hold '<'. Reads no further than the next '<' outside quotes. Unknown names count only
 * with attributes that look like attributes.
 */
bool wikitext_tag_read(struct wikitext_tag *tag, const unsigned char *at, const unsigned char *end);

/*
 * The end tag of `name` at or after `at`: returns its '<' and sets *next behind its '>'; NULL when
 * there is none.
 */
const unsigned char *wikitext_tag_find_end(struct view name, const unsigned char *at,
                                           const unsigned char *end, const unsigned char **next);

/* Do the attributes hide the element: display:none? */
bool wikitext_tag_is_hidden(struct view attributes);

#endif
