/*
 * xml_scanner - the tags and texts of a piece of XML in memory, without copying.
 *
 * Reads what exports of wikis are made of: elements, attributes, the five entities of XML,
 * character references, CDATA sections, comments and processing instructions, which are skipped.
 * A document type declaration is refused, and so nothing can expand. Text is not looked into until
 * xml_text_append does, so that what nobody wants costs one search for "<".
 *
 * Thread rule: one thread at a time per scanner.
 */
#ifndef FORMATS_WIKI_XML_SCANNER_H
#define FORMATS_WIKI_XML_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

enum xml_token {
    XML_TOKEN_NOTHING, /* the end of the data, between tokens */
    XML_TOKEN_START,
    XML_TOKEN_EMPTY, /* <name/>: start and end in one */
    XML_TOKEN_END,
    XML_TOKEN_TEXT,
    XML_TOKEN_BAD, /* malformed: see `why` */
};

struct xml_scanner {
    struct view data; /* borrowed, as are the views below, which point into it */
    size_t at;        /* where the next token begins */
    size_t token_at;  /* where the last one began; of a bad one, where it is wrong */
    struct view name; /* of START, EMPTY and END */
    struct view attributes;
    struct view text; /* of TEXT: raw, to be appended with xml_text_append */
    const char *why;  /* of BAD */
};

void xml_scanner_init(struct xml_scanner *scanner, struct view data);

/* The next token. After XML_TOKEN_BAD no more are to be asked for. */
enum xml_token xml_scanner_next(struct xml_scanner *scanner);

/* The raw value of an attribute of the last START or EMPTY; false when it has none of the name. */
bool xml_scanner_attribute(const struct xml_scanner *scanner, const char *name, struct view *value);

/*
 * Appends raw text with its references undone. STATUS_CORRUPT, with a reason in *why and its byte
 * of `raw` in *at, for a reference that means nothing; STATUS_NO_MEMORY with a sentence.
 */
MUST_USE enum status xml_text_append(struct buffer *text, const char **why, size_t *at,
                                     struct view raw, struct error *error);

#endif
