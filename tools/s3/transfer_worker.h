/*
 * transfer_worker - what one worker of a transfer_engine has in hand while it carries out actions.
 *
 * Thread rule: a worker belongs to its thread; `settings` are shared and only read, but for
 * `folders` and what the server does not know, which any thread may use.
 */
#ifndef TOOLS_S3_TRANSFER_WORKER_H
#define TOOLS_S3_TRANSFER_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/s3/object_options.h"
#include "tools/s3/open_uploads.h"
#include "tools/s3/s3_client.h"
#include "tools/s3/target_folders.h"

/* Told a temporary file's name before it is made; returns a number for `forget`. */
typedef int transfer_remember_function(const char *path);

/* Told that the name is nobody's any more. */
typedef void transfer_forget_function(int number);

/* All pointers are borrowed for the engine's life. */
struct transfer_options {
    struct s3_session *source;            /* of the bucket that is read; NULL: files */
    struct s3_session *target;            /* of the bucket that is written; NULL: files */
    unsigned workers;                     /* --concurrency: requests in flight at most */
    uint64_t part_size;                   /* --part-size; 0 for PART_PLAN_DEFAULT_SIZE */
    uint64_t multipart_threshold;         /* --multipart-threshold: from this size on in parts;
                                             0 for PART_PLAN_DEFAULT_THRESHOLD */
    uint64_t copy_threshold;              /* the largest object that the server copies at once;
                                             0 for 5 GiB, S3's limit */
    const struct object_options *object;  /* NULL: nothing was asked */
    const char *state_folder;             /* keeps what is known of unfinished uploads; NULL:
                                             a killed one begins anew */
    struct open_uploads *uploads;         /* told of uploads in parts, for whoever ends the run in
                                             their middle; NULL for none */
    const char *temporary_folder;         /* for copies through us; NULL: /tmp */
    transfer_remember_function *remember; /* NULL for none */
    transfer_forget_function *forget;     /* NULL for none */
};

struct transfer_settings {
    struct transfer_options options;
    atomic_bool stopped;
    atomic_bool no_batch_deletes; /* the server does not know DeleteObjects */
    atomic_bool no_server_copies; /* nor CopyObject */
    atomic_bool no_ranges;        /* nor Range */
    struct target_folders folders;
};

struct transfer_worker {
    struct transfer_settings *settings;
    struct s3_client *source; /* NULL: files */
    struct s3_client *target; /* NULL: files */
    unsigned char *block;     /* scratch memory for reading */
    size_t block_size;
};

#endif
