/*
 * run_deflate_block - writes one block of deflate (RFC 1951, 3.2.3): the part of run_deflate that
 * knows codes.
 *
 * Thread rule: as run_deflate.
 */
#ifndef FORMATS_H5_RUN_DEFLATE_BLOCK_H
#define FORMATS_H5_RUN_DEFLATE_BLOCK_H

#include <stdbool.h>

#include "formats/h5/run_deflate.h"

/* Fills in deflate->matches, once. */
void run_deflate_block_prepare(struct run_deflate *deflate);

/*
 * Writes deflate->parts, at least one, as a block. `bytes` are all that it comes to, repeats
 * included, when `in_place`; then they are stored as they are where a code would make them larger.
 * Otherwise they are the literals alone.
 */
void run_deflate_block_write(struct run_deflate *deflate, const unsigned char *bytes,
                             bool in_place);

/* Writes an empty block that ends the stream, and fills its last byte. */
void run_deflate_block_write_last(struct run_deflate *deflate);

#endif
