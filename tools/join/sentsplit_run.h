/*
 * sentsplit_run - paragraphs in, sentences out: files, threads, order.
 */
#ifndef TOOLS_JOIN_SENTSPLIT_RUN_H
#define TOOLS_JOIN_SENTSPLIT_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"

/* The options of sentsplit(1), with its defaults in sentsplit_settings_init. */
struct sentsplit_settings {
    const char *language;
    uint64_t max_characters; /* of a sentence; SENTSPLIT_AUTOMATIC: as the language needs it */
    bool strict;
};

#define SENTSPLIT_AUTOMATIC UINT64_MAX

void sentsplit_settings_init(struct sentsplit_settings *settings);

/*
 * Splits the files among cli->operands, or standard input where there are none, and writes to
 * `sink`. When it fails, the output ends with a CANCEL line that says why.
 */
MUST_USE enum status sentsplit_run(const struct sentsplit_settings *settings, struct cli *cli,
                                   struct byte_sink *sink, struct error *error);

#endif
