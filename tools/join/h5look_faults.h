/*
 * h5look_faults - what is wrong with rows, as trainers read them.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_JOIN_H5LOOK_FAULTS_H
#define TOOLS_JOIN_H5LOOK_FAULTS_H

#include <stddef.h>
#include <stdint.h>

#include "tools/join/h5look_shard.h"
#include "tools/join/h5look_statistics.h"

enum h5look_fault {
    H5LOOK_FAULT_MASK,       /* input_mask is not ones, then zeros */
    H5LOOK_FAULT_SEGMENTS,   /* segment_ids are not zeros, then ones, then zeros for padding */
    H5LOOK_FAULT_PADDING,    /* something other than [PAD] in the padding */
    H5LOOK_FAULT_POSITIONS,  /* predictions do not ascend within the row, or have gaps */
    H5LOOK_FAULT_IDS,        /* ids that the vocabulary does not have */
    H5LOOK_FAULT_LABEL,      /* next_sentence_labels other than 0 and 1 */
    H5LOOK_FAULT_NO_PADDING, /* no 0 in masked_lm_positions: only some trainers stumble */
};
#define H5LOOK_FAULTS 7

struct h5look_faults {
    uint64_t count[H5LOOK_FAULTS]; /* rows */
    size_t file[H5LOOK_FAULTS];    /* the first one's: the number of its file */
    uint64_t row[H5LOOK_FAULTS];   /* and its own */
};

/* What a fault is, as "rows whose ...". */
const char *h5look_fault_text(enum h5look_fault fault);

/* Looks at a row. */
void h5look_faults_add(struct h5look_faults *faults, const struct h5look_row *row,
                       const struct h5look_ids *ids, size_t file, uint64_t number);

#endif
