/*
 * h5pack_run - an example stream in, a data set out: joins formats/stream and formats/h5.
 */
#ifndef TOOLS_JOIN_H5PACK_RUN_H
#define TOOLS_JOIN_H5PACK_RUN_H

#include "formats/base/byte_sink.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"
#include "tools/join/packing.h"

/*
 * Reads examples, publishes shards under the directory, writes their paths to `list` as each is
 * finished, and dataset.json last. Warns through cli->messages and counts in cli->report. To cut
 * the examples anew all of them are read and counted first.
 */
MUST_USE enum status h5pack_run(const struct h5pack_settings *settings, struct cli *cli,
                                struct byte_source *source, struct byte_sink *list,
                                struct error *error);

#endif
