/*
 * sync_cache_file - the part of sync_cache that knows its file, and what it needs of the other.
 */
#ifndef TOOLS_S3_SYNC_CACHE_FILE_H
#define TOOLS_S3_SYNC_CACHE_FILE_H

#include <stdbool.h>

#include "tools/s3/sync_cache.h"

/* Adds or replaces an entry; false without memory. The caller has the mutex, or is alone. */
bool sync_cache_add(struct sync_cache *cache, const struct sync_cache_entry *entry);

/*
 * Moves all entries to the front of the slots, the last used first, and tells how many are to be
 * kept. Only release may follow.
 */
size_t sync_cache_gather(struct sync_cache *cache);

/*
 * Takes in the bytes of a cache file; false, with an empty cache, when they are damaged. Without
 * memory what was taken so far stays.
 */
MUST_USE bool sync_cache_read(struct sync_cache *cache, struct view bytes);

#endif
