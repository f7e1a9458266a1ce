/*
 * sync_cache_table - the hashes that a run of the program has learnt, in bounded memory.
 *
 * What no longer fits is sorted and put behind what went before in an unlinked file beside the
 * cache's: 1 MiB of bits tells most names that are not there.
 *
 * Thread rule: one thread at a time per table.
 */
#ifndef TOOLS_S3_SYNC_CACHE_TABLE_H
#define TOOLS_S3_SYNC_CACHE_TABLE_H

#include "tools/s3/sync_cache_run.h"

/* Entries in memory at most: three quarters of 3.3 MiB of slots. */
#define SYNC_CACHE_TABLE_MOST 49152

struct sync_cache_table {
    struct sync_cache_entry *slots; /* owned; a power of two of them, open addressing */
    size_t capacity;
    size_t count;
    int descriptor;              /* owned: of what did not fit; -1 when everything did */
    uint64_t size;               /* of that file */
    bool is_full;                /* it takes no more */
    struct sync_cache_run *runs; /* owned, oldest first */
    size_t run_count;
    unsigned char *seen; /* owned: bits of the names in runs */
    struct sync_cache_pages page;
};

void sync_cache_table_init(struct sync_cache_table *table);

/* Finds the entry that was added last with this name. */
MUST_USE bool sync_cache_table_find(struct sync_cache_table *table, struct sync_cache_entry *entry,
                                    const unsigned char name[16]);

/*
 * Adds or replaces an entry. `path` is the cache's, in whose folder (made when it is missing) there
 * is room for more than fits into memory; NULL for no room. Without memory or room entries are
 * forgotten; false when this one is.
 */
bool sync_cache_table_add(struct sync_cache_table *table, const struct sync_cache_entry *entry,
                          const char *path);

/* Sorts what is in memory to the front of the slots. Nothing may be found or added any more. */
void sync_cache_table_sort(struct sync_cache_table *table);

/* Frees; harmless on an initialized table. */
void sync_cache_table_release(struct sync_cache_table *table);

#endif
