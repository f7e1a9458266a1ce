#include "formats/h5/shard_layout.h"

#include <inttypes.h>

const struct shard_layout shard_layouts[SHARD_DATASETS] = {
    [SHARD_INPUT_IDS] = {"input_ids", 4, 2},
    [SHARD_INPUT_MASK] = {"input_mask", 1, 2},
    [SHARD_SEGMENT_IDS] = {"segment_ids", 1, 2},
    [SHARD_MASKED_LM_POSITIONS] = {"masked_lm_positions", 4, 2},
    [SHARD_MASKED_LM_IDS] = {"masked_lm_ids", 4, 2},
    [SHARD_NEXT_SENTENCE_LABELS] = {"next_sentence_labels", 1, 1},
};

/*
 * A chunk of 1024 rows of 128 ids is 512 KiB: large enough that deflate's tables and HDF5's index
 * cost little, small enough to stay in a processor's second-level cache while it is shuffled,
 * hashed and compressed. More would compress no better: deflate looks back 32 KiB only.
 */
static const uint32_t CHUNK_ROWS = 1024;
static const uint32_t CHUNK_BYTES = 2U << 20;

uint32_t shard_layout_columns(struct shard_shape shape, enum shard_dataset dataset) {
    switch (dataset) {
    case SHARD_INPUT_IDS:
    case SHARD_INPUT_MASK:
    case SHARD_SEGMENT_IDS:
        return shape.max_seq_length;
    case SHARD_MASKED_LM_POSITIONS:
    case SHARD_MASKED_LM_IDS:
        return shape.max_predictions_per_seq;
    case SHARD_NEXT_SENTENCE_LABELS:
    default:
        return 1;
    }
}

size_t shard_layout_row_bytes(struct shard_shape shape, enum shard_dataset dataset) {
    return (size_t)shard_layout_columns(shape, dataset) * shard_layouts[dataset].element_size;
}

uint32_t shard_layout_chunk_rows(struct shard_shape shape) {
    uint32_t widest = shape.max_seq_length > shape.max_predictions_per_seq
                          ? shape.max_seq_length
                          : shape.max_predictions_per_seq;
    uint32_t fitting = CHUNK_BYTES / (widest * 4);
    return fitting < CHUNK_ROWS ? fitting : CHUNK_ROWS;
}

enum status shard_layout_check(struct shard_shape shape, struct error *error) {
    if (shape.max_seq_length < 1 || shape.max_seq_length > SHARD_MAX_SEQ_LENGTH)
        return error_set(error, STATUS_USAGE, "a max_seq_length of %" PRIu32 " is not from 1 to %d",
                         shape.max_seq_length, SHARD_MAX_SEQ_LENGTH);
    if (shape.max_predictions_per_seq > SHARD_MAX_SEQ_LENGTH)
        return error_set(error, STATUS_USAGE,
                         "a max_predictions_per_seq of %" PRIu32 " is more than %d",
                         shape.max_predictions_per_seq, SHARD_MAX_SEQ_LENGTH);
    return STATUS_OK;
}
