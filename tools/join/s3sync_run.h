/*
 * s3sync_run - what s3sync does once its options are known: sources, target, uploader, messages.
 */
#ifndef TOOLS_JOIN_S3SYNC_RUN_H
#define TOOLS_JOIN_S3SYNC_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/cli.h"

struct s3sync_settings {
    const char *region;
    const char *profile;
    const char *endpoint_url;
    bool path_style;
    bool virtual_host_style;
    bool dry_run;
    bool trace; /* requests and answers on standard error */
    uint64_t concurrency;
    uint64_t max_attempts;
    uint64_t retry_base_delay; /* milliseconds */
    uint64_t connect_timeout;  /* seconds */
    uint64_t stall_timeout;    /* seconds */
};

/* The defaults. */
void s3sync_settings_init(struct s3sync_settings *settings);

/* Whether sources are read from standard input: none are named, or "-" is. */
bool s3sync_reads_list(const struct cli *cli);

/* Does it all; fills the run report. The status is the tool's. */
MUST_USE enum status s3sync_run(const struct s3sync_settings *settings, struct cli *cli,
                                struct error *error);

#endif
