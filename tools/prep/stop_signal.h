/*
 * stop_signal - that this process was told to stop, for whoever waits for others meanwhile.
 *
 * The descriptor is the reading end of a pipe to which the signal handler writes the number of the
 * signal, one byte.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_PREP_STOP_SIGNAL_H
#define TOOLS_PREP_STOP_SIGNAL_H

#include <stdbool.h>

struct stop_signal {
    int descriptor; /* not blocking; -1: cannot be told */
    int number;     /* 0: not told */
};

/* Whether a signal has come by now; does not wait. */
bool stop_signal_came(struct stop_signal *stop);

#endif
