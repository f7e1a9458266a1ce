#include "tools/join/wikiplain_job.h"

#include <stdlib.h>

/* A buffer of a job that has become larger, for a page of unusual size, is not kept. */
static const size_t LARGEST_KEPT = (size_t)4 << 20;

void wikiplain_counts_add(struct wikiplain_counts *sum, const struct wikiplain_counts *counts) {
    sum->pages.pages += counts->pages.pages;
    sum->pages.given += counts->pages.given;
    sum->pages.other_namespace += counts->pages.other_namespace;
    sum->pages.redirects += counts->pages.redirects;
    sum->pages.other_content += counts->pages.other_content;
    sum->pages.empty += counts->pages.empty;
    sum->pages.lines_skipped += counts->pages.lines_skipped;
    sum->cleaning.templates += counts->cleaning.templates;
    sum->cleaning.holes += counts->cleaning.holes;
    sum->cleaning.dropped_sentences += counts->cleaning.dropped_sentences;
    sum->cleaning.unclosed += counts->cleaning.unclosed;
    sum->cleaning.budget_hits += counts->cleaning.budget_hits;
    sum->articles += counts->articles;
    sum->disambiguations += counts->disambiguations;
    sum->lists += counts->lists;
    sum->too_short += counts->too_short;
    sum->without_text += counts->without_text;
    sum->text_bytes += counts->text_bytes;
}

struct wikiplain_job *wikiplain_job_new(void) {
    struct wikiplain_job *job = calloc(1, sizeof *job);
    if (job != NULL)
        dump_batch_init(&job->batch);
    return job;
}

static void empty(struct buffer *buffer) {
    if (buffer->capacity > LARGEST_KEPT)
        buffer_release(buffer);
    buffer_clear(buffer);
}

void wikiplain_job_reset(struct wikiplain_job *job) {
    wikiplain_site_release(job->site);
    job->site = NULL;
    empty(&job->batch.bytes);
    empty(&job->output);
    empty(&job->over_budget);
    job->counts = (struct wikiplain_counts){.articles = 0};
    job->skipped = 0;
    job->status = STATUS_OK;
}

void wikiplain_job_free(struct wikiplain_job *job) {
    if (job == NULL)
        return;
    wikiplain_site_release(job->site);
    dump_batch_release(&job->batch);
    buffer_release(&job->output);
    buffer_release(&job->over_budget);
    free(job);
}
