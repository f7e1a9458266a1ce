/*
 * mkmlm_settings - the options of mkmlm(1), and what they make of a token stream's provenance.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_MKMLM_SETTINGS_H
#define TOOLS_JOIN_MKMLM_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/stream/provenance.h"
#include "tools/cli/messages.h"
#include "tools/mlm/example_options.h"

enum mkmlm_literals { MKMLM_LITERALS_REAL, MKMLM_LITERALS_TEXT, MKMLM_LITERALS_EITHER };

/* As the command line gives them. */
struct mkmlm_settings {
    uint64_t max_seq_length;
    uint64_t max_predictions_per_seq;
    double masked_lm_prob;
    double short_seq_prob;
    uint64_t dupe_factor;
    const char *random_seed; /* decimal digits */
    bool seed_per_shard;
    int special_literals; /* what the tokens must have been made with: enum mkmlm_literals */
    bool strict;          /* what would break a known trainer is an error */
    uint64_t memory;      /* the most a shard and its examples may take, in bytes; 0: no limit */
};

/* The defaults. */
void mkmlm_settings_init(struct mkmlm_settings *settings);

/*
 * Makes the options for examples of tokens of that provenance. *replacements is what they draw
 * random tokens from: memory to be freed as long as the options were used, or NULL. Warns of what a
 * known trainer stumbles over; STATUS_USAGE for it under --strict, and for options that make no
 * sense.
 */
MUST_USE enum status mkmlm_settings_apply(const struct mkmlm_settings *settings,
                                          struct example_options *options, uint32_t **replacements,
                                          const struct provenance_tokens *tokens,
                                          const struct messages *messages, struct error *error);

/* The seed as it is recorded: without a plus sign or needless zeros. To be freed; NULL without
 * memory. */
char *mkmlm_settings_seed(const struct mkmlm_settings *settings);

#endif
