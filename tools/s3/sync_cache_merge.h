/*
 * sync_cache_merge - several sorted runs of hashes as one, without what has gone out of use.
 *
 * What was used today stays. Of all else, what was used in the last SYNC_CACHE_DAYS days does, the
 * last used first, up to SYNC_CACHE_UNUSED entries.
 *
 * Thread rule: one thread at a time per input.
 */
#ifndef TOOLS_S3_SYNC_CACHE_MERGE_H
#define TOOLS_S3_SYNC_CACHE_MERGE_H

#include "tools/s3/sync_cache_writer.h"

/* Two months: what is synced once a month is remembered. */
#define SYNC_CACHE_DAYS 60

/* Two for each file of two million; 208 MiB. */
#define SYNC_CACHE_UNUSED (UINT64_C(1) << 22)

struct sync_cache_input {
    const struct sync_cache_run *run;       /* or */
    const struct sync_cache_entry *entries; /* sorted */
    uint64_t count;                         /* in either of them */
    const unsigned char *used;              /* bits of those that were used today; NULL for none */
    /* Where the merge is: */
    uint64_t next; /* the number of the entry behind `entry` */
    bool ended;
    size_t page_entries;
    struct sync_cache_entry entry;
    unsigned char *page; /* owned */
};

/*
 * Writes what is to be kept of the inputs, the first of which that has a name decides its hash, to
 * the writer, and adds the end. `today` is a day counted from 1970, `unused` SYNC_CACHE_UNUSED but
 * in tests. The pages of inputs are the caller's to free (sync_cache_inputs_release).
 */
MUST_USE enum status sync_cache_merge(struct sync_cache_writer *writer,
                                      struct sync_cache_input *inputs, size_t count, uint32_t today,
                                      uint64_t unused, struct error *error);

/* Frees the pages; the array is the caller's. */
void sync_cache_inputs_release(struct sync_cache_input *inputs, size_t count);

#endif
