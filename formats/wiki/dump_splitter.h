/*
 * dump_splitter - cuts the text of a dump into batches of whole pages.
 *
 * It looks for the ends of pages only, so that one thread can feed many that read. Memory: a batch,
 * or one page. Thread rule: one thread at a time per splitter; batches are independent of it.
 */
#ifndef FORMATS_WIKI_DUMP_SPLITTER_H
#define FORMATS_WIKI_DUMP_SPLITTER_H

#include "formats/base/byte_source.h"
#include "formats/wiki/dump_batch.h"
#include "formats/wiki/dump_header.h"

/* Text of a batch: enough to make handing it to a thread cheap; raised, memory grows with it. */
#define DUMP_SPLITTER_BATCH ((size_t)1 << 20)

/* A longer page is skipped: MediaWiki's own limit for wikitext is 2 MiB. */
#define DUMP_SPLITTER_PAGE_LIMIT ((size_t)64 << 20)

struct dump_splitter {
    /* To be read by the caller. */
    enum dump_format format;
    struct dump_header header; /* of the first dump, where several follow each other */
    uint64_t skipped;          /* pages longer than page_limit */
    struct error skip_error;   /* the sentence about the last of them */
    struct buffer last_title;  /* of the last page given; may be empty */
    /* To be set by the caller, if at all, before the first batch. */
    size_t batch_size;
    size_t page_limit;
    /* Its own. */
    struct byte_source *source;
    struct buffer pending; /* read, not yet given */
    uint64_t position;     /* of its first byte in the text */
    size_t searched;       /* bytes of it without an end of a page */
    size_t end_searched;   /* bytes of it without the end of the whole */
    size_t end;            /* where that begins, or SIZE_MAX */
    uint64_t number;
    enum status outcome; /* of the source: STATUS_OK while it goes on, STATUS_END */
    bool rooted;         /* an end of the whole has to come */
    bool skipping;       /* within a page that is too long */
    bool unfinished;     /* the last line was not ended */
    struct error error;
};

/*
 * Reads on to the first page of `source`, which must give UTF-8 (see text_source.h), stays the
 * caller's and must outlive this. STATUS_NOT_OURS when it is no dump; STATUS_CUT_SHORT when it ends
 * before the first page without an end; what dump_header_read and the source report.
 */
MUST_USE enum status dump_splitter_init(struct dump_splitter *splitter, struct byte_source *source,
                                        struct error *error);
void dump_splitter_release(struct dump_splitter *splitter);

/*
 * Puts the next pages into `batch`, whose buffers are used again. STATUS_END behind the last.
 * Where the input fails or is cut, all whole pages are given first; then its status, with a
 * sentence that names the byte and the last whole page: STATUS_CUT_SHORT for an export or a feed
 * without its closing tag, or for anything that ends within a page. Dumps that follow each other
 * are read as one; the first one's header counts.
 */
MUST_USE enum status dump_splitter_next(struct dump_splitter *splitter, struct dump_batch *batch,
                                        struct error *error);

#endif
