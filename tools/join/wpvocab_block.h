/*
 * wpvocab_block - some lines of text, and the words in them.
 *
 * Thread rule: one thread at a time per block.
 */
#ifndef TOOLS_JOIN_WPVOCAB_BLOCK_H
#define TOOLS_JOIN_WPVOCAB_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/train/word_counter.h"

/*
 * Batches of text (tools/join/text_reader.h) in a block. With more of them a word that occurs again
 * is made once for more text, but a block takes more memory, of which each thread has two. Four
 * take a fifth less time than one, eight no less than four.
 */
#define WPVOCAB_BLOCK_TEXTS 4

/* Malformed sequences whose places are kept; all are counted. */
#define WPVOCAB_BLOCK_MALFORMED_KEPT 8

struct wpvocab_block {
    /* Set before the work: */
    struct buffer texts[WPVOCAB_BLOCK_TEXTS];
    unsigned text_count;
    const char *name; /* of the file; borrowed */
    /* What came of it: */
    struct word_counter counter;
    uint64_t bytes;
    uint64_t lines; /* ended in the block */
    struct {
        uint64_t line; /* that end before it in the block */
        uint64_t byte; /* of the block */
    } malformed[WPVOCAB_BLOCK_MALFORMED_KEPT];
    unsigned malformed_kept;
    enum status status;
    struct error error;
};

/* The block must not be moved afterwards. */
MUST_USE enum status wpvocab_block_init(struct wpvocab_block *block,
                                        const struct basic_tokenizer_options *options,
                                        struct error *error);

/* Harmless when zeroed. */
void wpvocab_block_release(struct wpvocab_block *block);

/* Counts the words of the texts; failure is told by block->status. */
void wpvocab_block_count(struct wpvocab_block *block);

#endif
