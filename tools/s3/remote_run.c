#include "tools/s3/remote_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/md5.h"
#include "tools/s3/hex_digits.h"

/* Objects between two whole keys: a search reads half of them, and a whole key costs its length. */
enum { BLOCK = 32 };

/* Digits of an MD5. */
static const size_t MD5_DIGITS = MD5_HEX_SIZE - 1;

/* How an ETag is kept. */
enum { ETAG_TEXT, ETAG_MD5, ETAG_PARTS };

/* --- numbers of seven bits a byte, the lowest first ------------------------------------------- */

static enum status append_number(struct buffer *bytes, uint64_t value, struct error *error) {
    unsigned char text[10];
    size_t size = 0;
    for (; value >= 0x80; value >>= 7)
        text[size++] = (unsigned char)(value | 0x80);
    text[size++] = (unsigned char)value;
    return buffer_append(bytes, text, size, error);
}

static uint64_t read_number(const unsigned char **at) {
    uint64_t value = 0;
    unsigned shift = 0;
    for (; (**at & 0x80) != 0; shift += 7)
        value |= (uint64_t)(*(*at)++ & 0x7F) << shift;
    return value | (uint64_t) * (*at)++ << shift;
}

/* --- ETags ------------------------------------------------------------------------------------ */

/* The MD5 at the beginning of an ETag, and behind it nothing, or "-" and the number of parts. */
static int kind_of_etag(const char *etag, unsigned char md5[MD5_SIZE], unsigned *parts) {
    char again[SYNC_ACTION_ETAG_SIZE];
    if (strlen(etag) < MD5_DIGITS || !hex_digits_read(md5, MD5_SIZE, etag))
        return ETAG_TEXT;
    if (etag[MD5_DIGITS] == '\0')
        return ETAG_MD5;
    /* Only what is written the same way again. */
    *parts = (unsigned)strtoul(etag + MD5_DIGITS + 1, NULL, 10);
    snprintf(again, sizeof again, "-%u", *parts);
    return strcmp(etag + MD5_DIGITS, again) == 0 ? ETAG_PARTS : ETAG_TEXT;
}

static enum status append_etag(struct buffer *bytes, const char *etag, struct error *error) {
    unsigned char md5[MD5_SIZE];
    unsigned parts = 0;
    int kind = kind_of_etag(etag, md5, &parts);
    const unsigned char tag = (unsigned char)kind;
    enum status status = buffer_append(bytes, &tag, 1, error);
    if (status == STATUS_OK && kind == ETAG_TEXT)
        return buffer_append(bytes, etag, strlen(etag) + 1, error);
    if (status == STATUS_OK)
        status = buffer_append(bytes, md5, sizeof md5, error);
    if (status == STATUS_OK && kind == ETAG_PARTS)
        status = append_number(bytes, parts, error);
    return status;
}

static void read_etag(char etag[SYNC_ACTION_ETAG_SIZE], const unsigned char **at) {
    int kind = *(*at)++;
    if (kind == ETAG_TEXT) {
        size_t length = strlen((const char *)*at);
        /* A longer one is not kept: as if the server had told none. */
        snprintf(etag, SYNC_ACTION_ETAG_SIZE, "%s",
                 length < SYNC_ACTION_ETAG_SIZE ? (const char *)*at : "");
        *at += length + 1;
        return;
    }
    hex_digits_write(etag, *at, MD5_SIZE);
    *at += MD5_SIZE;
    if (kind == ETAG_PARTS)
        snprintf(etag + MD5_DIGITS, SYNC_ACTION_ETAG_SIZE - MD5_DIGITS, "-%u",
                 (unsigned)read_number(at));
}

static void pass_etag(const unsigned char **at) {
    int kind = *(*at)++;
    *at += kind == ETAG_TEXT ? strlen((const char *)*at) + 1 : MD5_SIZE;
    if (kind == ETAG_PARTS)
        (void)read_number(at);
}

/* --- writing ---------------------------------------------------------------------------------- */

static enum status begin_block(struct remote_run *run, struct error *error) {
    size_t block = run->count / BLOCK;
    if (block == run->block_capacity) {
        size_t capacity = block == 0 ? 16 : block * 2;
        size_t *blocks = reallocarray(run->blocks, capacity, sizeof *blocks);
        if (blocks == NULL)
            return error_no_memory(error, "the list of objects");
        run->blocks = blocks;
        run->block_capacity = capacity;
    }
    run->blocks[block] = run->bytes.size;
    return STATUS_OK;
}

static enum status keep_last(struct remote_run *run, const char *key, struct error *error) {
    buffer_clear(&run->last);
    return buffer_append(&run->last, key, strlen(key) + 1, error);
}

enum status remote_run_add(struct remote_run *run, const struct s3_list_object *object,
                           struct error *error) {
    const char *key = object->key, *last = run->count == 0 ? "" : (const char *)run->last.data;
    size_t shared = 0;
    enum status status = STATUS_OK;
    int order = run->count == 0 ? 1 : strcmp(key, last);
    if (order == 0)
        return STATUS_OK;
    run->unsorted = run->unsorted || order < 0;
    if (run->count % BLOCK == 0)
        status = begin_block(run, error);
    else
        while (key[shared] != '\0' && key[shared] == last[shared])
            shared++;
    size_t length = strlen(key + shared);
    if (status == STATUS_OK)
        status = append_number(&run->bytes, shared, error);
    if (status == STATUS_OK)
        status = append_number(&run->bytes, length, error);
    if (status == STATUS_OK)
        status = buffer_append(&run->bytes, key + shared, length, error);
    if (status == STATUS_OK)
        status = append_number(&run->bytes, object->size, error);
    if (status == STATUS_OK)
        status = append_etag(&run->bytes, object->etag, error);
    if (status == STATUS_OK)
        status = keep_last(run, key, error);
    run->count += status == STATUS_OK;
    return status;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Reads the next object, all but its ETag, which begins at *etag. */
static enum status step(const struct remote_run *run, struct remote_entry *entry, size_t *etag,
                        struct error *error) {
    const unsigned char *at = run->bytes.data + entry->at;
    entry->key.size = (size_t)read_number(&at);
    size_t length = (size_t)read_number(&at);
    enum status status = buffer_append(&entry->key, at, length, error);
    if (status == STATUS_OK)
        status = buffer_append(&entry->key, "", 1, error);
    if (status != STATUS_OK)
        return status;
    at += length;
    entry->size = read_number(&at);
    *etag = (size_t)(at - run->bytes.data);
    pass_etag(&at);
    entry->at = (size_t)(at - run->bytes.data);
    entry->number++;
    return STATUS_OK;
}

static void take_etag(const struct remote_run *run, struct remote_entry *entry, size_t etag) {
    const unsigned char *at = run->bytes.data + etag;
    read_etag(entry->etag, &at);
}

enum status remote_run_next(const struct remote_run *run, struct remote_entry *entry, bool *more,
                            struct error *error) {
    size_t etag;
    *more = entry->number < run->count;
    enum status status = *more ? step(run, entry, &etag, error) : STATUS_OK;
    if (*more && status == STATUS_OK)
        take_etag(run, entry, etag);
    return status;
}

/* The last block that does not begin behind the key; reads its first object. */
static enum status find_block(const struct remote_run *run, struct remote_entry *entry,
                              const char *key, struct error *error) {
    size_t low = 0, high = (run->count + BLOCK - 1) / BLOCK, etag;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        entry->number = middle * BLOCK;
        entry->at = run->blocks[middle];
        enum status status = step(run, entry, &etag, error);
        if (status != STATUS_OK)
            return status;
        if (strcmp((const char *)entry->key.data, key) <= 0)
            low = middle;
        else
            high = middle;
    }
    entry->number = low * BLOCK;
    entry->at = run->blocks[low];
    return STATUS_OK;
}

enum status remote_run_find(const struct remote_run *run, struct remote_entry *entry, bool *found,
                            const char *key, struct error *error) {
    size_t etag;
    int order = -1;
    *found = false;
    if (run->count == 0)
        return STATUS_OK;
    enum status status = find_block(run, entry, key, error);
    while (status == STATUS_OK && order < 0 && entry->number < run->count) {
        status = step(run, entry, &etag, error);
        if (status == STATUS_OK)
            order = strcmp((const char *)entry->key.data, key);
        if (status == STATUS_OK && order == 0) {
            *found = true;
            take_etag(run, entry, etag);
        }
    }
    return status;
}

/* --- order ------------------------------------------------------------------------------------ */

/* An object out of its run, while those are put in order. */
struct loose_object {
    char *key;
    char *etag;
    uint64_t size;
};

static int by_key(const void *left, const void *right) {
    return strcmp(((const struct loose_object *)left)->key,
                  ((const struct loose_object *)right)->key);
}

static enum status take_apart(const struct remote_run *run, struct loose_object *objects,
                              struct error *error) {
    struct remote_entry entry = {.number = 0};
    enum status status = STATUS_OK;
    bool more = true;
    for (size_t i = 0; status == STATUS_OK; i++) {
        status = remote_run_next(run, &entry, &more, error);
        if (status != STATUS_OK || !more)
            break;
        objects[i] = (struct loose_object){strdup((const char *)entry.key.data), strdup(entry.etag),
                                           entry.size};
        if (objects[i].key == NULL || objects[i].etag == NULL)
            status = error_no_memory(error, "the list of objects");
    }
    remote_entry_release(&entry);
    return status;
}

enum status remote_run_end(struct remote_run *run, struct error *error) {
    size_t count = run->count;
    buffer_release(&run->last);
    if (!run->unsorted)
        return STATUS_OK;
    struct remote_run sorted = {.count = 0};
    struct loose_object *objects = calloc(count, sizeof *objects);
    if (objects == NULL)
        return error_no_memory(error, "the list of objects");
    enum status status = take_apart(run, objects, error);
    if (status == STATUS_OK)
        qsort(objects, count, sizeof *objects, by_key);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const struct s3_list_object object = {objects[i].key, objects[i].etag, objects[i].size};
        status = remote_run_add(&sorted, &object, error);
    }
    buffer_release(&sorted.last);
    for (size_t i = 0; i < count; i++) {
        free(objects[i].key);
        free(objects[i].etag);
    }
    free(objects);
    remote_run_release(run);
    *run = sorted;
    return status;
}

/* --- marks ------------------------------------------------------------------------------------ */

enum status remote_run_mark(struct remote_run *run, const struct remote_entry *entry,
                            struct error *error) {
    size_t number = entry->number - 1;
    if (run->marks == NULL)
        run->marks = calloc(run->count / 8 + 1, 1);
    if (run->marks == NULL)
        return error_no_memory(error, "the list of objects");
    run->marks[number / 8] |= (unsigned char)(1U << number % 8);
    return STATUS_OK;
}

bool remote_run_is_marked(const struct remote_run *run, const struct remote_entry *entry) {
    size_t number = entry->number - 1;
    return run->marks != NULL && (run->marks[number / 8] >> number % 8 & 1) != 0;
}

void remote_entry_release(struct remote_entry *entry) {
    buffer_release(&entry->key);
    *entry = (struct remote_entry){.number = 0};
}

void remote_run_release(struct remote_run *run) {
    buffer_release(&run->bytes);
    buffer_release(&run->last);
    free(run->blocks);
    free(run->marks);
    *run = (struct remote_run){.count = 0};
}
