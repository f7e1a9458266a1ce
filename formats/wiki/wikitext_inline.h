/*
 * wikitext_inline - the parts of the inline pass. Internal to wikitext_*.
 *
 * It reads work->first and writes work->second: links, tags, entities, apostrophes. The output
 * never outgrows what wikitext_inline reserved, so these parts write without asking for room.
 */
#ifndef FORMATS_WIKI_WIKITEXT_INLINE_H
#define FORMATS_WIKI_WIKITEXT_INLINE_H

#include "formats/wiki/wikitext_work.h"

/*
 * The runs of apostrophes of a line: italic (2), bold (3) or both (5). Nothing is written for them,
 * but for one apostrophe at one of the places kept here, when the line has an odd number of both
 * (MediaWiki's Parser::doQuotes). WIKITEXT_NOWHERE: there is no such place.
 */
struct wikitext_quotes {
    unsigned bold, italic;
    size_t after_letter; /* the first bold run behind a word of one letter */
    size_t after_word;   /* the first behind another word */
    size_t after_space;  /* the first behind a space */
    size_t first, last;  /* where the first and the last run of any kind are */
};

#define WIKITEXT_NOWHERE SIZE_MAX

/* An element that goes with its content. */
struct wikitext_region {
    size_t start; /* in the output */
    unsigned tag; /* index of its name */
    size_t depth; /* elements of the name that are open in it, itself included */
    size_t opens; /* links that were open when it began */
};

struct wikitext_scanner {
    struct wikitext_work *work;
    const unsigned char *at, *end; /* the input that is left */
    unsigned char *data;           /* the output */
    size_t size;
    size_t line; /* where the line begins in the output */
    struct wikitext_quotes quotes;
    struct wikitext_region region; /* start is valid while depth > 0 */
    bool poem;
    bool linked;       /* the line has had a link */
    size_t line_break; /* behind the last <br>, in the output */
};

static inline void wikitext_write(struct wikitext_scanner *scanner, const void *bytes,
                                  size_t size) {
    memcpy(scanner->data + scanner->size, bytes, size);
    scanner->size += size;
}

static inline void wikitext_write_byte(struct wikitext_scanner *scanner, unsigned char byte) {
    scanner->data[scanner->size++] = byte;
}

/* Drops the output from `start` on. */
void wikitext_cut_output(struct wikitext_scanner *scanner, size_t start);

/* Ends the line; `paragraph`: and the paragraph too. */
MUST_USE enum status wikitext_inline_end_line(struct wikitext_scanner *scanner, bool paragraph,
                                              struct error *error);

/* Each handles the markup at scanner->at and moves on behind it: a '[', a ']', a '<'. */
MUST_USE enum status wikitext_inline_open(struct wikitext_scanner *scanner, struct error *error);
void wikitext_inline_close(struct wikitext_scanner *scanner);
MUST_USE enum status wikitext_inline_tag(struct wikitext_scanner *scanner, struct error *error);

/* A '|' of the input inside a link to a file. */
void wikitext_inline_bar(struct wikitext_scanner *scanner);

/* A run of two or more apostrophes at scanner->at. */
void wikitext_inline_quotes(struct wikitext_scanner *scanner);

/* Settles the apostrophes of the line that ends here; marks a hatnote. */
void wikitext_inline_end_quotes(struct wikitext_scanner *scanner);

/* A line end: links to other sites end here, all links at a blank line or heading. */
MUST_USE enum status wikitext_inline_end_links(struct wikitext_scanner *scanner, bool paragraph,
                                               struct error *error);

/* The first byte from `at` on that the inline pass stops at, or `end`. */
const unsigned char *wikitext_inline_skip(const unsigned char *at, const unsigned char *end);

/*
 * The character reference at `at`, a '&': its code point, and *next behind its ';'; 0 when it is
 * none.
 */
uint32_t wikitext_entity_read(const unsigned char *at, const unsigned char *end,
                              const unsigned char **next);

#endif
