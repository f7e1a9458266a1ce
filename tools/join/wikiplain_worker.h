/*
 * wikiplain_worker - turns batches of a dump into text, in one thread.
 *
 * Thread rule: one thread at a time per worker.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_WORKER_H
#define TOOLS_JOIN_WIKIPLAIN_WORKER_H

#include "tools/join/name_tally.h"
#include "tools/join/wikiplain_job.h"
#include "tools/join/wikiplain_settings.h"

struct wikiplain_worker {
    const struct wikiplain_rules *rules; /* borrowed; set by the caller, the rest zeroed */
    struct name_tally holes;             /* names of unknown templates */
    /* Its own: for the job's input and site, kept from job to job. */
    const char *name;
    struct wikiplain_site *site;
    struct dump_reader reader;
    struct wikitext_cleaner cleaner;
    struct wikiplain_job *job;
    struct buffer text; /* of the article at hand */
};

/* Does a job: fills its output, counts and status. */
void wikiplain_worker_do(struct wikiplain_worker *worker, struct wikiplain_job *job);

void wikiplain_worker_release(struct wikiplain_worker *worker);

#endif
