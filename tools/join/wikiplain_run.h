/*
 * wikiplain_run - dumps in, text out: a thread that reads, threads that clean, and the main thread,
 * which writes in the order of the input.
 *
 * Memory is bounded whatever the input: a number of batches, each of about 1 MiB, are under way,
 * and a page of unusual length goes alone.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_RUN_H
#define TOOLS_JOIN_WIKIPLAIN_RUN_H

#include "formats/base/byte_sink.h"
#include "tools/cli/cli.h"
#include "tools/join/wikiplain_settings.h"

/*
 * Reads the dumps among cli->operands, or standard input where there are none, and writes to
 * `sink`. When it fails, what is whole has been written and a CANCEL line follows; STATUS_PARTIAL
 * when pages were left out for their length.
 */
MUST_USE enum status wikiplain_run(const struct wikiplain_settings *settings, struct cli *cli,
                                   struct byte_sink *sink, struct error *error);

#endif
