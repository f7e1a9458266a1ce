/*
 * docshard_run - sentence text in, even shards of documents out.
 */
#ifndef TOOLS_JOIN_DOCSHARD_RUN_H
#define TOOLS_JOIN_DOCSHARD_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"

/* Shards of either kind at most: each is an open file. */
#define DOCSHARD_MOST 4096

/* The options of docshard(1), with its defaults in docshard_settings_init. */
struct docshard_settings {
    const char *directory;
    uint64_t training_shards;
    uint64_t test_shards;
    double test_fraction; /* of the documents; DOCSHARD_AUTOMATIC: a tenth if there are shards */
    bool dedupe;
    bool remove_others; /* shards of that name that this run does not make */
};

#define DOCSHARD_AUTOMATIC (-1.0)

void docshard_settings_init(struct docshard_settings *settings);

/*
 * Shards the files among cli->operands, whose first is the name of the shards, or standard input
 * where no file is named. Publishes all shards at the end, or none; writes their paths to `list`.
 */
MUST_USE enum status docshard_run(const struct docshard_settings *settings, struct cli *cli,
                                  struct byte_sink *list, struct error *error);

#endif
