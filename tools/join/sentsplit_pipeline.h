/*
 * sentsplit_pipeline - batches of text split by threads, written in order.
 *
 * Thread rule: one thread; the threads it starts are its own affair.
 */
#ifndef TOOLS_JOIN_SENTSPLIT_PIPELINE_H
#define TOOLS_JOIN_SENTSPLIT_PIPELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tokenizer/text/sentence_splitter.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/join/sentsplit_batch.h"
#include "tools/join/text_reader.h"
#include "tools/parallel/ordered_work.h"

/* Makes the splitter, which depends on what the text begins with. */
typedef enum status sentsplit_prepare_function(void *context, struct view text,
                                               struct sentence_splitter *splitter,
                                               struct error *error);

struct sentsplit_pipeline {
    /* Set by the caller, borrowed: */
    sentsplit_prepare_function *prepare;
    void *context;
    struct byte_sink *sink;
    const struct messages *messages;
    struct progress *progress;
    bool strict; /* malformed UTF-8 is an error */
    /* To read: */
    struct sentsplit_batch_counts counts; /* of all files, as far as written */
    /* Its own: */
    struct sentence_splitter splitter; /* read only once threads may use it */
    bool prepared;
    struct ordered_work work;        /* not used with one thread */
    struct sentsplit_batch *batches; /* a ring of `capacity` */
    size_t capacity;
    uint64_t submitted, taken;                 /* batches */
    struct sentsplit_batch_counts file_counts; /* of the present file, as far as written */
    bool threaded;
    bool line_has_text;    /* the line that the last batch ended in */
    unsigned char last[2]; /* bytes written; 0 before the first */
};

/* Starts the threads; with one, the work is done in the calling thread. */
MUST_USE enum status sentsplit_pipeline_start(struct sentsplit_pipeline *pipeline, unsigned threads,
                                              struct error *error);

/*
 * Splits a file and writes all of it; an empty line parts it from the one before. A CANCEL line is
 * STATUS_UPSTREAM, after what came before it has been written.
 */
MUST_USE enum status sentsplit_pipeline_file(struct sentsplit_pipeline *pipeline,
                                             struct byte_source *source, struct error *error);

void sentsplit_pipeline_release(struct sentsplit_pipeline *pipeline);

#endif
