/*
 * mkmlm_run - a token stream in, an example stream out: joins formats/stream and tools/mlm.
 */
#ifndef TOOLS_JOIN_MKMLM_RUN_H
#define TOOLS_JOIN_MKMLM_RUN_H

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"
#include "tools/join/mkmlm_settings.h"

/*
 * Reads the token stream in the file `path`, "-" for standard input: shards, each whole before
 * anything is made of it, and writes their examples. When it fails, the example stream ends in an
 * error block that says why. Warns through cli->messages and counts in cli->report.
 */
MUST_USE enum status mkmlm_run(const struct mkmlm_settings *settings, struct cli *cli,
                               const char *path, struct byte_sink *sink, struct error *error);

#endif
