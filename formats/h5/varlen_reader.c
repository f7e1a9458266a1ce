#include "formats/h5/varlen_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/endian.h"
#include "formats/h5/hdf5_attribute.h"
#include "formats/h5/hdf5_heap.h"
#include "formats/h5/shard_writer.h"
#include "formats/h5/stored_dataset.h"

/* An element in a dataset of sequences: its length, the address of a heap, an index in that. */
enum { ELEMENT = 16, ITEM = 2 };

/* Elements read at a time. */
enum { STEP = 256 };

static const struct shard_layout LAYOUTS[SHARD_DATASETS] = {
    [SHARD_INPUT_IDS] = {"input_ids", ELEMENT, 1},
    [SHARD_SEGMENT_IDS] = {"segment_ids", ELEMENT, 1},
    [SHARD_MASKED_LM_POSITIONS] = {"masked_lm_positions", ELEMENT, 1},
    [SHARD_MASKED_LM_IDS] = {"masked_lm_ids", ELEMENT, 1},
    [SHARD_NEXT_SENTENCE_LABELS] = {"next_sentence_labels", 1, 1},
};

struct varlen_reader {
    struct hdf5_input input;
    char *name;           /* owned */
    int owned_descriptor; /* opened here, or -1 */
    struct stored_dataset datasets[SHARD_DATASETS];
    struct hdf5_heap heaps[SHARD_DATASETS];
    struct shard_shape longest, shape;
    char *provenance; /* owned, or NULL */
};

static enum status corrupt(const struct varlen_reader *reader, const char *dataset,
                           const char *fault, struct error *error) {
    return error_set(error, STATUS_CORRUPT, "'%s' is not a whole shard: its dataset '%s' %s",
                     reader->name, dataset, fault);
}

static enum status open_dataset(struct varlen_reader *reader, const struct hdf5_group *group,
                                enum shard_dataset dataset, struct error *error) {
    struct stored_dataset *stored = &reader->datasets[dataset];
    const struct shard_layout *layout = &LAYOUTS[dataset];
    if (layout->name == NULL) /* there is no input_mask */
        return STATUS_OK;
    enum status status = stored_dataset_open(stored, group, layout, error);
    if (status != STATUS_OK || layout->element_size != ELEMENT)
        return status;
    if (stored->header.item_size != ITEM)
        return corrupt(reader, layout->name, "has elements of the wrong size", error);
    /* stored_dataset undoes it for elements of up to four bytes. */
    for (unsigned i = 0; i < stored->header.filter_count; i++) {
        if (stored->header.filters[i] == HDF5_FILTER_SHUFFLE)
            return corrupt(reader, layout->name, "has sequences that are shuffled", error);
    }
    return hdf5_heap_init(&reader->heaps[dataset], &reader->input, error);
}

/* The longest sequence of a dataset. */
static enum status measure(struct varlen_reader *reader, enum shard_dataset dataset,
                           uint32_t *longest, struct error *error) {
    struct stored_dataset *stored = &reader->datasets[dataset];
    unsigned char elements[STEP * ELEMENT];
    *longest = 0;
    for (uint64_t row = 0; row < stored->rows; row += STEP) {
        size_t count = stored->rows - row < STEP ? (size_t)(stored->rows - row) : STEP;
        enum status status = stored_dataset_read(stored, elements, row, count, error);
        if (status != STATUS_OK)
            return status;
        for (size_t i = 0; i < count; i++) {
            uint32_t length = load_le32(elements + i * ELEMENT);
            *longest = length > *longest ? length : *longest;
        }
    }
    return *longest <= SHARD_MAX_SEQ_LENGTH
               ? STATUS_OK
               : corrupt(reader, LAYOUTS[dataset].name, "has longer rows than there can be", error);
}

static enum status measure_all(struct varlen_reader *reader, struct error *error) {
    const uint64_t rows = reader->datasets[SHARD_INPUT_IDS].rows;
    struct shard_shape *longest = &reader->longest;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        if (LAYOUTS[i].name != NULL && reader->datasets[i].rows != rows)
            return error_set(error, STATUS_CORRUPT,
                             "'%s' is not a whole shard: the shapes of its datasets do not agree",
                             reader->name);
    }
    enum status status = measure(reader, SHARD_INPUT_IDS, &longest->max_seq_length, error);
    if (status == STATUS_OK)
        status =
            measure(reader, SHARD_MASKED_LM_POSITIONS, &longest->max_predictions_per_seq, error);
    reader->shape = *longest;
    if (reader->shape.max_seq_length == 0)
        reader->shape.max_seq_length = 1;
    return status;
}

static enum status open_parts(struct varlen_reader *reader, int descriptor, struct error *error) {
    struct hdf5_group group;
    enum status status = hdf5_input_open(&reader->input, descriptor, reader->name, error);
    if (status == STATUS_OK)
        status = hdf5_group_open(&group, &reader->input, reader->input.root_address, error);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = open_dataset(reader, &group, i, error);
    hdf5_group_release(&group);
    if (status == STATUS_OK)
        status = measure_all(reader, error);
    if (status != STATUS_OK)
        return status;
    return hdf5_attribute_read_root_text(&reader->input, &reader->provenance,
                                         SHARD_PROVENANCE_ATTRIBUTE, error);
}

enum status varlen_reader_open_descriptor(struct varlen_reader **reader, int descriptor,
                                          const char *name, struct error *error) {
    *reader = NULL;
    struct varlen_reader *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_no_memory(error, "a shard");
    made->owned_descriptor = -1;
    made->name = strdup(name);
    enum status status = made->name != NULL ? open_parts(made, descriptor, error)
                                            : error_no_memory(error, "a shard");
    if (status != STATUS_OK) {
        varlen_reader_close(made);
        return status;
    }
    *reader = made;
    return STATUS_OK;
}

enum status varlen_reader_open(struct varlen_reader **reader, const char *path,
                               struct error *error) {
    *reader = NULL;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return error_system(error, errno, "cannot open", path);
    enum status status = varlen_reader_open_descriptor(reader, descriptor, path, error);
    if (status != STATUS_OK)
        close(descriptor);
    else
        (*reader)->owned_descriptor = descriptor;
    return status;
}

uint64_t varlen_reader_rows(const struct varlen_reader *reader) {
    return reader->datasets[SHARD_INPUT_IDS].rows;
}

struct shard_shape varlen_reader_shape(const struct varlen_reader *reader) {
    return reader->shape;
}

enum status varlen_reader_set_shape(struct varlen_reader *reader, struct shard_shape shape,
                                    struct error *error) {
    if (shape.max_seq_length < reader->longest.max_seq_length ||
        shape.max_predictions_per_seq < reader->longest.max_predictions_per_seq)
        return corrupt(reader, LAYOUTS[SHARD_INPUT_IDS].name,
                       "or its predictions have longer rows than its provenance says", error);
    reader->shape = shape;
    return shard_layout_check(shape, error);
}

const char *varlen_reader_provenance(const struct varlen_reader *reader) {
    return reader->provenance;
}

/* Puts the items of a sequence at `out`, which is zero, in the width of the dataset. */
static enum status put_items(struct varlen_reader *reader, enum shard_dataset dataset,
                             unsigned char *out, const unsigned char *element,
                             struct error *error) {
    struct view items;
    uint32_t length = load_le32(element);
    if (length > shard_layout_columns(reader->shape, dataset))
        return corrupt(reader, LAYOUTS[dataset].name, "has rows longer than others", error);
    if (length == 0)
        return STATUS_OK;
    enum status status = hdf5_heap_find(&reader->heaps[dataset], &items, load_le64(element + 4),
                                        load_le32(element + 12), error);
    if (status != STATUS_OK)
        return status;
    if (items.size < (size_t)length * ITEM)
        return corrupt(reader, LAYOUTS[dataset].name, "has rows that are not whole", error);
    for (uint32_t i = 0; i < length; i++) {
        int16_t item = (int16_t)load_le16(items.data + (size_t)i * ITEM);
        if (shard_layouts[dataset].element_size == 4)
            store_le32(out + (size_t)4 * i, (uint32_t)(int32_t)item);
        else
            out[i] = (unsigned char)item;
    }
    return STATUS_OK;
}

enum status varlen_reader_read(struct varlen_reader *reader, enum shard_dataset dataset, void *out,
                               uint64_t first_row, size_t row_count, struct error *error) {
    uint64_t rows = varlen_reader_rows(reader);
    if (first_row > rows || row_count > rows - first_row)
        return error_set(error, STATUS_USAGE, "'%s' has fewer rows than were asked for",
                         reader->name);
    if (dataset == SHARD_NEXT_SENTENCE_LABELS)
        return stored_dataset_read(&reader->datasets[dataset], out, first_row, row_count, error);
    bool mask = dataset == SHARD_INPUT_MASK;
    struct stored_dataset *stored = &reader->datasets[mask ? SHARD_INPUT_IDS : dataset];
    size_t row_bytes = shard_layout_row_bytes(reader->shape, dataset);
    unsigned char *at = out;
    for (size_t i = 0; i < row_count; i++, at += row_bytes) {
        unsigned char element[ELEMENT];
        enum status status = stored_dataset_read(stored, element, first_row + i, 1, error);
        if (status != STATUS_OK)
            return status;
        if (row_bytes > 0)
            memset(at, 0, row_bytes);
        if (!mask)
            status = put_items(reader, dataset, at, element, error);
        else if (load_le32(element) <= row_bytes)
            memset(at, 1, load_le32(element));
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

void varlen_reader_close(struct varlen_reader *reader) {
    if (reader == NULL)
        return;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        stored_dataset_release(&reader->datasets[i]);
        hdf5_heap_release(&reader->heaps[i]);
    }
    if (reader->owned_descriptor >= 0)
        close(reader->owned_descriptor);
    free(reader->provenance);
    free(reader->name);
    free(reader);
}
