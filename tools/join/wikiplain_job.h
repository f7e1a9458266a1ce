/*
 * wikiplain_job - a batch of pages on its way from the dump to the output.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_JOB_H
#define TOOLS_JOIN_WIKIPLAIN_JOB_H

#include <stdint.h>

#include "formats/wiki/dump_batch.h"
#include "formats/wiki/dump_reader.h"
#include "formats/wiki/wikitext_cleaner.h"
#include "tools/join/wikiplain_site.h"

/* What became of pages. */
struct wikiplain_counts {
    struct dump_counts pages;
    struct wikitext_counts cleaning;
    uint64_t articles; /* written */
    uint64_t disambiguations, lists, too_short, without_text;
    uint64_t text_bytes; /* of dumps, uncompressed */
};

void wikiplain_counts_add(struct wikiplain_counts *sum, const struct wikiplain_counts *counts);

struct wikiplain_job {
    /* Set by who submits it. */
    struct dump_batch batch;
    const char *name;            /* of the input, borrowed */
    struct wikiplain_site *site; /* one use of it is the job's */
    uint64_t skipped;            /* pages too long, before the batch */
    struct error skip_error;     /* about the last of them */
    /* What came of it; the output counts even where the status is a failure. */
    struct buffer output;
    struct wikiplain_counts counts;
    struct buffer over_budget; /* titles of pages whose budget ran out, a line each */
    enum status status;
    struct error error;
};

/* NULL when there is no memory. */
struct wikiplain_job *wikiplain_job_new(void);
void wikiplain_job_free(struct wikiplain_job *job);

/* Ready to be used again; memory that an unusual page needed is given back. */
void wikiplain_job_reset(struct wikiplain_job *job);

#endif
