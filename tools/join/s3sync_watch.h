/*
 * s3sync_watch - what people and programs see of a run: messages, the bar, events, counts.
 *
 * Plan, engine and sessions tell it what happens; their callbacks have `struct s3sync_watch *` as
 * context. A thread of its own keeps the bar moving while large files are on their way.
 *
 * Thread rule: start and finish belong to one thread; all else may be called by any.
 */
#ifndef TOOLS_JOIN_S3SYNC_WATCH_H
#define TOOLS_JOIN_S3SYNC_WATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/cli.h"
#include "tools/cli/progress.h"
#include "tools/join/s3sync_counts.h"
#include "tools/join/s3sync_events.h"
#include "tools/s3/request_note.h"
#include "tools/s3/sync_action.h"

struct s3sync_watch {
    struct cli *cli;                   /* borrowed */
    bool dry_run;                      /* planned actions are printed */
    const atomic_uint_fast64_t *moved; /* bytes on their way, both ways; borrowed, or NULL */
    pthread_mutex_t mutex;
    pthread_cond_t ending; /* CLOCK_MONOTONIC */
    pthread_t ticker;
    bool ticks;
    /* Under the mutex: */
    bool ended;
    bool muted;
    bool was_quiet;   /* before it was muted */
    FILE *muted_file; /* of the events, likewise */
    struct s3sync_events events;
    struct s3sync_counts counts;
    struct progress progress;
    uint64_t planned_files, planned_bytes;
    uint64_t finished_files, finished_bytes;
    bool plan_is_whole;
};

struct s3sync_watch_options {
    bool json;
    bool dry_run;
    uint64_t progress_interval;        /* seconds between lines without a terminal; 0 for none */
    const atomic_uint_fast64_t *moved; /* bytes on their way, both ways; borrowed, or NULL */
};

MUST_USE enum status s3sync_watch_start(struct s3sync_watch *watch, struct cli *cli,
                                        const struct s3sync_watch_options *options,
                                        struct error *error);

/* Tells the buckets, once they are known: NULL for files; borrowed. Before the first action. */
void s3sync_watch_places(struct s3sync_watch *watch, const char *source_bucket,
                         const char *target_bucket);

/*
 * An action was planned: printed in a dry run, which ends when nobody can read it: STATUS_FAILED or
 * STATUS_CLOSED_PIPE. Other runs go on, and tell at their end.
 */
MUST_USE enum status s3sync_watch_planned(struct s3sync_watch *watch,
                                          const struct sync_action *action, struct error *error);

/* No more will be planned: the totals of the bar are known. */
void s3sync_watch_plan_is_whole(struct s3sync_watch *watch);

/* An action is over. */
void s3sync_watch_result(void *watch, const struct sync_action *action,
                         const struct sync_result *result, enum status status,
                         const struct error *error);

/* A source can be no action. */
void s3sync_watch_refused(void *watch, const char *path, const struct error *why);

/* Something is odd, but goes on. */
void s3sync_watch_warning(void *watch, const char *sentence);

/* An attempt failed and is made again after a pause. */
void s3sync_watch_retry(void *watch, const char *sentence, uint64_t attempt, uint64_t pause_ms);

/* An attempt is over. */
void s3sync_watch_request(void *watch, const struct request_note *note);

/* A line of a trace, without secrets. */
void s3sync_watch_trace(void *watch, const char *line);

/*
 * From now on nothing is told any more of what becomes of actions and requests. False, with nothing
 * changed, when somebody has been writing for a second: whoever reads that has stopped.
 */
MUST_USE bool s3sync_watch_mute(struct s3sync_watch *watch);

/*
 * Tells the summary of a muted run that a signal ends, to people and programs and the run report,
 * while its threads may still be at work.
 */
void s3sync_watch_stopped(struct s3sync_watch *watch, int signal);

/* Ends bar and thread, tells the summary, fills the run report. */
void s3sync_watch_finish(struct s3sync_watch *watch, enum status status, const struct error *error);

#endif
