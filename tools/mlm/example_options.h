/*
 * example_options - what examples are made with: the parameters of the reference, and the ids.
 */
#ifndef TOOLS_MLM_EXAMPLE_OPTIONS_H
#define TOOLS_MLM_EXAMPLE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/mlm/random_seed.h"

/* [CLS] [SEP] [SEP] and a token on either side. The reference fails on less. */
#define EXAMPLE_LENGTH_MIN 5
/* Positions are kept in 16 bits. */
#define EXAMPLE_LENGTH_MAX 65535

/* What the two parts of a row are, and what its label tells. */
enum example_pairs {
    EXAMPLE_PAIRS_NEXT,  /* as BERT: the label tells of a random second part */
    EXAMPLE_PAIRS_ORDER, /* as ALBERT: the label tells of parts that were swapped */
    EXAMPLE_PAIRS_NONE,  /* as RoBERTa: one part, of sentences packed to length */
};

struct example_options {
    uint32_t max_seq_length;          /* EXAMPLE_LENGTH_MIN to EXAMPLE_LENGTH_MAX */
    uint32_t max_predictions_per_seq; /* 0 masks nothing */
    double masked_lm_prob;            /* 0 to 1, share of a row's tokens that are predicted */
    double short_seq_prob;            /* 0 to 1, share of documents cut into shorter rows */
    uint32_t dupe_factor;             /* 1 or more passes over the documents */
    uint64_t memory_limit; /* bytes that a shard with its examples may take; 0: no limit */
    struct random_seed seed;
    uint32_t vocabulary_size; /* all ids are below it */
    uint32_t cls_id;
    uint32_t sep_id;
    uint32_t mask_id;
    /*
     * What random replacement draws from: the id of each token once, in order of the tokens' first
     * appearance in the vocabulary; borrowed. NULL stands for 0, 1, ... replacement_count - 1.
     */
    const uint32_t *replacements;
    uint32_t replacement_count;
    enum example_pairs pairs;
    bool same_document_label; /* of EXAMPLE_PAIRS_NEXT: 1 for a random part, whatever document */
    bool within_documents;    /* of EXAMPLE_PAIRS_NONE: no row has sentences of two documents */
    bool no_mask;             /* nothing is masked, nor drawn for it */
    bool whole_words;         /* pieces that go on with a word are masked with it, or not at all */
    /* 0: masks as BERT does; 1 or more: as ALBERT does, up to so many pieces or words as one. */
    uint32_t ngram;
    /* Of whole words: a bit for each id, the lowest of the first byte for id 0; borrowed. */
    const unsigned char *continuations;
};

/*
 * The parameters that most BERT data sets were made with: 128, 20, 0.15, 0.1, 5, seed 12345. Ids
 * are all 0: the vocabulary has to tell them.
 */
void example_options_init(struct example_options *options);

/* STATUS_USAGE with a sentence for the first option that makes no sense. */
MUST_USE enum status example_options_check(const struct example_options *options,
                                           struct error *error);

/*
 * How many tokens of a row of `length` (with [CLS] and [SEP]s) are to be predicted, were it not for
 * max_predictions_per_seq: 1 or more. Python's round(length * masked_lm_prob), halves to even.
 */
uint32_t example_options_predictions(const struct example_options *options, uint32_t length);

/*
 * The most that any row has to have, were it not for max_predictions_per_seq: those of a full row,
 * but no more than it has tokens beside [CLS] and [SEP]s. 0 when nothing is masked.
 */
uint32_t example_options_most_predictions(const struct example_options *options);

/* Takes one sentence, without full stop; the text is only valid during the call. */
typedef void example_options_warning(void *context, const char *sentence);

/*
 * Calls `warn` for each thing in checked options that breaks or starves a known trainer, naming
 * the trainer and the remedy.
 */
void example_options_warnings(const struct example_options *options, example_options_warning *warn,
                              void *context);

#endif
