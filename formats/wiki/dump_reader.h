/*
 * dump_reader - the pages of a batch, of whatever kind of dump.
 *
 * Thread rule: one thread at a time per reader; readers may share a site.
 */
#ifndef FORMATS_WIKI_DUMP_READER_H
#define FORMATS_WIKI_DUMP_READER_H

#include "formats/wiki/dump_batch.h"
#include "formats/wiki/wiki_page.h"
#include "formats/wiki/wiki_site.h"

/* Which pages are wanted. What is not is counted and costs next to nothing. */
struct dump_wanted {
    const int *namespaces; /* borrowed */
    size_t namespace_count;
    bool every_namespace;
    bool redirects;
    bool other_content; /* pages that are neither wikitext nor plain text */
    bool empty;         /* pages without text, or whose text was deleted */
};

struct dump_counts {
    uint64_t pages; /* in all */
    uint64_t given;
    uint64_t other_namespace, redirects, other_content, empty; /* why the others were not */
    uint64_t lines_skipped;                                    /* of JSON: without title or text */
};

/*
 * Takes a page; its views are valid during the call. What is not STATUS_OK ends the reading and is
 * returned from it, with the sentence the function has set.
 */
typedef enum status dump_page_function(void *context, const struct wiki_page *page,
                                       struct error *error);

struct dump_reader {
    const struct wiki_site *site; /* borrowed */
    const char *name;             /* of the input, for messages; borrowed */
    struct dump_wanted wanted;
    struct dump_counts counts; /* over all batches */
    /* Its own. */
    dump_page_function *take;
    void *context;
    const struct dump_batch *batch;
    struct buffer title, text, timestamp, redirect, normal, index;
    struct buffer last_title; /* of the last page of this batch that was whole */
};

/* Nothing is allocated yet. */
void dump_reader_init(struct dump_reader *reader, const struct wiki_site *site,
                      const struct dump_wanted *wanted, const char *name);
void dump_reader_release(struct dump_reader *reader);

/*
 * Reads a batch and gives its wanted pages in order.
 *
 * Export: the last revision of each page counts; namespace from <ns>, from the title where there is
 * none; redirects from <redirect>, or by the words of the site; content from <model>, from the
 * suffix of scripts and styles where there is none; slots other than the main one are left out.
 * Text is UTF-8 without characters that XML cannot carry, unless they were written in JSON.
 * Abstracts: the site's name and colon before the title go; text is plain. JSON: a line without
 * title or text is skipped; Cirrus's "index" gives the id. WikiExtractor: the title that it repeats
 * as first line goes, entities are undone.
 *
 * STATUS_CORRUPT when the batch is malformed, with the byte of the text and the title of the last
 * whole page; pages before have been given. STATUS_CUT_SHORT for a last line that was cut.
 */
MUST_USE enum status dump_reader_read(struct dump_reader *reader, const struct dump_batch *batch,
                                      dump_page_function *take, void *context, struct error *error);

#endif
