/*
 * mkmlm_run - a token stream in, an example stream out: joins formats/stream and tools/mlm.
 */
#ifndef TOOLS_JOIN_MKMLM_RUN_H
#define TOOLS_JOIN_MKMLM_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"

/* The options of mkmlm(1), with its defaults in mkmlm_settings_init. */
struct mkmlm_settings {
    uint64_t max_seq_length;
    uint64_t max_predictions_per_seq;
    double masked_lm_prob;
    double short_seq_prob;
    uint64_t dupe_factor;
    const char *random_seed; /* decimal digits */
    bool seed_per_shard;
    bool strict;     /* what would break a known trainer is an error */
    uint64_t memory; /* the most a shard and its examples may take, in bytes; 0: no limit */
};

void mkmlm_settings_init(struct mkmlm_settings *settings);

/*
 * Reads shards, each whole before anything is made of it, and writes their examples. When it fails,
 * the example stream ends in an error block that says why. Warns through cli->messages and
 * counts in cli->report.
 */
MUST_USE enum status mkmlm_run(const struct mkmlm_settings *settings, struct cli *cli,
                               struct byte_source *source, struct byte_sink *sink,
                               struct error *error);

#endif
