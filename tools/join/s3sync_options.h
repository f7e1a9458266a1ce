/*
 * s3sync_options - what the command line of s3sync can say: variables, defaults, table.
 */
#ifndef TOOLS_JOIN_S3SYNC_OPTIONS_H
#define TOOLS_JOIN_S3SYNC_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/cli/options.h"

/* Texts are borrowed from the command line, NULL where it said nothing. */
struct s3sync_options {
    /* The run. */
    bool dry_run;
    bool json;                  /* events on standard output */
    uint64_t progress_interval; /* seconds; 0: none */
    bool null_list;
    bool trace; /* headers of requests and answers on standard error */
    /* What is to be done. */
    struct option_list globs; /* owned: uses of "include" and "exclude", in order */
    bool delete_others;
    uint64_t max_delete;
    bool force;
    bool no_overwrite;
    bool size_only;
    bool checksum;
    const char *cache;
    bool no_cache;
    struct option_list last; /* owned: patterns of commit files */
    const char *sagemaker_manifest;
    /* Requests. */
    uint64_t concurrency;
    uint64_t part_size;
    uint64_t multipart_threshold;
    uint64_t bandwidth_limit; /* bytes a second; 0: none */
    const char *abort_stale;  /* an age */
    uint64_t max_attempts;
    uint64_t retry_base_delay; /* milliseconds */
    uint64_t connect_timeout;  /* seconds, as all that follow */
    uint64_t stall_timeout;
    uint64_t request_timeout; /* 0: none */
    /* Places. */
    const char *bucket; /* for URLs without one */
    const char *region;
    const char *profile;
    bool no_sign_request;
    const char *endpoint_url;
    const char *ca_bundle;
    bool path_style;
    bool virtual_host_style;
    bool dual_stack;
    bool fips;
    /* Objects that are made. */
    const char *sse;
    const char *sse_kms_key_id;
    const char *storage_class;
    const char *acl;
    struct option_list tags;     /* owned: "name=value" */
    struct option_list metadata; /* owned: "name=value" */
    const char *content_type;
    int checksum_algorithm; /* enum content_checksum_algorithm */
    const char *request_payer;
    const char *expected_bucket_owner;
};

/* The most rows the table may have. */
#define S3SYNC_OPTIONS_ROWS 64

/* The defaults. */
void s3sync_options_init(struct s3sync_options *options);

/* Fills the table, whose rows point into *options; returns their number. */
size_t s3sync_options_rows(struct s3sync_options *options,
                           struct option_spec rows[S3SYNC_OPTIONS_ROWS]);

/* Whether they can be meant together: STATUS_USAGE with a sentence when not. */
MUST_USE enum status s3sync_options_check(const struct s3sync_options *options,
                                          struct error *error);

/* Frees the lists. */
void s3sync_options_release(struct s3sync_options *options);

#endif
