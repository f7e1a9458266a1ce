/*
 * progress - one line on standard error that tells how far a long run is.
 *
 * Shown on a terminal only (none that TERM calls dumb), no wider than that, not before a second has
 * passed, at most a few times a second, and by one tool per terminal: in a pipe the first to ask
 * has the line (an advisory lock on the terminal). Elsewhere nothing is said, or, where
 * progress_every asks for it, a line now and then.
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
    uint64_t files, all_files;
    bool counts_files;
    double every; /* seconds between lines where there is no terminal; 0: none */
    bool quiet;
    bool wanted;  /* a terminal, and not quiet */
    bool shown;   /* something is on the line now */
    int terminal; /* own descriptor that holds the lock, or -1 */
    struct timespec started, drawn;
};

/* Prepares; draws nothing yet. `unit` "bytes" is shown in KiB, MiB and so on. */
void progress_init(struct progress *progress, const char *tool, const char *unit, uint64_t total,
                   bool quiet);

/* Has a line written each so many seconds where standard error is no terminal, unless quiet. */
void progress_every(struct progress *progress, double seconds);

/* Tells how much there is to do, as far as is known by now; 0 for unknown. */
void progress_expect(struct progress *progress, uint64_t total);

/* Tells how many files are done, of how many (0: unknown); they are shown from now on. */
void progress_files(struct progress *progress, uint64_t done, uint64_t all);

/* Tells how much is done; cheap when it is not time to draw. */
void progress_update(struct progress *progress, uint64_t done);

/*
 * Says a line of the caller's own words, where and when progress_update would say its own; whether
 * it is time for one, progress_is_due tells, so that the words need not be made in vain.
 */
bool progress_is_due(struct progress *progress);
void progress_say(struct progress *progress, const char *text);

/* Takes the line away, so that a message can be written. */
void progress_finish(struct progress *progress);

#endif
