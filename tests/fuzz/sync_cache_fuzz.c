/* sync_cache: any bytes as a cache file, with a check that fits and without. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checksum.h"
#include "formats/base/endian.h"
#include "tools/s3/sync_cache_file.h"

static void check(int holds) {
    if (!holds)
        abort();
}

static void read_bytes(struct view bytes) {
    struct sync_cache cache;
    struct error error;
    char hash[SHA256_HEX_SIZE];
    const struct file_state state = {.size = 1};
    if (sync_cache_open(&cache, NULL, &error) != STATUS_OK)
        return;
    if (!sync_cache_read(&cache, bytes))
        check(cache.count == 0);
    check(cache.count <= SYNC_CACHE_MOST && cache.run != 0);
    if (sync_cache_lookup_file(&cache, hash, &state))
        check(strlen(hash) == SHA256_HEX_SIZE - 1);
    size_t count = cache.count;
    check(sync_cache_gather(&cache) == count);
    sync_cache_release(&cache);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_bytes((struct view){data, size});
    if (size < 8)
        return 0;
    unsigned char *copy = malloc(size);
    if (copy == NULL)
        return 0;
    memcpy(copy, data, size);
    store_le64(copy + size - 8, checksum_of(copy, size - 8, 0));
    read_bytes((struct view){copy, size});
    free(copy);
    return 0;
}
