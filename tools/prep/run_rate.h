/*
 * run_rate - how fast tasks come along, and how long the rest of them takes.
 *
 * Measured is what a task takes for the text it is made of; the speed of all is that of one, times
 * as many as are running. So it holds at any moment and for any number of machines, and follows at
 * once when workers come or go; tasks of very different speed (two kinds of machine) make it less
 * sure.
 *
 * A byte of text counts once for each phase that is made of it.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_RUN_RATE_H
#define TOOLS_PREP_RUN_RATE_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"

/* A task that is running. */
struct running_work {
    double bytes;   /* of text that it has to work on */
    double seconds; /* since it began */
};

struct run_rate {
    double made_bytes;            /* of text that tasks were made of */
    double made_seconds;          /* the sum of what each of these took */
    double waiting_bytes;         /* of text of the tasks that are neither done nor running */
    struct running_work *running; /* owned */
    size_t running_count, running_capacity;
};

/* Adds a task that is running. */
MUST_USE enum status run_rate_add_running(struct run_rate *rate, double bytes, double seconds,
                                          struct error *error);

/*
 * Bytes of text a second, by all that run, and seconds until all is done. False when it cannot be
 * told: nothing was made yet, or nothing runs.
 */
bool run_rate_find(const struct run_rate *rate, double *bytes_per_second, double *seconds_left);

/* Frees; harmless when zeroed. */
void run_rate_release(struct run_rate *rate);

#endif
