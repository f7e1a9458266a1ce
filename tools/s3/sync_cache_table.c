#include "tools/s3/sync_cache_table.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "formats/base/endian.h"
#include "tools/s3/sync_cache_file.h"
#include "tools/s3/sync_cache_writer.h"

/* Bits for names in runs: of a million, 2 % of all others seem to be there. */
enum { SEEN_BITS = 23 };

void sync_cache_table_init(struct sync_cache_table *table) {
    *table = (struct sync_cache_table){.descriptor = -1};
}

static bool is_free(const struct sync_cache_entry *entry) {
    return load_le64(entry->name) == 0 && load_le64(entry->name + 8) == 0;
}

/* The slot that holds the name, or the free one where it belongs. */
static struct sync_cache_entry *place(struct sync_cache_entry *slots, size_t capacity,
                                      const unsigned char name[16]) {
    size_t at = (size_t)load_le64(name) & (capacity - 1);
    while (!is_free(&slots[at]) && memcmp(slots[at].name, name, sizeof slots[at].name) != 0)
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

static bool grow(struct sync_cache_table *table) {
    size_t capacity = table->capacity == 0 ? 256 : table->capacity * 2;
    struct sync_cache_entry *slots = calloc(capacity, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < table->capacity; i++) {
        if (!is_free(&table->slots[i]))
            *place(slots, capacity, table->slots[i].name) = table->slots[i];
    }
    free(table->slots);
    table->slots = slots;
    table->capacity = capacity;
    return true;
}

static void clear(struct sync_cache_table *table) {
    memset(table->slots, 0, table->capacity * sizeof *table->slots);
    table->count = 0;
}

/* Four bits stand for a name. */
static bool was_seen(const struct sync_cache_table *table, const unsigned char name[16]) {
    for (unsigned i = 0; i < 4; i++) {
        uint32_t bit = load_le32(name + 4 * (size_t)i) >> (32 - SEEN_BITS);
        if ((table->seen[bit / 8] & (1U << bit % 8)) == 0)
            return false;
    }
    return true;
}

static void see(struct sync_cache_table *table, const unsigned char name[16]) {
    for (unsigned i = 0; i < 4; i++) {
        uint32_t bit = load_le32(name + 4 * (size_t)i) >> (32 - SEEN_BITS);
        table->seen[bit / 8] = (unsigned char)(table->seen[bit / 8] | 1U << bit % 8);
    }
}

bool sync_cache_table_find(struct sync_cache_table *table, struct sync_cache_entry *entry,
                           const unsigned char name[16]) {
    if (table->capacity > 0) {
        const struct sync_cache_entry *slot = place(table->slots, table->capacity, name);
        if (!is_free(slot)) {
            *entry = *slot;
            return true;
        }
    }
    if (table->run_count == 0 || !was_seen(table, name))
        return false;
    uint64_t number;
    for (size_t i = table->run_count; i > 0; i--) {
        /* The one page was of another run. */
        sync_cache_pages_forget(&table->page);
        if (sync_cache_run_find(&table->runs[i - 1], &table->page, entry, &number, name))
            return true;
    }
    return false;
}

static int by_name(const void *left, const void *right) {
    const struct sync_cache_entry *a = left, *b = right;
    return sync_cache_before(a->name, b->name) ? -1 : sync_cache_before(b->name, a->name);
}

void sync_cache_table_sort(struct sync_cache_table *table) {
    size_t count = 0;
    for (size_t i = 0; i < table->capacity; i++) {
        if (!is_free(&table->slots[i]))
            table->slots[count++] = table->slots[i];
    }
    if (count > 0)
        qsort(table->slots, count, sizeof *table->slots, by_name);
}

/* A file without a name, beside the cache's. */
static enum status open_room(struct sync_cache_table *table, const char *path,
                             struct error *error) {
    struct atomic_file file;
    table->seen = calloc(1, ((size_t)1 << SEEN_BITS) / 8);
    if (table->seen == NULL || !sync_cache_pages_init(&table->page, 1, 1))
        return error_no_memory(error, "the cache of hashes");
    enum status status = sync_cache_make_folder(path, error);
    if (status == STATUS_OK)
        status = atomic_file_prepare(&file, path, error);
    if (status != STATUS_OK)
        return status;
    status = atomic_file_create(&file, error);
    if (status == STATUS_OK) {
        table->descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0);
        if (table->descriptor < 0)
            status = error_set(error, STATUS_FAILED, "there is no room for the cache of hashes");
    }
    atomic_file_abandon(&file);
    return status;
}

/* Writes the slots, which are sorted, behind what is there. */
static enum status write_run(struct sync_cache_table *table, struct sync_cache_run *run,
                             struct error *error) {
    struct sync_cache_writer writer;
    struct byte_sink sink;
    enum status status = STATUS_OK;
    byte_sink_to_descriptor(&sink, table->descriptor, "the cache of hashes");
    sync_cache_writer_init(&writer, &sink);
    for (size_t i = 0; i < table->count && status == STATUS_OK; i++)
        status = sync_cache_writer_add(&writer, &table->slots[i], error);
    if (status == STATUS_OK)
        status = sync_cache_writer_flush(&writer, error);
    *run = (struct sync_cache_run){table->descriptor, table->size, writer.count, NULL};
    if (status == STATUS_OK) {
        run->fences = (uint64_t *)(void *)writer.fences.data;
        for (size_t i = 0; i < writer.fences.size / 8; i++)
            run->fences[i] = load_le64(&run->fences[i]);
        writer.fences = (struct buffer)BUFFER_INIT;
        table->size = table->size + sink.position;
    }
    sync_cache_writer_release(&writer);
    byte_sink_release(&sink);
    return status;
}

static enum status make_place(struct sync_cache_table *table, struct error *error) {
    struct sync_cache_run *runs =
        reallocarray(table->runs, table->run_count + 1, sizeof *table->runs);
    if (runs == NULL)
        return error_no_memory(error, "the cache of hashes");
    table->runs = runs;
    return STATUS_OK;
}

/* Makes room in memory; false when what was there is forgotten. */
static bool spill(struct sync_cache_table *table, const char *path) {
    struct error ignored;
    enum status status = STATUS_FAILED;
    struct sync_cache_run run;
    if (path != NULL && !table->is_full)
        status = table->descriptor >= 0 ? STATUS_OK : open_room(table, path, &ignored);
    if (status == STATUS_OK)
        status = make_place(table, &ignored);
    if (status == STATUS_OK) {
        sync_cache_table_sort(table);
        status = write_run(table, &run, &ignored);
    }
    if (status == STATUS_OK) {
        for (size_t i = 0; i < table->count; i++)
            see(table, table->slots[i].name);
        table->runs[table->run_count++] = run;
    } else {
        /* Half a run may have been written: nothing can be put behind it. */
        table->is_full = true;
    }
    clear(table);
    return status == STATUS_OK;
}

bool sync_cache_table_add(struct sync_cache_table *table, const struct sync_cache_entry *entry,
                          const char *path) {
    if (is_free(entry))
        return true;
    bool kept = true;
    if (table->count >= SYNC_CACHE_TABLE_MOST)
        kept = spill(table, path);
    if (table->count >= table->capacity / 4 * 3 && !grow(table))
        return false;
    struct sync_cache_entry *slot = place(table->slots, table->capacity, entry->name);
    table->count += is_free(slot);
    *slot = *entry;
    return kept;
}

void sync_cache_table_release(struct sync_cache_table *table) {
    for (size_t i = 0; i < table->run_count; i++)
        sync_cache_run_release(&table->runs[i]);
    free(table->runs);
    free(table->slots);
    free(table->seen);
    sync_cache_pages_release(&table->page);
    if (table->descriptor >= 0)
        close(table->descriptor);
    sync_cache_table_init(table);
}
