/*
 * sentsplit_batch - some lines of text, split into sentences.
 *
 * Thread rule: one thread at a time per batch.
 */
#ifndef TOOLS_JOIN_SENTSPLIT_BATCH_H
#define TOOLS_JOIN_SENTSPLIT_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/text/sentence_splitter.h"

/* Malformed sequences whose places are kept; all are counted. */
#define SENTSPLIT_BATCH_MALFORMED_KEPT 8

struct sentsplit_batch_counts {
    uint64_t bytes;
    uint64_t lines; /* ended in the batch */
    uint64_t paragraphs;
    uint64_t sentences;
    uint64_t malformed;
};

struct sentsplit_batch {
    /* Set before the work: */
    struct buffer input;
    const char *name; /* of the file; borrowed */
    bool first_of_file;
    bool continues_line; /* begins inside a line */
    bool continues_text; /* of which some had text in it */
    bool ends_in_line;   /* the next batch goes on with the last line */
    /* What came of it: */
    struct buffer output; /* sentences and empty lines, each ended by LF */
    struct sentsplit_batch_counts counts;
    struct {
        uint64_t line; /* that end before it in the batch */
        uint64_t byte; /* of the batch */
    } malformed[SENTSPLIT_BATCH_MALFORMED_KEPT];
    enum status status;
    struct error error;
    /* Its own: */
    struct buffer repaired;
};

/* Empties the results, keeping memory, and makes the batch one of no special place. */
void sentsplit_batch_reset(struct sentsplit_batch *batch);
void sentsplit_batch_release(struct sentsplit_batch *batch);

/*
 * Splits the input. Malformed UTF-8 becomes U+FFFD, sequence by sequence, and is counted. Failure
 * (no memory) is told by batch->status.
 */
void sentsplit_batch_split(struct sentsplit_batch *batch, const struct sentence_splitter *splitter);

/*
 * Where a batch that is one long line may end: behind the last sentence that has some text behind
 * it for its end to be sure.
 */
size_t sentsplit_batch_cut(const struct sentence_splitter *splitter, struct view text);

#endif
