/*
 * sync_cache_writer - writes the pages of a sync_cache_run, and the end of its file.
 *
 * Thread rule: one thread at a time per writer.
 */
#ifndef TOOLS_S3_SYNC_CACHE_WRITER_H
#define TOOLS_S3_SYNC_CACHE_WRITER_H

#include "formats/base/byte_sink.h"
#include "tools/s3/sync_cache_run.h"

struct sync_cache_writer {
    struct byte_sink *sink; /* borrowed */
    uint64_t count;         /* of entries so far */
    struct buffer fences;
    unsigned char page[SYNC_CACHE_PAGE];
};

/* Writes to a sink from where it stands. */
void sync_cache_writer_init(struct sync_cache_writer *writer, struct byte_sink *sink);

/* Adds an entry, whose name comes after that of the one before. */
MUST_USE enum status sync_cache_writer_add(struct sync_cache_writer *writer,
                                           const struct sync_cache_entry *entry,
                                           struct error *error);

/* Writes the last page and flushes, so that a run without an end is there. */
MUST_USE enum status sync_cache_writer_flush(struct sync_cache_writer *writer, struct error *error);

/* The same, and the fences and the end. */
MUST_USE enum status sync_cache_writer_finish(struct sync_cache_writer *writer,
                                              struct error *error);

/* Frees; harmless when zeroed. */
void sync_cache_writer_release(struct sync_cache_writer *writer);

#endif
