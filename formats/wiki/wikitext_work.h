/*
 * wikitext_work - what the passes over the wikitext of one page share. Internal to wikitext_*.
 *
 * The buffers hold text with marks: bytes that XML cannot carry, so the page has none of its own
 * (the first pass drops them).
 *
 * Thread rule: one thread at a time.
 */
#ifndef FORMATS_WIKI_WIKITEXT_WORK_H
#define FORMATS_WIKI_WIKITEXT_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/wiki/template_call.h"
#include "formats/wiki/wiki_site.h"
#include "formats/wiki/wikitext_cleaner.h"

enum {
    MARK_DROPPED = 0x01,   /* something without text for the reader was here */
    MARK_HOLE = 0x02,      /* something was here that may have been text */
    MARK_HATNOTE = 0x03,   /* in place of the ':' of a line that is all italic */
    MARK_LINK = 0x04,      /* the line, a list item, reads as one of a list of links */
    MARK_TABLE = 0x05,     /* a table was here */
    MARK_BAR = 0x0B,       /* a `|` that did not part arguments */
    MARK_PROTECTED = 0x0E, /* the first of those for characters that are not markup */
};

/* A brace or bracket run that is open in the first pass. */
struct wikitext_brace {
    size_t start;      /* of its first character, in the output */
    size_t count;      /* characters still open */
    size_t first_part; /* in parts */
    bool bracket;
    bool from_parameter; /* the name was made with {{{...}}} */
};

/* A part of a template: what begins after '{{' or '|'. */
struct wikitext_part {
    size_t start;
    size_t equals; /* of its first '='; 0: none */
};

enum wikitext_open_kind {
    WIKITEXT_OPEN_LINK,
    WIKITEXT_OPEN_FILE,
    WIKITEXT_OPEN_DROP, /* a category or a link to another language's page */
    WIKITEXT_OPEN_EXTERNAL,
};

/* A link that is open in the inline pass. */
struct wikitext_open {
    enum wikitext_open_kind kind;
    size_t start;   /* of its text, in the output */
    size_t newline; /* first line end after start, in the output; 0: none yet */
    size_t part;    /* of files: where the last part begins */
    size_t caption; /* of files: where the best caption so far begins; 0: none */
    size_t caption_size;
    struct view target;
};

/* A stretch of a buffer. */
struct wikitext_range {
    size_t start, end;
};

/* An array that grows; items are of one type. */
struct wikitext_array {
    void *items;
    size_t count;
    size_t capacity;
};

struct wikitext_work {
    const struct wiki_site *site;
    const struct wikitext_options *options;
    const struct wiki_page *page;
    struct wikitext_counts *counts;
    struct buffer first;  /* output of the first pass; tables and converter change it in place */
    struct buffer second; /* output of the inline pass */
    struct buffer scratch;
    struct buffer captions;
    struct wikitext_array braces;    /* struct wikitext_brace */
    struct wikitext_array parts;     /* struct wikitext_part */
    struct wikitext_array arguments; /* struct template_argument */
    struct wikitext_array opens;     /* struct wikitext_open */
    struct wikitext_array ranges;    /* struct wikitext_range */
    struct wikitext_array starts;    /* size_t */
    uint64_t budget;                 /* bytes of template calls left */
    bool unclosed_tags[128];         /* opaque tags that have no end tag any more, by index */
    bool unclosed_comment;
    bool budget_hit;
};

/* Makes room for one more item of `size` bytes; gives its place, or NULL when memory is out. */
void *wikitext_array_push(struct wikitext_array *array, size_t size);

/* Removes the ranges of work->ranges (ascending, apart) from `buffer`; each leaves `mark`. */
void wikitext_cut_ranges(struct wikitext_work *work, struct buffer *buffer, unsigned char mark);

/* The passes, in their order. Each fails only with STATUS_NO_MEMORY. */
MUST_USE enum status wikitext_preprocess(struct wikitext_work *work, struct error *error);
MUST_USE enum status wikitext_drop_tables(struct wikitext_work *work, struct error *error);
MUST_USE enum status wikitext_convert_variants(struct wikitext_work *work, struct error *error);
MUST_USE enum status wikitext_inline(struct wikitext_work *work, struct error *error);
MUST_USE enum status wikitext_blocks(struct wikitext_work *work, struct buffer *text,
                                     struct error *error);

#endif
