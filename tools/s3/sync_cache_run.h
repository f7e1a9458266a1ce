/*
 * sync_cache_run - hashes sorted by what they stand for, in a file, looked up where they lie.
 *
 * On disk: pages of 4096 bytes, the first name's first 8 bytes of each page again (the fences), and
 * 32 bytes of end. A page has up to 78 entries of 52 bytes (16 of what they stand for, 32 of the
 * hash, 4 of the day of their last use, counted from 1970), zeros, and a 64-bit check (checksum.h,
 * with the number of the page as its seed). The end has 8 bytes of magic, the number of entries,
 * the check of the fences, and the check of these 24 bytes. Numbers are little-endian; names are
 * ordered by their two halves as such numbers. All pages but the last are full.
 *
 * A lookup reads one page. One that is damaged has no entries.
 *
 * Thread rule: one thread at a time per run and per set of pages.
 */
#ifndef TOOLS_S3_SYNC_CACHE_RUN_H
#define TOOLS_S3_SYNC_CACHE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/sha256.h"
#include "formats/base/status.h"

enum {
    SYNC_CACHE_PAGE = 4096,
    SYNC_CACHE_ENTRY = 52,
    SYNC_CACHE_PAGE_ENTRIES = 78,
    SYNC_CACHE_PAGE_CHECK = SYNC_CACHE_PAGE - 8,
    SYNC_CACHE_END = 32
};

/* More entries are not kept, nor believed of a file: their fences take 7 MiB of memory. */
#define SYNC_CACHE_RUN_MOST (UINT64_C(1) << 26)

/* The first bytes of the end. */
extern const unsigned char SYNC_CACHE_MAGIC[8];

struct sync_cache_entry {
    unsigned char name[16]; /* what it stands for; never all zero */
    unsigned char hash[SHA256_SIZE];
    uint32_t day;
};

struct sync_cache_run {
    int descriptor;   /* borrowed */
    uint64_t offset;  /* where the first page lies */
    uint64_t count;   /* of entries */
    uint64_t *fences; /* owned */
};

/* The pages that were read last, each in a place of its own that others may take. */
struct sync_cache_pages {
    struct sync_cache_page *slots; /* owned */
    size_t count;
};

/* Whether a name comes before another. */
MUST_USE bool sync_cache_before(const unsigned char a[16], const unsigned char b[16]);

/* Takes a whole file for a run; false, with an empty run, when it is none or is damaged. */
MUST_USE bool sync_cache_run_open(struct sync_cache_run *run, int descriptor);

/*
 * Reads a page into `bytes` (SYNC_CACHE_PAGE of them) and tells how many entries it has: 0 when it
 * is damaged.
 */
MUST_USE size_t sync_cache_run_read(const struct sync_cache_run *run, unsigned char *bytes,
                                    uint64_t page);

/* The entry at a place of a page. */
void sync_cache_run_take(struct sync_cache_entry *entry, const unsigned char *bytes, size_t place);

/* Finds an entry and its number; false when it is not there, or its page is damaged. */
MUST_USE bool sync_cache_run_find(const struct sync_cache_run *run, struct sync_cache_pages *pages,
                                  struct sync_cache_entry *entry, uint64_t *number,
                                  const unsigned char name[16]);

/* Pages to find entries with, `most` of them or what the run has; false without memory. */
MUST_USE bool sync_cache_pages_init(struct sync_cache_pages *pages, uint64_t entries, size_t most);

/* Makes them good for another run. */
void sync_cache_pages_forget(struct sync_cache_pages *pages);

/* Free; harmless when zeroed. */
void sync_cache_pages_release(struct sync_cache_pages *pages);
void sync_cache_run_release(struct sync_cache_run *run);

#endif
