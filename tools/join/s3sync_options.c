#include "tools/join/s3sync_options.h"

#include <string.h>

#include "tools/s3/retry.h"

void s3sync_options_init(struct s3sync_options *options) {
    const struct retry_policy retry = RETRY_POLICY_DEFAULT;
    *options = (struct s3sync_options){
        .concurrency = 8,
        .max_attempts = retry.max_attempts,
        .retry_base_delay = retry.base_ms,
        .connect_timeout = 10,
        .stall_timeout = 60,
        .progress_interval = 60,
    };
}

/* Adds rows behind those that are there. */
static void add_rows(struct option_spec *rows, size_t *count, const struct option_spec *more,
                     size_t more_count) {
    memcpy(rows + *count, more, more_count * sizeof *more);
    *count += more_count;
}

static void add_run_rows(struct s3sync_options *options, struct option_spec *rows, size_t *count) {
    const struct option_spec more[] = {
        option_letter('n', option_flag("dry-run", &options->dry_run,
                                       "print what would go where, a line each; change nothing")),
        option_flag("json", &options->json,
                    "write events to standard output, one JSON object a line"),
        option_whole("progress-interval", &options->progress_interval, 0, 86400, "S",
                     "seconds between lines of progress where there is no terminal; 0: none"),
        option_flag("trace", &options->trace,
                    "show the headers of requests and answers, without their secrets"),
    };
    add_rows(rows, count, more, sizeof more / sizeof *more);
}

static void add_place_rows(struct s3sync_options *options, struct option_spec *rows,
                           size_t *count) {
    const struct option_spec more[] = {
        option_default("AWS_REGION, the profile's, or us-east-1",
                       option_text("region", &options->region, "NAME", "the bucket's region")),
        option_default("AWS_PROFILE, or default",
                       option_text("profile", &options->profile, "NAME",
                                   "profile of the AWS configuration files")),
        option_default("AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or AWS",
                       option_text("endpoint-url", &options->endpoint_url, "URL", "S3 server")),
        option_flag("path-style", &options->path_style,
                    "name the bucket in the path, as is done anyway with servers other than AWS"),
        option_flag("virtual-host-style", &options->virtual_host_style,
                    "name the bucket in the host, as is done anyway with AWS"),
    };
    add_rows(rows, count, more, sizeof more / sizeof *more);
}

static void add_request_rows(struct s3sync_options *options, struct option_spec *rows,
                             size_t *count) {
    const struct option_spec more[] = {
        option_letter('j', option_whole("concurrency", &options->concurrency, 1, 128, "N",
                                        "files on their way at a time")),
        option_whole("max-attempts", &options->max_attempts, 1, 1000, "N",
                     "times a request is tried before its file counts as failed"),
        option_whole("retry-base-delay", &options->retry_base_delay, 0, 20000, "MS",
                     "longest pause before a second attempt; doubles with each, up to 20 s"),
        option_whole("connect-timeout", &options->connect_timeout, 1, 3600, "S",
                     "seconds to wait for a connection"),
        option_whole("stall-timeout", &options->stall_timeout, 1, 3600, "S",
                     "seconds without a byte after which a request is tried again"),
    };
    add_rows(rows, count, more, sizeof more / sizeof *more);
}

size_t s3sync_options_rows(struct s3sync_options *options,
                           struct option_spec rows[S3SYNC_OPTIONS_ROWS]) {
    size_t count = 0;
    add_run_rows(options, rows, &count);
    add_request_rows(options, rows, &count);
    add_place_rows(options, rows, &count);
    return count;
}
