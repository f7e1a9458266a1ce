#include "tools/s3/sync_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"
#include "tools/s3/hex_digits.h"

/* Days that the last use of an entry may be wrong on disk. */
static const uint32_t DAYS_OF_GRACE = 7;

/* --- what entries stand for ------------------------------------------------------------------- */

/* The beginning of the SHA-256 of a text; false without memory. */
static bool name_of(unsigned char name[16], struct view text) {
    unsigned char digest[SHA256_SIZE];
    struct error ignored;
    if (sha256_of(text.data, text.size, digest, &ignored) != STATUS_OK)
        return false;
    memcpy(name, digest, 16);
    return true;
}

static bool name_file(unsigned char name[16], const struct file_state *state) {
    unsigned char text[64] = "file";
    store_le64(text + 8, (uint64_t)state->device);
    store_le64(text + 16, (uint64_t)state->inode);
    store_le64(text + 24, state->size);
    store_le64(text + 32, (uint64_t)state->modified.tv_sec);
    store_le64(text + 40, (uint64_t)state->modified.tv_nsec);
    store_le64(text + 48, (uint64_t)state->changed.tv_sec);
    store_le64(text + 56, (uint64_t)state->changed.tv_nsec);
    return name_of(name, (struct view){text, sizeof text});
}

static bool name_object(unsigned char name[16], const char *endpoint, const char *bucket,
                        const char *key, const char *etag, uint64_t size) {
    struct buffer text = BUFFER_INIT;
    struct error ignored;
    /* The key is last: it is the only part that can hold a line feed. */
    bool named = *etag != '\0' &&
                 buffer_format(&text, &ignored, "object\n%s\n%s\n%s\n%llu\n%s", endpoint, bucket,
                               etag, (unsigned long long)size, key) == STATUS_OK &&
                 name_of(name, buffer_view(&text));
    buffer_release(&text);
    return named;
}

/* Finds an entry, and notes that the file's is of use. */
static bool find(struct sync_cache *cache, struct sync_cache_entry *entry,
                 const unsigned char name[16]) {
    uint64_t number;
    if (sync_cache_table_find(&cache->table, entry, name))
        return true;
    if (cache->used == NULL ||
        !sync_cache_run_find(&cache->stored, &cache->pages, entry, &number, name))
        return false;
    cache->used[number / 8] = (unsigned char)(cache->used[number / 8] | 1U << number % 8);
    /* Worth a write only when it would be dropped some day. */
    cache->changed = cache->changed || entry->day + DAYS_OF_GRACE < cache->today;
    return true;
}

static bool look_up(struct sync_cache *cache, char sha256[SHA256_HEX_SIZE],
                    const unsigned char name[16]) {
    struct sync_cache_entry entry;
    pthread_mutex_lock(&cache->mutex);
    bool found = find(cache, &entry, name);
    pthread_mutex_unlock(&cache->mutex);
    if (found)
        sha256_to_hex(entry.hash, sha256);
    return found;
}

static void remember(struct sync_cache *cache, const unsigned char name[16], const char *sha256) {
    struct sync_cache_entry entry = {.day = cache->today}, known;
    memcpy(entry.name, name, sizeof entry.name);
    if (strlen(sha256) != SHA256_HEX_SIZE - 1 || !hex_digits_read(entry.hash, SHA256_SIZE, sha256))
        return;
    pthread_mutex_lock(&cache->mutex);
    if (!find(cache, &known, name) || memcmp(known.hash, entry.hash, sizeof known.hash) != 0) {
        /* Without memory the entry is not remembered: the next run reads the file again. */
        sync_cache_table_add(&cache->table, &entry, cache->path);
        cache->changed = true;
    }
    pthread_mutex_unlock(&cache->mutex);
}

bool sync_cache_lookup_file(struct sync_cache *cache, char sha256[SHA256_HEX_SIZE],
                            const struct file_state *state) {
    unsigned char name[16];
    return name_file(name, state) && look_up(cache, sha256, name);
}

bool sync_cache_lookup_object(struct sync_cache *cache, char sha256[SHA256_HEX_SIZE],
                              const char *endpoint, const char *bucket, const char *key,
                              const char *etag, uint64_t size) {
    unsigned char name[16];
    return name_object(name, endpoint, bucket, key, etag, size) && look_up(cache, sha256, name);
}

void sync_cache_remember_file(struct sync_cache *cache, const struct file_state *state,
                              const char *sha256) {
    unsigned char name[16];
    if (name_file(name, state))
        remember(cache, name, sha256);
}

void sync_cache_remember_object(struct sync_cache *cache, const char *endpoint, const char *bucket,
                                const char *key, const char *etag, uint64_t size,
                                const char *sha256) {
    unsigned char name[16];
    if (name_object(name, endpoint, bucket, key, etag, size))
        remember(cache, name, sha256);
}

/* --- what actions teach ----------------------------------------------------------------------- */

/* The state of a file this run has just written. */
static void learn_written(struct sync_cache *cache, const char *path, uint64_t size,
                          const char *sha256) {
    struct file_state state;
    if (file_state_look(&state, path) && state.size == size)
        sync_cache_remember_file(cache, &state, sha256);
}

void sync_cache_learn(struct sync_cache *cache, const char *endpoint, const char *bucket,
                      const struct sync_action *action, const struct sync_result *result) {
    const char *sha256 = result->sha256[0] != '\0' ? result->sha256 : action->sha256;
    bool to_file = action->kind == SYNC_DOWNLOAD || action->kind == SYNC_COPY_FILE;
    bool to_object = action->kind == SYNC_UPLOAD || action->kind == SYNC_COPY_OBJECT;
    if (*sha256 == '\0' || (!to_file && !to_object))
        return;
    if (action->has_state && file_state_unchanged(&action->source_state, action->source))
        sync_cache_remember_file(cache, &action->source_state, sha256);
    if (to_file)
        learn_written(cache, action->target, action->size, sha256);
    if (to_object && endpoint != NULL && bucket != NULL) {
        char etag[SYNC_ACTION_ETAG_SIZE];
        size_t length = strlen(result->etag);
        bool quoted = length >= 2 && result->etag[0] == '"' && result->etag[length - 1] == '"';
        snprintf(etag, sizeof etag, "%.*s", (int)(quoted ? length - 2 : length),
                 result->etag + quoted);
        uint64_t size = action->has_state ? action->source_state.size : action->size;
        sync_cache_remember_object(cache, endpoint, bucket, action->target, etag, size, sha256);
    }
}

void sync_cache_learn_source(struct sync_cache *cache, const char *endpoint, const char *bucket,
                             const struct sync_action *action, const struct sync_result *result) {
    const char *sha256 = result->sha256[0] != '\0' ? result->sha256 : action->sha256;
    bool from_object = action->kind == SYNC_DOWNLOAD || action->kind == SYNC_COPY_OBJECT;
    /* The engine took the object with this ETag, or failed. */
    if (from_object && *sha256 != '\0' && action->source_etag[0] != '\0' && endpoint != NULL &&
        bucket != NULL)
        sync_cache_remember_object(cache, endpoint, bucket, action->source, action->source_etag,
                                   action->size, sha256);
}
