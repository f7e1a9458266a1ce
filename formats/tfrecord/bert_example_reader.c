#include "formats/tfrecord/bert_example_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/endian.h"
#include "formats/tfrecord/bert_example_parse.h"
#include "formats/tfrecord/crc32c.h"

/* Length and its checksum; checksum of the bytes. */
enum { HEAD = 12, FOOT = 4 };

/* A row of 65536 pieces has less. */
static const uint64_t LARGEST = (uint64_t)16 << 20;

struct bert_example_reader {
    char *name;           /* owned */
    int descriptor;       /* borrowed, or the owned one */
    int owned_descriptor; /* opened here, or -1 */
    uint64_t size;        /* bytes of the file */
    uint64_t rows;
    uint64_t next, offset; /* the record to be read next, and where it begins */
    struct crc32c crc;
    struct buffer record; /* owned */
    struct bert_example_lists lists;
    uint32_t counts[BERT_FEATURES]; /* of the first row, and so of all */
};

static enum status corrupt(const struct bert_example_reader *reader, const char *fault,
                           struct error *error) {
    return error_set(error, STATUS_CORRUPT, "'%s' is damaged: record %" PRIu64 " %s", reader->name,
                     reader->next, fault);
}

/* Reads `size` bytes at an offset, all of which the file had when it was opened. */
static enum status read_at(const struct bert_example_reader *reader, unsigned char *bytes,
                           size_t size, uint64_t offset, struct error *error) {
    while (size > 0) {
        ssize_t got = pread(reader->descriptor, bytes, size, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_system(error, errno, "cannot read", reader->name);
        if (got == 0)
            return error_set(error, STATUS_CUT_SHORT, "'%s' became shorter while it was read",
                             reader->name);
        bytes += got;
        size -= (size_t)got;
        offset += (uint64_t)got;
    }
    return STATUS_OK;
}

/* Reads the length of the next record, which is all in the file; STATUS_END at the end. */
static enum status read_head(struct bert_example_reader *reader, uint64_t *size,
                             struct error *error) {
    unsigned char head[HEAD];
    uint64_t left = reader->size - reader->offset;
    if (left == 0)
        return STATUS_END;
    if (left < HEAD + FOOT)
        return error_set(error, STATUS_CUT_SHORT, "'%s' is cut short behind record %" PRIu64,
                         reader->name, reader->next);
    enum status status = read_at(reader, head, HEAD, reader->offset, error);
    if (status != STATUS_OK)
        return status;
    *size = load_le64(head);
    if (load_le32(head + 8) != crc32c_mask(crc32c_of(&reader->crc, head, 8)))
        return reader->next == 0
                   ? error_set(error, STATUS_NOT_OURS, "'%s' has no TFRecords", reader->name)
                   : corrupt(reader, "has a length that fails its checksum", error);
    if (*size > LARGEST)
        return corrupt(reader, "is larger than a row can be", error);
    if (*size > left - HEAD - FOOT)
        return error_set(error, STATUS_CUT_SHORT, "'%s' is cut short in record %" PRIu64,
                         reader->name, reader->next);
    return STATUS_OK;
}

static void go_on(struct bert_example_reader *reader, uint64_t size) {
    reader->offset += HEAD + size + FOOT;
    reader->next++;
}

static enum status count_rows(struct bert_example_reader *reader, struct error *error) {
    uint64_t size = 0;
    enum status status;
    while ((status = read_head(reader, &size, error)) == STATUS_OK)
        go_on(reader, size);
    if (status != STATUS_END)
        return status;
    reader->rows = reader->next;
    reader->next = reader->offset = 0;
    return STATUS_OK;
}

static enum status check_lists(struct bert_example_reader *reader, struct error *error) {
    const struct bert_example_lists *lists = &reader->lists;
    for (unsigned i = 0; i < BERT_FEATURES; i++) {
        if (!(lists->found >> i & 1) && i != BERT_FEATURE_MASKED_LM_WEIGHTS)
            return error_set(error, STATUS_CORRUPT,
                             "'%s' is not a whole shard: record %" PRIu64 " has no feature '%s'",
                             reader->name, reader->next, bert_feature_name(i));
    }
    if (reader->next == 0)
        memcpy(reader->counts, lists->counts, sizeof reader->counts);
    const uint32_t *counts = reader->counts;
    bool agree = memcmp(counts, lists->counts, sizeof reader->counts) == 0 && counts[0] > 0 &&
                 counts[BERT_FEATURE_INPUT_MASK] == counts[BERT_FEATURE_INPUT_IDS] &&
                 counts[BERT_FEATURE_SEGMENT_IDS] == counts[BERT_FEATURE_INPUT_IDS] &&
                 counts[BERT_FEATURE_MASKED_LM_IDS] == counts[BERT_FEATURE_MASKED_LM_POSITIONS] &&
                 counts[BERT_FEATURE_NEXT_SENTENCE_LABELS] == 1;
    return agree ? STATUS_OK : corrupt(reader, "has lists whose lengths do not agree", error);
}

enum status bert_example_reader_read(struct bert_example_reader *reader, uint64_t row,
                                     struct error *error) {
    uint64_t size = 0;
    if (row < reader->next)
        reader->next = reader->offset = 0;
    enum status status;
    while ((status = read_head(reader, &size, error)) == STATUS_OK && reader->next < row)
        go_on(reader, size);
    if (status == STATUS_END)
        return error_set(error, STATUS_USAGE, "'%s' has fewer rows than were asked for",
                         reader->name);
    if (status != STATUS_OK)
        return status;
    buffer_clear(&reader->record);
    status = buffer_reserve(&reader->record, (size_t)size + FOOT, error);
    if (status == STATUS_OK)
        status =
            read_at(reader, reader->record.data, (size_t)size + FOOT, reader->offset + HEAD, error);
    if (status != STATUS_OK)
        return status;
    const unsigned char *bytes = reader->record.data;
    if (load_le32(bytes + size) != crc32c_mask(crc32c_of(&reader->crc, bytes, (size_t)size)))
        return corrupt(reader, "fails its checksum", error);
    const char *fault = bert_example_parse(&reader->lists, (struct view){bytes, (size_t)size});
    status = fault != NULL ? corrupt(reader, fault, error) : check_lists(reader, error);
    if (status == STATUS_OK)
        go_on(reader, size);
    return status;
}

static enum status open_parts(struct bert_example_reader *reader, struct error *error) {
    struct stat info;
    crc32c_init(&reader->crc);
    for (unsigned i = 0; i < BERT_FEATURES; i++) {
        reader->lists.values[i] = calloc(BERT_FEATURE_LARGEST, sizeof(int32_t));
        if (reader->lists.values[i] == NULL)
            return error_no_memory(error, "a row");
    }
    if (fstat(reader->descriptor, &info) != 0)
        return error_system(error, errno, "cannot read", reader->name);
    reader->size = (uint64_t)info.st_size;
    enum status status = count_rows(reader, error);
    return status == STATUS_OK && reader->rows > 0 ? bert_example_reader_read(reader, 0, error)
                                                   : status;
}

enum status bert_example_reader_open_descriptor(struct bert_example_reader **reader, int descriptor,
                                                const char *name, struct error *error) {
    *reader = NULL;
    struct bert_example_reader *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_no_memory(error, "a shard");
    made->descriptor = descriptor;
    made->owned_descriptor = -1;
    made->name = strdup(name);
    enum status status =
        made->name != NULL ? open_parts(made, error) : error_no_memory(error, "a shard");
    if (status != STATUS_OK) {
        bert_example_reader_close(made);
        return status;
    }
    *reader = made;
    return STATUS_OK;
}

enum status bert_example_reader_open(struct bert_example_reader **reader, const char *path,
                                     struct error *error) {
    *reader = NULL;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return error_system(error, errno, "cannot open", path);
    enum status status = bert_example_reader_open_descriptor(reader, descriptor, path, error);
    if (status != STATUS_OK)
        close(descriptor);
    else
        (*reader)->owned_descriptor = descriptor;
    return status;
}

uint64_t bert_example_reader_rows(const struct bert_example_reader *reader) {
    return reader->rows;
}

uint32_t bert_example_reader_count(const struct bert_example_reader *reader,
                                   enum bert_feature feature) {
    return reader->counts[feature];
}

const int32_t *bert_example_reader_values(const struct bert_example_reader *reader,
                                          enum bert_feature feature) {
    return reader->lists.values[feature];
}

void bert_example_reader_close(struct bert_example_reader *reader) {
    if (reader == NULL)
        return;
    for (unsigned i = 0; i < BERT_FEATURES; i++)
        free(reader->lists.values[i]);
    if (reader->owned_descriptor >= 0)
        close(reader->owned_descriptor);
    buffer_release(&reader->record);
    free(reader->name);
    free(reader);
}
