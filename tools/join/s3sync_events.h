/*
 * s3sync_events - what happens, for programs: one JSON object a line (s3sync(1), EVENTS).
 *
 * Each line begins {"event": NAME, "time": UTC with milliseconds, ...} and is whole when it is
 * written. Fields are only ever added. Strings may hold any bytes (json_escape.h).
 *
 * Thread rule: one call at a time.
 */
#ifndef TOOLS_JOIN_S3SYNC_EVENTS_H
#define TOOLS_JOIN_S3SYNC_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/status.h"
#include "tools/join/s3sync_counts.h"
#include "tools/s3/sync_action.h"

struct s3sync_events {
    FILE *file;                /* NULL: nothing is written */
    const char *source_bucket; /* borrowed; NULL when sources are files */
    const char *target_bucket; /* likewise */
};

/* The verb of an action: "upload", "download", "copy", "delete", "abort", "skip". */
const char *s3sync_events_verb(enum sync_action_kind kind);

/* The run begins. */
void s3sync_events_start(const struct s3sync_events *events, char *const *operands, int count,
                         bool dry_run);

/* An action is planned. */
void s3sync_events_plan(const struct s3sync_events *events, const struct sync_action *action);

/* An action is over: "done", "skip", "delete" or "abort", or "failed" with the reason. */
void s3sync_events_result(const struct s3sync_events *events, const struct sync_action *action,
                          const struct sync_result *result, enum status status,
                          const struct error *error);

/* A source that never became an action: "failed". */
void s3sync_events_refused(const struct s3sync_events *events, const char *path,
                           const struct error *why);

/* A request failed and is tried again. */
void s3sync_events_retry(const struct s3sync_events *events, const char *sentence, uint64_t attempt,
                         uint64_t pause_ms);

/* The run is over; `sentence` is why it did not end well, "" when it did. */
void s3sync_events_summary(const struct s3sync_events *events, const struct s3sync_counts *counts,
                           double seconds, int exit_code, const char *sentence);

#endif
