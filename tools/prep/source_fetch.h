/*
 * source_fetch - brings the sources of a plan that are URLs, and its vocabulary, into the folder.
 *
 * This is a contract between folders: tools/prep decides what is fetched and when, and whoever can
 * speak HTTP (tools/s3 holds the library) gives the function that fetches one file.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_PREP_SOURCE_FETCH_H
#define TOOLS_PREP_SOURCE_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

struct fetched_file {
    const char *url;           /* borrowed */
    const char *path;          /* borrowed: where it goes, whole or not at all */
    uint64_t bytes;            /* expected; 0: any */
    const char *sha1, *sha256; /* expected, hexadecimal; "" or NULL: any */
    char *found_sha256;        /* RUN_PLAN_SHA256 bytes for the SHA-256 of what came */
};

/*
 * Fetches one file, or finds that it is there already and right. STATUS_TEMPORARY when the network
 * gave out or it was told to stop: the next call goes on with what came.
 */
typedef enum status fetch_function(void *context, const struct fetched_file *file,
                                   struct error *error);

/*
 * Asks a server for the size of a source and for its published SHA-1. What cannot be learnt stays 0
 * and "", STATUS_OK then, too, when the server cannot be reached: it is compared once it is here.
 */
typedef enum status source_probe_function(void *context, struct run_source *source,
                                          struct error *error);

/*
 * Fetches what is missing into DIR/source/ and DIR/vocab.txt, each with a marker ("source-<name>",
 * "vocab"); *was_done when nothing was missing. What is there is only looked at (its size): whoever
 * reads it compares its hash.
 */
MUST_USE enum status source_fetch_run(const char *folder, const struct run_plan *plan,
                                      fetch_function *fetch, void *context, bool *was_done,
                                      struct error *error);

#endif
