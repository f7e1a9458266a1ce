/*
 * h5pack_run - an example stream in, a data set out: joins formats/stream and formats/h5.
 */
#ifndef TOOLS_JOIN_H5PACK_RUN_H
#define TOOLS_JOIN_H5PACK_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"

/* The options of h5pack(1). */
struct h5pack_settings {
    const char *directory;
    const char *corpus;   /* for shards whose names tell none; NULL: the shard's own name */
    const char *compress; /* "isal:1" and so on; NULL: the default */
    uint64_t rows;        /* rows of each shard; 0: as the stream is cut */
    bool remove_others;
    bool strict;
};

/*
 * Reads examples, publishes shards under the directory, writes their paths to `list` as each is
 * finished, and dataset.json last. Warns through cli->messages and counts in cli->report.
 */
MUST_USE enum status h5pack_run(const struct h5pack_settings *settings, struct cli *cli,
                                struct byte_source *source, struct byte_sink *list,
                                struct error *error);

#endif
