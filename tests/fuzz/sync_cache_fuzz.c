/* sync_cache: any bytes as a cache file, with checks that fit and without; looked up, and merged.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/base/checksum.h"
#include "formats/base/endian.h"
#include "tools/s3/sync_cache_merge.h"

static void check(int holds) {
    if (!holds)
        abort();
}

/* What is left of a run after a merge is a run in order. */
static void merge(const struct sync_cache_run *run) {
    struct sync_cache_writer writer;
    struct byte_sink sink;
    struct error error;
    int descriptor = memfd_create("merged", MFD_CLOEXEC);
    if (descriptor < 0)
        abort();
    struct sync_cache_input inputs[2] = {{.run = run, .count = run->count},
                                         {.run = run, .count = run->count}};
    byte_sink_to_descriptor(&sink, descriptor, "merged");
    sync_cache_writer_init(&writer, &sink);
    check(sync_cache_merge(&writer, inputs, 2, 20000, 100, &error) == STATUS_OK);
    sync_cache_inputs_release(inputs, 2);
    sync_cache_writer_release(&writer);
    byte_sink_release(&sink);
    struct sync_cache_run merged;
    check(sync_cache_run_open(&merged, descriptor));
    check(merged.count <= run->count);
    sync_cache_run_release(&merged);
    close(descriptor);
}

static void read_bytes(const unsigned char *bytes, size_t size) {
    struct sync_cache_run run;
    struct sync_cache_pages pages = {NULL, 0};
    struct sync_cache_entry entry;
    uint64_t number;
    const unsigned char name[16] = {1};
    int descriptor = memfd_create("cache", MFD_CLOEXEC);
    if (descriptor < 0 || write(descriptor, bytes, size) != (ssize_t)size)
        abort();
    if (sync_cache_run_open(&run, descriptor)) {
        check(sync_cache_pages_init(&pages, run.count, 4));
        if (sync_cache_run_find(&run, &pages, &entry, &number, name))
            check(number < run.count);
        merge(&run);
    }
    sync_cache_pages_release(&pages);
    sync_cache_run_release(&run);
    close(descriptor);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first byte tells how many pages; what follows becomes entries. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_bytes(data, size);
    if (size < 2)
        return 0;
    size_t pages = data[0] % 4 + 1, count = pages * SYNC_CACHE_PAGE_ENTRIES - data[1] % 78;
    size_t fences = pages * SYNC_CACHE_PAGE;
    unsigned char *file = calloc(1, fences + pages * 8 + SYNC_CACHE_END);
    if (file == NULL)
        return 0;
    memcpy(file, data, size < fences ? size : fences);
    for (size_t i = 0; i < pages; i++) {
        unsigned char *page = file + i * SYNC_CACHE_PAGE;
        store_le64(page + SYNC_CACHE_PAGE_CHECK, checksum_of(page, SYNC_CACHE_PAGE_CHECK, i));
        memcpy(file + fences + i * 8, page, 8);
    }
    unsigned char *end = file + fences + pages * 8;
    memcpy(end, SYNC_CACHE_MAGIC, sizeof SYNC_CACHE_MAGIC);
    store_le64(end + 8, count);
    store_le64(end + 16, checksum_of(file + fences, pages * 8, 0));
    store_le64(end + 24, checksum_of(end, 24, 0));
    read_bytes(file, fences + pages * 8 + SYNC_CACHE_END);
    free(file);
    return 0;
}
