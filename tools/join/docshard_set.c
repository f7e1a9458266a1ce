#include "tools/join/docshard_set.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/cli/signals.h"

static enum status open_shard(struct docshard_shard *shard, const char *folder, const char *name,
                              const char *kind, size_t number, struct error *error) {
    shard->file.descriptor = -1;
    shard->signal_slot = -1;
    if (asprintf(&shard->path, "%s/%s_%s_%zu.txt", folder, name, kind, number) < 0) {
        shard->path = NULL;
        return error_no_memory(error, "a file name");
    }
    enum status status = atomic_file_prepare(&shard->file, shard->path, error);
    if (status != STATUS_OK)
        return status;
    shard->signal_slot = signals_remember(shard->file.temporary);
    status = atomic_file_create(&shard->file, error);
    byte_sink_to_descriptor(&shard->sink, shard->file.descriptor, shard->path);
    return status;
}

enum status docshard_set_open(struct docshard_set *set, const char *folder, const char *name,
                              const char *kind, size_t count, struct error *error) {
    *set = (struct docshard_set){.shards = NULL};
    if (count == 0)
        return STATUS_OK;
    set->shards = calloc(count, sizeof *set->shards);
    set->heap = calloc(count, sizeof *set->heap);
    if (set->shards == NULL || set->heap == NULL) {
        docshard_set_release(set);
        return error_no_memory(error, "the shards");
    }
    for (size_t i = 0; i < count; i++) {
        set->heap[i] = i;
        set->count++;
        enum status status = open_shard(&set->shards[i], folder, name, kind, i, error);
        if (status != STATUS_OK) {
            docshard_set_release(set);
            return status;
        }
    }
    return STATUS_OK;
}

/* Whether shard a is to be filled before shard b. */
static bool comes_first(const struct docshard_set *set, size_t a, size_t b) {
    uint64_t first = set->shards[a].sentences;
    uint64_t second = set->shards[b].sentences;
    return first != second ? first < second : a < b;
}

/* Puts the first of the heap, which has grown, where it belongs. */
static void sift_down(struct docshard_set *set) {
    size_t *heap = set->heap;
    size_t moved = heap[0];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= set->count)
            break;
        if (child + 1 < set->count && comes_first(set, heap[child + 1], heap[child]))
            child++;
        if (!comes_first(set, heap[child], moved))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

enum status docshard_set_add(struct docshard_set *set, struct view document, uint64_t sentences,
                             struct error *error) {
    struct docshard_shard *shard = &set->shards[set->heap[0]];
    enum status status = STATUS_OK;
    if (shard->documents > 0)
        status = byte_sink_write(&shard->sink, "\n", 1, error);
    if (status == STATUS_OK)
        status = byte_sink_write(&shard->sink, document.data, document.size, error);
    shard->documents++;
    shard->sentences += sentences;
    set->documents++;
    set->sentences += sentences;
    sift_down(set);
    return status;
}

enum status docshard_set_sync(struct docshard_set *set, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < set->count && status == STATUS_OK; i++)
        status = byte_sink_flush(&set->shards[i].sink, error);
    for (size_t i = 0; i < set->count && status == STATUS_OK; i++)
        status = atomic_file_sync(&set->shards[i].file, error);
    return status;
}

enum status docshard_set_publish(struct docshard_set *set, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < set->count && status == STATUS_OK; i++) {
        struct docshard_shard *shard = &set->shards[i];
        signals_forget(shard->signal_slot);
        shard->signal_slot = -1;
        status = atomic_file_publish(&shard->file, error);
        shard->published = status == STATUS_OK;
    }
    return status;
}

void docshard_set_withdraw(struct docshard_set *set) {
    for (size_t i = 0; i < set->count; i++) {
        struct docshard_shard *shard = &set->shards[i];
        struct error ignored;
        if (shard->published && atomic_file_remove(shard->path, &ignored) == STATUS_OK)
            shard->published = false;
    }
}

void docshard_set_release(struct docshard_set *set) {
    for (size_t i = 0; set->shards != NULL && i < set->count; i++) {
        struct docshard_shard *shard = &set->shards[i];
        signals_forget(shard->signal_slot);
        atomic_file_abandon(&shard->file);
        byte_sink_release(&shard->sink);
        free(shard->path);
    }
    free(set->shards);
    free(set->heap);
    *set = (struct docshard_set){.shards = NULL};
}
