/*
 * packed_chunk - a chunk of each of the six datasets as it goes into the file.
 *
 * Thread rule: one thread at a time per chunk.
 */
#ifndef FORMATS_H5_PACKED_CHUNK_H
#define FORMATS_H5_PACKED_CHUNK_H

#include <stddef.h>
#include <stdint.h>

#include "formats/h5/shard_layout.h"

struct packed_chunk {
    unsigned char *bytes; /* owned */
    size_t capacity;
    uint32_t rows;                 /* that count; behind them is padding */
    size_t starts[SHARD_DATASETS]; /* in bytes, of each dataset's */
    size_t sizes[SHARD_DATASETS];  /* 0 for rows without columns */
};

#endif
