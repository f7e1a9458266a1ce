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
#include "formats/stream/piece_kinds.h"
#include "formats/stream/provenance.h"
#include "tools/cli/messages.h"
#include "tools/mlm/example_options.h"

enum mkmlm_literals { MKMLM_LITERALS_REAL, MKMLM_LITERALS_TEXT, MKMLM_LITERALS_EITHER };

/* More predictions than can be asked for. */
#define MKMLM_PREDICTIONS_UNSET UINT64_MAX

/* As the command line gives them. */
struct mkmlm_settings {
    uint64_t max_seq_length;          /* 0: that of the phase */
    uint64_t max_predictions_per_seq; /* MKMLM_PREDICTIONS_UNSET: those of the phase */
    double masked_lm_prob;
    double short_seq_prob;
    uint64_t dupe_factor;
    const char *random_seed; /* decimal digits */
    bool seed_per_shard;
    int special_literals; /* what the tokens must have been made with: enum mkmlm_literals */
    bool strict;          /* what would break a known trainer is an error */
    int phase;            /* of BERT's training, counted from 0: the lengths where none are given */
    bool whole_word_mask;
    uint64_t ngram; /* 0: none */
    bool sentence_order;
    bool no_nsp;
    bool within_documents;
    bool no_mask;
    int same_document_label; /* 0 or 1; -1 where nothing is said */
    bool random_from_regular;
    uint64_t memory; /* the most a shard and its examples may take, in bytes; 0: no limit */
};

/* The defaults. */
void mkmlm_settings_init(struct mkmlm_settings *settings);

/* Fills in what examples of such options say of themselves; to be released. */
MUST_USE enum status mkmlm_settings_describe(const struct mkmlm_settings *settings,
                                             const struct example_options *options,
                                             struct provenance_examples *examples,
                                             struct error *error);

/*
 * Makes the options for examples of tokens of that provenance, whose pieces are of these kinds;
 * kinds->continues is NULL when the stream does not tell. *replacements is what they draw
 * random tokens from: memory to be freed as long as the options were used, or NULL. Warns of what a
 * known trainer stumbles over; STATUS_USAGE for it under --strict, and for options that make no
 * sense.
 */
MUST_USE enum status mkmlm_settings_apply(const struct mkmlm_settings *settings,
                                          struct example_options *options, uint32_t **replacements,
                                          const struct provenance_tokens *tokens,
                                          const struct piece_kinds *kinds,
                                          const struct messages *messages, struct error *error);

#endif
