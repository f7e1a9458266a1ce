/*
 * dump_elements - walks the elements of a batch of XML: which are open, and that they nest.
 *
 * What dump_pages_export and dump_pages_abstract share. Thread rule: one thread at a time.
 */
#ifndef FORMATS_WIKI_DUMP_ELEMENTS_H
#define FORMATS_WIKI_DUMP_ELEMENTS_H

#include "formats/wiki/dump_pages.h"
#include "formats/wiki/xml_scanner.h"

/* Elements nested deeper than any schema nests them are malformed. */
#define DUMP_ELEMENTS_DEEPEST 32

struct dump_elements {
    struct dump_reader *reader; /* borrowed */
    struct xml_scanner scanner;
    struct view names[DUMP_ELEMENTS_DEEPEST]; /* of the open elements, the outermost first */
    size_t depth;
    struct error *error;
};

/* What to do at each token; anything but STATUS_OK ends the walk. */
struct dump_elements_visitor {
    /* An element begins, or, if `empty`, begins and ends: it is not among the open ones yet. */
    enum status (*start)(void *context, struct view name, bool empty);
    /* Raw text (see xml_text_append) right in the innermost of the open elements. */
    void (*text)(void *context, struct view raw);
    /* An outermost element, a page, has ended. */
    enum status (*page)(void *context);
    const char *unfinished; /* what is wrong when the batch ends within one */
};

/* Walks through `text`; elements is filled before the first call. */
MUST_USE enum status dump_elements_walk(struct dump_elements *elements, struct dump_reader *reader,
                                        struct view text,
                                        const struct dump_elements_visitor *visitor, void *context,
                                        struct error *error);

/* STATUS_CORRUPT: what is wrong at the last token. */
enum status dump_elements_malformed(const struct dump_elements *elements, const char *why);

/*
 * Undoes the references of raw text from the batch. *text is in `buffer`, or, where there are none,
 * in the batch.
 */
MUST_USE enum status dump_elements_undo(const struct dump_elements *elements, struct view *text,
                                        struct buffer *buffer, struct view raw);

#endif
