/*
 * code_lengths - how a block of deflate tells the lengths of its code (RFC 1951, 3.2.7).
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef FORMATS_H5_CODE_LENGTHS_H
#define FORMATS_H5_CODE_LENGTHS_H

#include <stdint.h>

#include "formats/h5/bit_writer.h"
#include "formats/h5/huffman_code.h"

#define CODE_LENGTHS_SYMBOLS 19

struct code_lengths {
    unsigned literals; /* lengths of literals and lengths that are told: 257 or more */
    unsigned count;
    uint8_t symbols[HUFFMAN_CODE_SYMBOLS + 1];
    uint8_t extras[HUFFMAN_CODE_SYMBOLS + 1]; /* what the symbol's extra bits say */
    uint8_t lengths[CODE_LENGTHS_SYMBOLS];
    unsigned told; /* of them, in the order they are told */
};

/*
 * Prepares the head of a block with these lengths of literals and lengths, and one code for
 * distances, a single bit that means 1. Gives its size in bits, the three of the block's kind
 * included.
 */
unsigned code_lengths_prepare(struct code_lengths *head,
                              const uint8_t lengths[HUFFMAN_CODE_SYMBOLS]);

/* Writes that head, of a block that is not the last. */
void code_lengths_write(const struct code_lengths *head, struct bit_writer *writer);

#endif
