#include "tools/s3/sync_cache_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/base/atomic_file.h"
#include "formats/base/byte_sink.h"
#include "formats/base/byte_source.h"
#include "formats/base/checksum.h"
#include "formats/base/endian.h"

static const unsigned char MAGIC[8] = {0x89, 'm', 'l', 'm', 's', 'c', '1', '\n'};

enum { HEADER = 16, ENTRY = 52, CHECK = 8 };

#define LARGEST_FILE (HEADER + (size_t)ENTRY * SYNC_CACHE_MOST + CHECK)

static void empty(struct sync_cache *cache) {
    free(cache->slots);
    cache->slots = NULL;
    cache->capacity = cache->count = 0;
    cache->run = 1;
}

bool sync_cache_read(struct sync_cache *cache, struct view bytes) {
    empty(cache);
    if (bytes.size < HEADER + CHECK || memcmp(bytes.data, MAGIC, sizeof MAGIC) != 0)
        return false;
    uint32_t run = load_le32(bytes.data + 8), count = load_le32(bytes.data + 12);
    size_t body = bytes.size - CHECK;
    if (count > SYNC_CACHE_MOST || body != HEADER + (size_t)ENTRY * count ||
        load_le64(bytes.data + body) != checksum_of(bytes.data, body, 0))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *at = bytes.data + HEADER + (size_t)ENTRY * i;
        struct sync_cache_entry entry;
        memcpy(entry.name, at, sizeof entry.name);
        memcpy(entry.hash, at + 16, sizeof entry.hash);
        entry.run = load_le32(at + 48);
        if (!sync_cache_add(cache, &entry))
            break;
    }
    /* A number that has run round makes old entries look new: they only stay a little longer. */
    cache->run = run == UINT32_MAX ? 1 : run + 1;
    return true;
}

/* What is there may be a pipe, which would be waited for, or /dev/null, which would be replaced. */
static enum status check_kind(const char *path, struct error *error) {
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "the cache '%.400s' is no regular file; name another with --cache, or give "
                     "--no-cache",
                     path);
}

enum status sync_cache_open(struct sync_cache *cache, const char *path, struct error *error) {
    *cache = (struct sync_cache){.path = NULL};
    enum status status = path == NULL ? STATUS_OK : check_kind(path, error);
    if (status != STATUS_OK)
        return status;
    cache->run = 1;
    pthread_mutex_init(&cache->mutex, NULL);
    if (path == NULL)
        return STATUS_OK;
    cache->path = strdup(path);
    if (cache->path == NULL) {
        sync_cache_release(cache);
        return error_no_memory(error, "the cache of hashes");
    }
    struct byte_source source;
    struct buffer bytes = BUFFER_INIT;
    struct error ignored;
    if (byte_source_open(&source, path, &ignored) == STATUS_OK) {
        if (byte_source_read_all(&source, LARGEST_FILE, &bytes, &ignored) == STATUS_OK)
            (void)!sync_cache_read(cache, buffer_view(&bytes));
        byte_source_release(&source);
    }
    buffer_release(&bytes);
    return STATUS_OK;
}

enum status sync_cache_append_default_path(struct buffer *path, const char *cache_home,
                                           const char *home, struct error *error) {
    /* Relative values are to be ignored (XDG Base Directory Specification). */
    if (cache_home != NULL && cache_home[0] == '/')
        return buffer_format(path, error, "%s/mlmprep/s3sync.cache", cache_home);
    if (home != NULL && home[0] == '/')
        return buffer_format(path, error, "%s/.cache/mlmprep/s3sync.cache", home);
    return STATUS_OK;
}

/* Everything but the check, through a buffer small beside the table. */
static enum status write_entries(struct sync_cache *cache, struct buffer *bytes, size_t count,
                                 struct error *error) {
    unsigned char header[HEADER], text[ENTRY];
    memcpy(header, MAGIC, sizeof MAGIC);
    store_le32(header + 8, cache->run);
    store_le32(header + 12, (uint32_t)count);
    enum status status = buffer_reserve(bytes, HEADER + ENTRY * count + CHECK, error);
    if (status == STATUS_OK)
        status = buffer_append(bytes, header, sizeof header, error);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        memcpy(text, cache->slots[i].name, 16);
        memcpy(text + 16, cache->slots[i].hash, SHA256_SIZE);
        store_le32(text + 48, cache->slots[i].run);
        status = buffer_append(bytes, text, sizeof text, error);
    }
    if (status == STATUS_OK) {
        store_le64(text, checksum_of(bytes->data, bytes->size, 0));
        status = buffer_append(bytes, text, CHECK, error);
    }
    return status;
}

static enum status make_folder_of(const char *path, struct error *error) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return STATUS_OK;
    char *folder = strndup(path, (size_t)(slash - path));
    if (folder == NULL)
        return error_no_memory(error, "a file name");
    enum status status = atomic_file_make_folders(folder, error);
    if (status == STATUS_OK)
        status = atomic_file_clean(folder, NULL, error);
    free(folder);
    return status;
}

static enum status publish(const struct sync_cache *cache, struct view bytes, struct error *error) {
    struct atomic_file file;
    struct byte_sink sink;
    enum status status = make_folder_of(cache->path, error);
    if (status == STATUS_OK)
        status = atomic_file_prepare(&file, cache->path, error);
    if (status != STATUS_OK)
        return status;
    status = atomic_file_create(&file, error);
    if (status == STATUS_OK) {
        byte_sink_to_descriptor(&sink, file.descriptor, cache->path);
        status = byte_sink_write(&sink, bytes.data, bytes.size, error);
        if (status == STATUS_OK)
            status = byte_sink_flush(&sink, error);
        byte_sink_release(&sink);
    }
    if (status == STATUS_OK)
        return atomic_file_publish(&file, error);
    atomic_file_abandon(&file);
    return status;
}

enum status sync_cache_save(struct sync_cache *cache, struct error *error) {
    if (cache->path == NULL || !cache->changed)
        return STATUS_OK;
    struct buffer bytes = BUFFER_INIT;
    size_t count = sync_cache_gather(cache);
    enum status status = write_entries(cache, &bytes, count, error);
    if (status == STATUS_OK)
        status = publish(cache, buffer_view(&bytes), error);
    buffer_release(&bytes);
    cache->changed = false;
    return status;
}

void sync_cache_release(struct sync_cache *cache) {
    if (cache->run == 0)
        return;
    pthread_mutex_destroy(&cache->mutex);
    free(cache->slots);
    free(cache->path);
    *cache = (struct sync_cache){.path = NULL};
}
