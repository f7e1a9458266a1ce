/*
 * wpvocab_counting - the words of files, counted by threads into one table of bounded size.
 *
 * Blocks of text are counted by the threads and added up in the order of the text; where blocks are
 * cut depends on the bytes alone. So does what is dropped when the table is full: the result is the
 * same for any number of threads.
 *
 * Thread rule: one thread; the threads it starts are its own affair.
 */
#ifndef TOOLS_JOIN_WPVOCAB_COUNTING_H
#define TOOLS_JOIN_WPVOCAB_COUNTING_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tokenizer/train/string_counts.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/join/text_reader.h"
#include "tools/join/wpvocab_block.h"
#include "tools/parallel/ordered_work.h"

struct wpvocab_counts {
    uint64_t bytes;
    uint64_t lines;
    uint64_t words; /* occurrences */
    uint64_t malformed;
    uint64_t too_long;
    uint64_t dropped;         /* distinct words; one that came again is counted again */
    uint64_t lost;            /* their occurrences */
    uint64_t highest_dropped; /* no word dropped had been met more often */
};

struct wpvocab_counting {
    /* Set by the caller, borrowed: */
    const struct messages *messages;
    struct progress *progress;
    uint64_t memory; /* the bound, in bytes */
    struct basic_tokenizer_options tokenizer;
    bool strict; /* malformed UTF-8 is an error */
    /* To read: */
    struct string_counts words;
    struct wpvocab_counts counts; /* of all files, as far as added up */
    /* Its own: */
    struct ordered_work work;     /* not used with one thread */
    struct wpvocab_block *blocks; /* a ring of `capacity` */
    size_t capacity;
    uint64_t submitted, taken; /* blocks */
    bool threaded;
    struct wpvocab_counts file; /* bytes, lines and malformed of the present file */
};

/*
 * Starts the threads; with one, or where none can be had, the work is done in the calling thread.
 */
MUST_USE enum status wpvocab_counting_start(struct wpvocab_counting *counting, unsigned threads,
                                            struct error *error);

/* Counts a file. A CANCEL line is STATUS_UPSTREAM. */
MUST_USE enum status wpvocab_counting_file(struct wpvocab_counting *counting,
                                           struct byte_source *source, struct error *error);

/* Ends the threads and frees what they needed; the words stay. Harmless when zeroed. */
void wpvocab_counting_stop(struct wpvocab_counting *counting);

/* After the last file: drops the rarest words until there is memory to train on the others. */
void wpvocab_counting_fit(struct wpvocab_counting *counting);

/* Stops, and frees the words. */
void wpvocab_counting_release(struct wpvocab_counting *counting);

#endif
