#include "tools/join/h5look_faults.h"

#include <stdbool.h>

const char *h5look_fault_text(enum h5look_fault fault) {
    static const char *const TEXTS[H5LOOK_FAULTS] = {
        [H5LOOK_FAULT_MASK] = "an input_mask that is not ones, then zeros",
        [H5LOOK_FAULT_SEGMENTS] = "segment_ids that are not zeros, then ones, then padding",
        [H5LOOK_FAULT_PADDING] = "something in their padding",
        [H5LOOK_FAULT_POSITIONS] = "masked_lm_positions that do not ascend within the row",
        [H5LOOK_FAULT_IDS] = "ids that the vocabulary does not have",
        [H5LOOK_FAULT_LABEL] = "a next_sentence_label other than 0 and 1",
        [H5LOOK_FAULT_NO_PADDING] = "no 0 in masked_lm_positions",
    };
    return TEXTS[fault];
}

static bool mask_is_wrong(const struct h5look_row *row, uint32_t length) {
    for (uint32_t i = 0; i < row->columns; i++) {
        if (row->mask[i] != (i < length))
            return true;
    }
    return length == 0;
}

static bool segments_are_wrong(const struct h5look_row *row, uint32_t length) {
    signed char before = 0;
    for (uint32_t i = 0; i < row->columns; i++) {
        signed char segment = row->segments[i];
        if (i < length ? segment < before || segment > 1 : segment != 0)
            return true;
        before = segment;
    }
    return false;
}

static bool padding_is_wrong(const struct h5look_row *row, const struct h5look_ids *ids,
                             uint32_t length) {
    int32_t pad = ids->known ? ids->pad : 0;
    for (uint32_t i = length; i < row->columns; i++) {
        /* The reference pads with 0, whatever the vocabulary says. */
        if (row->ids[i] != 0 && row->ids[i] != pad)
            return true;
    }
    for (uint32_t i = row->prediction_count; i < row->predictions; i++) {
        if (row->label_ids[i] != 0)
            return true;
    }
    return false;
}

static bool positions_are_wrong(const struct h5look_row *row, uint32_t length) {
    for (uint32_t i = 0; i < row->predictions; i++) {
        int32_t position = row->positions[i];
        if (i >= row->prediction_count ? position != 0
                                       : position < 1 || (uint32_t)position >= length ||
                                             (i > 0 && position <= row->positions[i - 1]))
            return true;
    }
    return false;
}

static bool ids_are_wrong(const struct h5look_row *row, const struct h5look_ids *ids) {
    uint32_t limit = ids->known ? ids->size : (uint32_t)INT32_MAX;
    for (uint32_t i = 0; i < row->columns; i++) {
        if ((uint32_t)row->ids[i] >= limit)
            return true;
    }
    for (uint32_t i = 0; i < row->predictions; i++) {
        if ((uint32_t)row->label_ids[i] >= limit)
            return true;
    }
    return false;
}

void h5look_faults_add(struct h5look_faults *faults, const struct h5look_row *row,
                       const struct h5look_ids *ids, size_t file, uint64_t number) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < row->columns; i++)
        length += row->mask[i] != 0;
    const bool found[H5LOOK_FAULTS] = {
        [H5LOOK_FAULT_MASK] = mask_is_wrong(row, length),
        [H5LOOK_FAULT_SEGMENTS] = segments_are_wrong(row, length),
        [H5LOOK_FAULT_PADDING] = padding_is_wrong(row, ids, length),
        [H5LOOK_FAULT_POSITIONS] = positions_are_wrong(row, length),
        [H5LOOK_FAULT_IDS] = ids_are_wrong(row, ids),
        [H5LOOK_FAULT_LABEL] = row->label != 0 && row->label != 1,
        [H5LOOK_FAULT_NO_PADDING] = row->prediction_count == row->predictions,
    };
    for (unsigned i = 0; i < H5LOOK_FAULTS; i++) {
        if (!found[i])
            continue;
        if (faults->count[i]++ == 0) {
            faults->file[i] = file;
            faults->row[i] = number;
        }
    }
}
