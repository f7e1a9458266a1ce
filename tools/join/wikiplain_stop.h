/*
 * wikiplain_stop - ends a run early: all that may wait is woken, by a signal too.
 *
 * SIGINT and its like end the work; the output then gets its CANCEL line, and the process dies by
 * the signal. When that takes longer than two seconds, for nobody reads the output, or a second
 * signal comes, it dies at once.
 *
 * Thread rule: start and finish belong to one thread, raise to any.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_STOP_H
#define TOOLS_JOIN_WIKIPLAIN_STOP_H

#include <stdatomic.h>

#include "formats/base/status.h"
#include "tools/parallel/ordered_work.h"
#include "tools/parallel/thread_pool.h"

struct wikiplain_stop {
    int descriptor;            /* can be read from once the run is to stop */
    struct ordered_work *work; /* borrowed: aborted then */
    /* Its own. */
    int raiser;     /* the other end of `descriptor` */
    int signals[2]; /* a signal's number goes through, or 0 at the end */
    struct thread_pool watcher;
    atomic_int signal; /* 0: none has come */
};

/* Begins to wait for signals. */
MUST_USE enum status wikiplain_stop_start(struct wikiplain_stop *stop, struct ordered_work *work,
                                          struct error *error);

/* Stops the run. */
void wikiplain_stop_raise(struct wikiplain_stop *stop);

/* The signal that has come, or 0. */
int wikiplain_stop_signal(const struct wikiplain_stop *stop);

/* Ends the waiting; dies by the signal that has come, if any. Harmless when zeroed. */
void wikiplain_stop_finish(struct wikiplain_stop *stop);

#endif
