/*
 * s3sync_options - what the command line of s3sync can say: variables, defaults, table.
 */
#ifndef TOOLS_JOIN_S3SYNC_OPTIONS_H
#define TOOLS_JOIN_S3SYNC_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/cli/options.h"

struct s3sync_options {
    const char *region;
    const char *profile;
    const char *endpoint_url;
    bool path_style;
    bool virtual_host_style;
    bool dry_run;
    bool json;  /* events on standard output */
    bool trace; /* headers of requests and answers on standard error */
    uint64_t concurrency;
    uint64_t max_attempts;
    uint64_t retry_base_delay;  /* milliseconds */
    uint64_t connect_timeout;   /* seconds */
    uint64_t stall_timeout;     /* seconds */
    uint64_t progress_interval; /* seconds */
};

/* The most rows the table may have. */
#define S3SYNC_OPTIONS_ROWS 64

/* The defaults. */
void s3sync_options_init(struct s3sync_options *options);

/* Fills the table, whose rows point into *options; returns their number. */
size_t s3sync_options_rows(struct s3sync_options *options,
                           struct option_spec rows[S3SYNC_OPTIONS_ROWS]);

#endif
