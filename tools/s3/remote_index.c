#include "tools/s3/remote_index.h"

#include <stdlib.h>
#include <string.h>

void remote_index_init(struct remote_index *index, struct bucket_reader *reader) {
    *index = (struct remote_index){.reader = reader};
}

static bool begins_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static void release_part(struct remote_part *part) {
    free(part->prefix);
    remote_run_release(&part->run);
}

/* What was marked in a part that is listed anew by a wider one stays marked. */
static enum status keep_marks(const struct remote_part *old, struct remote_part *part,
                              struct error *error) {
    struct remote_entry entry = {.number = 0}, again = {.number = 0};
    enum status status = STATUS_OK;
    bool more = old->run.marks != NULL, found;
    while (more && status == STATUS_OK) {
        status = remote_run_next(&old->run, &entry, &more, error);
        if (status != STATUS_OK || !more || !remote_run_is_marked(&old->run, &entry))
            continue;
        status = remote_run_find(&part->run, &again, &found, (const char *)entry.key.data, error);
        if (status == STATUS_OK && found)
            status = remote_run_mark(&part->run, &again, error);
    }
    remote_entry_release(&again);
    remote_entry_release(&entry);
    return status;
}

/* Puts a part in the place of those that it includes. */
static enum status take_in(struct remote_index *index, struct remote_part *part,
                           struct error *error) {
    size_t kept = 0;
    if (index->count == index->capacity) {
        size_t capacity = index->capacity == 0 ? 8 : index->capacity * 2;
        struct remote_part *parts = reallocarray(index->parts, capacity, sizeof *parts);
        if (parts == NULL)
            return error_no_memory(error, "the list of objects");
        index->parts = parts;
        index->capacity = capacity;
    }
    for (size_t i = 0; i < index->count; i++) {
        if (!begins_with(index->parts[i].prefix, part->prefix))
            continue;
        enum status status = keep_marks(&index->parts[i], part, error);
        if (status != STATUS_OK)
            return status;
    }
    for (size_t i = 0; i < index->count; i++) {
        if (begins_with(index->parts[i].prefix, part->prefix))
            release_part(&index->parts[i]);
        else
            index->parts[kept++] = index->parts[i];
    }
    index->parts[kept] = *part;
    index->count = kept + 1;
    index->changes++;
    return STATUS_OK;
}

static enum status add(void *context, const struct s3_list_object *object, struct error *error) {
    struct remote_part *part = context;
    /* Of a listing that may begin with other keys, only the one that was asked for. */
    if (!part->is_whole && strcmp(object->key, part->prefix) != 0)
        return STATUS_OK;
    return remote_run_add(&part->run, object, error);
}

/* Lists the keys with a prefix, `most` of them (0: all), into a part of their own. */
static enum status list(struct remote_index *index, const char *prefix, uint64_t most,
                        struct error *error) {
    struct remote_part part = {.prefix = strdup(prefix), .is_whole = most == 0};
    enum status status =
        part.prefix == NULL ? error_no_memory(error, "the list of objects") : STATUS_OK;
    if (status == STATUS_OK)
        status = index->reader->calls->list(index->reader, &index->denied, prefix, most, add, &part,
                                            error);
    if (status == STATUS_OK)
        status = remote_run_end(&part.run, error);
    if (status == STATUS_OK && !index->denied)
        status = take_in(index, &part, error);
    if (status != STATUS_OK || index->denied)
        release_part(&part);
    return status;
}

bool remote_index_covers(const struct remote_index *index, const char *prefix) {
    for (size_t i = 0; i < index->count; i++) {
        if (index->parts[i].is_whole && begins_with(prefix, index->parts[i].prefix))
            return true;
    }
    return false;
}

enum status remote_index_cover(struct remote_index *index, const char *prefix,
                               struct error *error) {
    if (index->denied || remote_index_covers(index, prefix))
        return STATUS_OK;
    return list(index, prefix, 0, error);
}

enum status remote_index_ask(struct remote_index *index, const char *key, struct error *error) {
    if (index->denied || remote_index_covers(index, key))
        return STATUS_OK;
    /* The key itself is the first of all keys that begin with it. */
    return list(index, key, 1, error);
}

static struct remote_object object_of(const struct remote_part *part,
                                      const struct remote_entry *entry) {
    return (struct remote_object){(const char *)entry->key.data, entry->etag, entry->size,
                                  remote_run_is_marked(&part->run, entry)};
}

enum status remote_index_find(struct remote_index *index, bool *found, struct remote_object *object,
                              const char *key, struct error *error) {
    enum status status = STATUS_OK;
    *found = false;
    for (size_t i = 0; i < index->count && !*found && status == STATUS_OK; i++) {
        struct remote_part *part = &index->parts[i];
        if (!begins_with(key, part->prefix))
            continue;
        status = remote_run_find(&part->run, &index->entry, found, key, error);
        if (status == STATUS_OK && *found)
            status = remote_run_mark(&part->run, &index->entry, error);
        if (status == STATUS_OK && *found)
            *object = object_of(part, &index->entry);
    }
    return status;
}

enum status remote_index_next(const struct remote_index *index, struct remote_cursor *cursor,
                              bool *more, struct remote_object *object, struct error *error) {
    enum status status = STATUS_OK;
    *more = false;
    while (status == STATUS_OK && cursor->part < index->count) {
        const struct remote_part *part = &index->parts[cursor->part];
        status = remote_run_next(&part->run, &cursor->entry, more, error);
        if (status == STATUS_OK && *more) {
            *object = object_of(part, &cursor->entry);
            break;
        }
        cursor->part++;
        cursor->entry.number = cursor->entry.at = 0;
    }
    return status;
}

void remote_cursor_release(struct remote_cursor *cursor) {
    remote_entry_release(&cursor->entry);
    cursor->part = 0;
}

void remote_index_release(struct remote_index *index) {
    for (size_t i = 0; i < index->count; i++)
        release_part(&index->parts[i]);
    free(index->parts);
    remote_entry_release(&index->entry);
    *index = (struct remote_index){.reader = NULL};
}
