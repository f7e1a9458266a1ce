#include "tools/s3/sync_cache_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/checksum.h"
#include "formats/base/endian.h"

const unsigned char SYNC_CACHE_MAGIC[8] = {0x89, 'm', 'l', 'm', 's', 'c', '2', '\n'};

struct sync_cache_page {
    uint64_t owner; /* the number of the page and 1; 0 when none was read */
    size_t entries;
    unsigned char bytes[SYNC_CACHE_PAGE];
};

bool sync_cache_before(const unsigned char a[16], const unsigned char b[16]) {
    uint64_t left = load_le64(a), right = load_le64(b);
    return left != right ? left < right : load_le64(a + 8) < load_le64(b + 8);
}

static uint64_t pages_of(uint64_t entries) {
    return (entries + SYNC_CACHE_PAGE_ENTRIES - 1) / SYNC_CACHE_PAGE_ENTRIES;
}

static bool read_at(int descriptor, void *bytes, size_t size, uint64_t offset) {
    size_t got = 0;
    while (got < size) {
        ssize_t more = pread(descriptor, (char *)bytes + got, size - got, (off_t)(offset + got));
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            return false;
        got += (size_t)more;
    }
    return true;
}

/* The end of a file of this size; false when it contradicts the size or itself. */
static bool read_end(struct sync_cache_run *run, uint64_t *check, uint64_t size) {
    unsigned char end[SYNC_CACHE_END];
    if (size < sizeof end || !read_at(run->descriptor, end, sizeof end, size - sizeof end) ||
        memcmp(end, SYNC_CACHE_MAGIC, sizeof SYNC_CACHE_MAGIC) != 0 ||
        load_le64(end + 24) != checksum_of(end, 24, 0))
        return false;
    run->count = load_le64(end + 8);
    *check = load_le64(end + 16);
    return run->count <= SYNC_CACHE_RUN_MOST &&
           size == pages_of(run->count) * (SYNC_CACHE_PAGE + 8) + sizeof end;
}

bool sync_cache_run_open(struct sync_cache_run *run, int descriptor) {
    struct stat info;
    uint64_t check;
    *run = (struct sync_cache_run){.descriptor = descriptor};
    if (fstat(descriptor, &info) != 0 || !read_end(run, &check, (uint64_t)info.st_size)) {
        sync_cache_run_release(run);
        return false;
    }
    size_t pages = (size_t)pages_of(run->count), size = pages * sizeof *run->fences;
    run->fences = malloc(size + 1);
    if (run->fences == NULL ||
        !read_at(descriptor, run->fences, size, (uint64_t)pages * SYNC_CACHE_PAGE) ||
        checksum_of(run->fences, size, 0) != check) {
        sync_cache_run_release(run);
        return false;
    }
    for (size_t i = 0; i < pages; i++)
        run->fences[i] = load_le64(&run->fences[i]);
    return true;
}

size_t sync_cache_run_read(const struct sync_cache_run *run, unsigned char *bytes, uint64_t page) {
    if (!read_at(run->descriptor, bytes, SYNC_CACHE_PAGE, run->offset + page * SYNC_CACHE_PAGE) ||
        load_le64(bytes + SYNC_CACHE_PAGE_CHECK) != checksum_of(bytes, SYNC_CACHE_PAGE_CHECK, page))
        return 0;
    uint64_t left = run->count - page * SYNC_CACHE_PAGE_ENTRIES;
    return left < SYNC_CACHE_PAGE_ENTRIES ? (size_t)left : SYNC_CACHE_PAGE_ENTRIES;
}

void sync_cache_run_take(struct sync_cache_entry *entry, const unsigned char *bytes, size_t place) {
    const unsigned char *at = bytes + place * SYNC_CACHE_ENTRY;
    memcpy(entry->name, at, sizeof entry->name);
    memcpy(entry->hash, at + 16, sizeof entry->hash);
    entry->day = load_le32(at + 48);
}

/* The last page that begins with this name or one before it; false when all begin later. */
static bool find_page(const struct sync_cache_run *run, uint64_t *page,
                      const unsigned char name[16]) {
    uint64_t wanted = load_le64(name), low = 0, high = pages_of(run->count);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (run->fences[middle] <= wanted)
            low = middle + 1;
        else
            high = middle;
    }
    *page = low - 1;
    return low > 0;
}

/*
 * Names are hashes: that two share their first half, and stand on two pages, would make the first
 * one unknown, no more.
 */
bool sync_cache_run_find(const struct sync_cache_run *run, struct sync_cache_pages *pages,
                         struct sync_cache_entry *entry, uint64_t *number,
                         const unsigned char name[16]) {
    uint64_t page;
    if (!find_page(run, &page, name))
        return false;
    struct sync_cache_page *slot = &pages->slots[page % pages->count];
    if (slot->owner != page + 1) {
        slot->owner = page + 1;
        slot->entries = sync_cache_run_read(run, slot->bytes, page);
    }
    size_t low = 0, high = slot->entries;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sync_cache_before(slot->bytes + middle * SYNC_CACHE_ENTRY, name))
            low = middle + 1;
        else
            high = middle;
    }
    if (low >= slot->entries || memcmp(slot->bytes + low * SYNC_CACHE_ENTRY, name, 16) != 0)
        return false;
    sync_cache_run_take(entry, slot->bytes, low);
    *number = page * SYNC_CACHE_PAGE_ENTRIES + low;
    return true;
}

bool sync_cache_pages_init(struct sync_cache_pages *pages, uint64_t entries, size_t most) {
    uint64_t count = pages_of(entries);
    pages->count = count < most ? (size_t)count + (count == 0) : most;
    pages->slots = calloc(pages->count, sizeof *pages->slots);
    return pages->slots != NULL;
}

void sync_cache_pages_forget(struct sync_cache_pages *pages) {
    for (size_t i = 0; i < pages->count; i++)
        pages->slots[i].owner = 0;
}

void sync_cache_pages_release(struct sync_cache_pages *pages) {
    free(pages->slots);
    *pages = (struct sync_cache_pages){NULL, 0};
}

void sync_cache_run_release(struct sync_cache_run *run) {
    free(run->fences);
    *run = (struct sync_cache_run){.descriptor = -1};
}
