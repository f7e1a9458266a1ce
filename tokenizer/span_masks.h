/*
 * span_masks - what the first pass of span_tokenizer asks of a block of bytes.
 *
 * Thread rule: a value.
 */
#ifndef TOKENIZER_SPAN_MASKS_H
#define TOKENIZER_SPAN_MASKS_H

#include <stdint.h>

#define SPAN_BLOCK 64

/* One bit for each byte of a block. */
struct span_masks {
    uint64_t space;       /* ASCII white space */
    uint64_t punctuation; /* of ASCII */
    uint64_t line_feed;
    uint64_t nul;
    uint64_t carriage_return;
    uint64_t cancel;
};

#endif
