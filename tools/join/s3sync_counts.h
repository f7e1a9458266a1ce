/*
 * s3sync_counts - what a run has done so far: actions by kind, bytes, requests by kind.
 *
 * Thread rule: one call at a time.
 */
#ifndef TOOLS_JOIN_S3SYNC_COUNTS_H
#define TOOLS_JOIN_S3SYNC_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/run_report.h"
#include "tools/s3/request_note.h"
#include "tools/s3/sync_action.h"

/* The kinds that are billed and limited apart: a GET that lists is a LIST. */
enum request_kind {
    REQUEST_PUT,
    REQUEST_GET,
    REQUEST_HEAD,
    REQUEST_LIST,
    REQUEST_POST,
    REQUEST_DELETE,
    REQUEST_KINDS,
};

struct s3sync_counts {
    uint64_t uploaded;
    uint64_t downloaded;
    uint64_t copied;
    uint64_t skipped;
    uint64_t deleted;
    uint64_t failed;
    uint64_t bytes; /* of content that is now at the target because of this run */
    uint64_t requests[REQUEST_KINDS];
    uint64_t all_requests;
    uint64_t retries;
};

/* "PUT", "LIST" and so on. */
const char *s3sync_counts_request_name(enum request_kind kind);

/* Counts an action that is over. */
void s3sync_counts_add_action(struct s3sync_counts *counts, enum sync_action_kind kind,
                              const struct sync_result *result, enum status status);

/* Counts an attempt of a request. */
void s3sync_counts_add_request(struct s3sync_counts *counts, const struct request_note *note);

/*
 * "12 uploaded, 3 skipped, 0 deleted, 0 failed; 1.5 MiB; 13 requests (12 PUT, 1 LIST), 0 retries"
 */
void s3sync_counts_line(const struct s3sync_counts *counts, char *text, size_t size);

/* Puts everything into the run report. */
void s3sync_counts_report(const struct s3sync_counts *counts, struct run_report *report);

#endif
