/*
 * wikiplain_feeder - a thread that opens the inputs one after another and hands their batches in.
 *
 * Thread rule: start and join belong to one thread; the results may be read after the work has been
 * taken to its end.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_FEEDER_H
#define TOOLS_JOIN_WIKIPLAIN_FEEDER_H

#include <stdatomic.h>

#include "tools/cli/messages.h"
#include "tools/join/wikiplain_inputs.h"
#include "tools/join/wikiplain_job.h"
#include "tools/join/wikiplain_settings.h"
#include "tools/join/wikiplain_source.h"
#include "tools/join/wikiplain_stop.h"
#include "tools/parallel/bounded_queue.h"
#include "tools/parallel/ordered_work.h"

struct wikiplain_feeder {
    /* Set by the caller, borrowed. */
    const struct wikiplain_rules *rules;
    const struct wikiplain_inputs *inputs;
    const struct wikiplain_stop *stop;
    const struct messages *messages;
    struct ordered_work *work;
    struct bounded_queue *spares; /* jobs to be used again */
    unsigned threads;             /* that decode bzip2 */
    /* To be read. */
    atomic_uint_fast64_t consumed; /* bytes of the inputs, packed as they are */
    enum status status;            /* how it ended; STATUS_OK when all has been handed in */
    struct error error;
    uint64_t skipped; /* pages too long, since the last batch */
    struct error skip_error;
    /* Its own. */
    struct thread_pool thread;
    struct wikiplain_source source;
    struct wikiplain_site *site; /* of the input before */
};

/* The jobs and bytes that may be under way for so many threads. */
size_t wikiplain_feeder_jobs(unsigned threads);
uint64_t wikiplain_feeder_bytes(unsigned threads);

/* Starts the thread; it closes the work when there is no more to hand in. */
MUST_USE enum status wikiplain_feeder_start(struct wikiplain_feeder *feeder, struct error *error);

/* Waits for the thread; harmless when it was not started. */
void wikiplain_feeder_join(struct wikiplain_feeder *feeder);

#endif
