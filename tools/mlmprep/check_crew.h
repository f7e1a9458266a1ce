/*
 * check_crew - threads that look at many things side by side, while the caller's own thread draws
 * progress and hears whether it is told to stop.
 *
 * Thread rule: one thread calls; it has ended the others when the call returns.
 */
#ifndef TOOLS_MLMPREP_CHECK_CREW_H
#define TOOLS_MLMPREP_CHECK_CREW_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/progress.h"
#include "tools/prep/stop_signal.h"

/*
 * Looks at number `index`, in some thread; what it finds out goes into the context. Once *stopped,
 * it returns as soon as it can. `worker` counts threads from 0.
 */
typedef void check_crew_function(void *context, size_t index, unsigned worker,
                                 const atomic_bool *stopped);

struct check_crew {
    check_crew_function *function;
    void *context;
    size_t count;             /* things to look at */
    unsigned threads;         /* at most; at least 1 */
    struct stop_signal *stop; /* borrowed; NULL: cannot be stopped */
    void (*on_stop)(void *);  /* called with stop_context, once, when it is stopped; or NULL */
    void *stop_context;
    /* Called with tick_context now and then, by the caller's thread; or NULL. */
    void (*on_tick)(void *);
    void *tick_context;
    struct progress *progress;  /* borrowed; counts things as files; or NULL */
    size_t before, all;         /* things done before, and of all crews together, for progress */
    atomic_uint_fast64_t bytes; /* for progress, added to by the function */
    /* Its own: */
    atomic_size_t next, done;
    atomic_bool stopped;
};

/*
 * Has every number from 0 to count - 1 looked at, each once. STATUS_TEMPORARY when it was told to
 * stop, STATUS_FAILED when no thread can be had.
 */
MUST_USE enum status check_crew_run(struct check_crew *crew, struct error *error);

/* What --threads says, or as many as the process may use; never more than `most`. */
unsigned check_crew_threads(uint64_t wanted, unsigned most);

#endif
