#include "tools/s3/remote_index.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "formats/base/checksum.h"

void remote_index_init(struct remote_index *index, struct bucket_reader *reader) {
    *index = (struct remote_index){.reader = reader};
}

static const char *key_at(const struct remote_index *index, size_t number) {
    return (const char *)index->arena.data + index->entries[number].key;
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t *find_slot(const struct remote_index *index, const char *key) {
    size_t at = (size_t)checksum_of(key, strlen(key), 0) & (index->slot_count - 1);
    while (index->slots[at] != 0 && strcmp(key_at(index, index->slots[at] - 1), key) != 0)
        at = (at + 1) & (index->slot_count - 1);
    return &index->slots[at];
}

static enum status grow(struct remote_index *index, struct error *error) {
    size_t capacity = index->capacity == 0 ? 256 : index->capacity;
    if (index->capacity > 0 &&
        (!checked_multiply_size(capacity, 2, &capacity) || capacity > UINT32_MAX / 4))
        return error_no_memory(error, "the list of objects");
    struct remote_entry *entries = reallocarray(index->entries, capacity, sizeof *entries);
    if (entries == NULL)
        return error_no_memory(error, "the list of objects");
    index->entries = entries;
    index->capacity = capacity;
    uint32_t *slots = calloc(capacity * 2, sizeof *slots);
    if (slots == NULL)
        return error_no_memory(error, "the list of objects");
    free(index->slots);
    index->slots = slots;
    index->slot_count = capacity * 2;
    for (size_t i = 0; i < index->count; i++)
        *find_slot(index, key_at(index, i)) = (uint32_t)i + 1;
    return STATUS_OK;
}

static enum status add(void *context, const struct s3_list_object *object, struct error *error) {
    struct remote_index *index = context;
    enum status status = STATUS_OK;
    if (index->count == index->capacity || index->slots == NULL)
        status = grow(index, error);
    if (status != STATUS_OK)
        return status;
    uint32_t *slot = find_slot(index, object->key);
    size_t place = index->arena.size;
    status = buffer_append(&index->arena, object->key, strlen(object->key) + 1, error);
    if (status == STATUS_OK)
        status = buffer_append(&index->arena, object->etag, strlen(object->etag) + 1, error);
    if (status != STATUS_OK)
        return status;
    /* What was listed before may be listed again by a wider prefix; the newer answer counts. */
    size_t number = *slot != 0 ? *slot - 1 : index->count++;
    index->entries[number] = (struct remote_entry){object->size, place};
    *slot = (uint32_t)number + 1;
    return STATUS_OK;
}

bool remote_index_covers(const struct remote_index *index, const char *prefix) {
    for (size_t i = 0; i < index->covered_count; i++) {
        if (strncmp(prefix, index->covered[i], strlen(index->covered[i])) == 0)
            return true;
    }
    return false;
}

enum status remote_index_cover(struct remote_index *index, const char *prefix,
                               struct error *error) {
    if (index->denied || remote_index_covers(index, prefix))
        return STATUS_OK;
    char **covered = reallocarray(index->covered, index->covered_count + 1, sizeof *covered);
    if (covered == NULL)
        return error_no_memory(error, "the list of objects");
    index->covered = covered;
    enum status status =
        index->reader->calls->list(index->reader, &index->denied, prefix, 0, add, index, error);
    if (status != STATUS_OK || index->denied)
        return status;
    char *copy = strdup(prefix);
    if (copy == NULL)
        return error_no_memory(error, "the list of objects");
    covered[index->covered_count++] = copy;
    return STATUS_OK;
}

/* Of a listing that may begin with other keys, only the one that was asked for. */
struct single {
    struct remote_index *index;
    const char *key;
};

static enum status add_single(void *context, const struct s3_list_object *object,
                              struct error *error) {
    struct single *single = context;
    return strcmp(object->key, single->key) == 0 ? add(single->index, object, error) : STATUS_OK;
}

enum status remote_index_ask(struct remote_index *index, const char *key, struct error *error) {
    struct single single = {index, key};
    if (index->denied || remote_index_covers(index, key))
        return STATUS_OK;
    /* The key itself is the first of all keys that begin with it. */
    return index->reader->calls->list(index->reader, &index->denied, key, 1, add_single, &single,
                                      error);
}

struct remote_object remote_index_at(const struct remote_index *index, size_t number) {
    const char *key = key_at(index, number);
    return (struct remote_object){key, key + strlen(key) + 1, index->entries[number].size};
}

bool remote_index_find(const struct remote_index *index, struct remote_object *object,
                       const char *key) {
    uint32_t slot = index->slots == NULL ? 0 : *find_slot(index, key);
    if (slot == 0)
        return false;
    *object = remote_index_at(index, slot - 1);
    return true;
}

void remote_index_release(struct remote_index *index) {
    for (size_t i = 0; i < index->covered_count; i++)
        free(index->covered[i]);
    free(index->covered);
    free(index->slots);
    free(index->entries);
    buffer_release(&index->arena);
    *index = (struct remote_index){.reader = NULL};
}
