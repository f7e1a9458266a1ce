#include "tools/join/finished_shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/endian.h"
#include "formats/base/file_state.h"

static enum status check_digest(const char *path, const struct dataset_shard *named,
                                struct error *error) {
    unsigned char digest[SHA256_SIZE];
    struct file_state state;
    int descriptor;
    enum status status = file_state_open(&descriptor, &state, path, error);
    if (status != STATUS_OK)
        return status;
    status = sha256_of_descriptor(descriptor, path, digest, error);
    close(descriptor);
    if (status == STATUS_OK && memcmp(digest, named->digest, sizeof digest) != 0)
        status = error_set(error, STATUS_CORRUPT,
                           "'%s' is not the file that its dataset.json tells of: its SHA-256 is "
                           "another; make it again",
                           path);
    return status;
}

static enum status allocate(struct finished_shard *shard, struct error *error) {
    uint32_t length = shard->shape.max_seq_length;
    uint32_t predictions = shard->shape.max_predictions_per_seq;
    shard->step = shard_layout_chunk_rows(shard->shape);
    bool whole = true;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        shard->bytes[i] = calloc(shard->step, shard_layout_row_bytes(shard->shape, i) + 1);
        whole = whole && shard->bytes[i] != NULL;
    }
    shard->ids = calloc(length, sizeof *shard->ids);
    shard->label_ids = calloc((size_t)predictions + 1, sizeof *shard->label_ids);
    shard->positions = calloc((size_t)predictions + 1, sizeof *shard->positions);
    if (!whole || shard->ids == NULL || shard->label_ids == NULL || shard->positions == NULL)
        return error_no_memory(error, "the rows of a shard");
    return STATUS_OK;
}

enum status finished_shard_open(struct finished_shard *shard, const char *folder,
                                const struct dataset_shard *named, struct shard_shape shape,
                                struct error *error) {
    *shard = (struct finished_shard){.shape = shape, .rows = named->rows};
    if (asprintf(&shard->path, "%s/%s", folder, named->file) < 0) {
        shard->path = NULL;
        return error_no_memory(error, "a file name");
    }
    enum status status = check_digest(shard->path, named, error);
    if (status == STATUS_OK)
        status = shard_reader_open(&shard->reader, shard->path, error);
    if (status == STATUS_OK) {
        struct shard_shape found = shard_reader_shape(shard->reader);
        if (shard_reader_rows(shard->reader) != named->rows ||
            found.max_seq_length != shape.max_seq_length ||
            found.max_predictions_per_seq != shape.max_predictions_per_seq)
            status = error_set(error, STATUS_CORRUPT,
                               "'%s' has another shape than its dataset.json tells", shard->path);
    }
    if (status == STATUS_OK)
        status = allocate(shard, error);
    if (status != STATUS_OK)
        finished_shard_release(shard);
    return status;
}

static enum status hold_rows(struct finished_shard *shard, struct error *error) {
    uint64_t left = shard->rows - shard->next;
    enum status status = STATUS_OK;
    shard->first = shard->next;
    shard->held = left < shard->step ? (uint32_t)left : shard->step;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status =
            shard_reader_read(shard->reader, i, shard->bytes[i], shard->first, shard->held, error);
    return status;
}

/* How many bytes from `at` on are `value`. */
static uint32_t count_same(const unsigned char *bytes, uint32_t at, uint32_t size,
                           unsigned char value) {
    uint32_t count = 0;
    while (at + count < size && bytes[at + count] == value)
        count++;
    return count;
}

static const unsigned char *held_row(const struct finished_shard *shard,
                                     enum shard_dataset dataset) {
    return shard->bytes[dataset] +
           (shard->next - shard->first) * shard_layout_row_bytes(shard->shape, dataset);
}

/* Finds the lengths that mask and segments come from; false when they come from none. */
static bool read_lengths(const struct finished_shard *shard, struct shard_row *row) {
    const unsigned char *mask = held_row(shard, SHARD_INPUT_MASK);
    const unsigned char *segments = held_row(shard, SHARD_SEGMENT_IDS);
    uint32_t columns = shard->shape.max_seq_length;
    row->length = count_same(mask, 0, columns, 1);
    uint32_t first = count_same(segments, 0, columns, 0);
    row->first_segment_length = first < row->length ? first : row->length;
    uint32_t end =
        row->first_segment_length + count_same(segments, row->first_segment_length, columns, 1);
    return count_same(mask, row->length, columns, 0) == columns - row->length &&
           end == row->length && count_same(segments, end, columns, 0) == columns - end;
}

/* Reads positions and labels up to the last that is not 0: behind it they cannot be told from
 * padding. */
static bool read_predictions(struct finished_shard *shard, struct shard_row *row) {
    const unsigned char *positions = held_row(shard, SHARD_MASKED_LM_POSITIONS);
    const unsigned char *ids = held_row(shard, SHARD_MASKED_LM_IDS);
    row->prediction_count = 0;
    for (uint32_t i = 0; i < shard->shape.max_predictions_per_seq; i++) {
        uint32_t position = load_le32(positions + (size_t)4 * i);
        shard->label_ids[i] = load_le32(ids + (size_t)4 * i);
        if (position >= shard->shape.max_seq_length)
            return false;
        shard->positions[i] = (uint16_t)position;
        if (position != 0 || shard->label_ids[i] != 0)
            row->prediction_count = i + 1;
    }
    return true;
}

enum status finished_shard_next(struct finished_shard *shard, struct shard_row *row,
                                struct error *error) {
    if (shard->next == shard->rows)
        return STATUS_END;
    if (shard->next == shard->first + shard->held) {
        enum status status = hold_rows(shard, error);
        if (status != STATUS_OK)
            return status;
    }
    *row = (struct shard_row){
        .ids = shard->ids, .positions = shard->positions, .label_ids = shard->label_ids};
    bool sound = read_lengths(shard, row) && read_predictions(shard, row);
    const unsigned char *ids = held_row(shard, SHARD_INPUT_IDS);
    for (uint32_t i = 0; i < shard->shape.max_seq_length; i++) {
        shard->ids[i] = load_le32(ids + (size_t)4 * i);
        sound = sound && (i < row->length || shard->ids[i] == 0);
    }
    row->label = held_row(shard, SHARD_NEXT_SENTENCE_LABELS)[0];
    if (!sound)
        return error_set(error, STATUS_CORRUPT,
                         "'%s', row %llu: mask, segments or padding are not as h5pack writes them",
                         shard->path, (unsigned long long)shard->next);
    shard->next++;
    return STATUS_OK;
}

void finished_shard_seek(struct finished_shard *shard, uint64_t row) {
    shard->next = shard->first = row;
    shard->held = 0;
}

void finished_shard_release(struct finished_shard *shard) {
    shard_reader_close(shard->reader);
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        free(shard->bytes[i]);
    free(shard->ids);
    free(shard->label_ids);
    free(shard->positions);
    free(shard->path);
    *shard = (struct finished_shard){.rows = 0};
}
