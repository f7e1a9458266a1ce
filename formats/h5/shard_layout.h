/*
 * shard_layout - the six datasets of a masked-LM training shard.
 *
 * The schema is that of the `create_pretraining_data.py` of NVIDIA's PyTorch BERT: every dataset
 * lies in the root group, is little-endian, in C order, and has one row per example.
 *
 *     dataset               element  shape
 *     input_ids             <i4      rows x max_seq_length
 *     input_mask            |i1      rows x max_seq_length
 *     segment_ids           |i1      rows x max_seq_length
 *     masked_lm_positions   <i4      rows x max_predictions_per_seq
 *     masked_lm_ids         <i4      rows x max_predictions_per_seq
 *     next_sentence_labels  |i1      rows
 *
 * Thread rule: constants and pure functions.
 */
#ifndef FORMATS_H5_SHARD_LAYOUT_H
#define FORMATS_H5_SHARD_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

enum shard_dataset {
    SHARD_INPUT_IDS,
    SHARD_INPUT_MASK,
    SHARD_SEGMENT_IDS,
    SHARD_MASKED_LM_POSITIONS,
    SHARD_MASKED_LM_IDS,
    SHARD_NEXT_SENTENCE_LABELS,
};

#define SHARD_DATASETS 6

/* Positions are 16-bit numbers in the example stream, so no row is longer than this. */
#define SHARD_MAX_SEQ_LENGTH 65536

struct shard_shape {
    uint32_t max_seq_length;          /* 1 to SHARD_MAX_SEQ_LENGTH */
    uint32_t max_predictions_per_seq; /* 0 to SHARD_MAX_SEQ_LENGTH, beyond max_seq_length too */
};

struct shard_layout {
    const char *name;
    uint32_t element_size; /* 4: signed 32-bit, 1: signed 8-bit */
    uint32_t rank;         /* 2, or 1 for next_sentence_labels */
};

/* The six, indexed by enum shard_dataset. */
extern const struct shard_layout shard_layouts[SHARD_DATASETS];

/* Elements in one row: 1 for next_sentence_labels; 0 where there are no predictions. */
uint32_t shard_layout_columns(struct shard_shape shape, enum shard_dataset dataset);

/* Bytes of one row. */
size_t shard_layout_row_bytes(struct shard_shape shape, enum shard_dataset dataset);

/*
 * Rows of one chunk, the same for all six: 1024, fewer where rows are longer than 2 KiB, so that
 * a writer's memory is bounded. A shard's last chunk is padded with zeros to its full size.
 */
uint32_t shard_layout_chunk_rows(struct shard_shape shape);

/* STATUS_USAGE unless the shape is in the ranges above. */
MUST_USE enum status shard_layout_check(struct shard_shape shape, struct error *error);

#endif
