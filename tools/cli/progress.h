/*
 * progress - one line on standard error that tells how far a long run is.
 *
 * Shown on a terminal only, not before a second has passed, at most a few times a second, and by
 * one tool per terminal: in a pipe the first to ask has the line (an advisory lock on the
 * terminal).
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_CLI_PROGRESS_H
#define TOOLS_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct progress {
    const char *tool;
    const char *unit; /* what is counted: "bytes", "rows" */
    uint64_t total;   /* 0: unknown */
    bool wanted;      /* a terminal, and not quiet */
    bool shown;       /* something is on the line now */
    int terminal;     /* own descriptor that holds the lock, or -1 */
    struct timespec started, drawn;
};

/* Prepares; draws nothing yet. `unit` "bytes" is shown in KiB, MiB and so on. */
void progress_init(struct progress *progress, const char *tool, const char *unit, uint64_t total,
                   bool quiet);

/* Tells how much is done; cheap when it is not time to draw. */
void progress_update(struct progress *progress, uint64_t done);

/* Takes the line away, so that a message can be written. */
void progress_finish(struct progress *progress);

#endif
