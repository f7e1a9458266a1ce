/*
 * shard_name - the names that trainers know shards and their folder by.
 *
 *     hdf5_lower_case_1_seq_len_128_max_pred_20_masked_lm_prob_0.15_random_seed_12345_dupe_factor_5
 *     wikicorpus_en_training_17.hdf5     wikicorpus_en_test_0.hdf5
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_H5_SHARD_NAME_H
#define FORMATS_H5_SHARD_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

enum shard_name_split {
    SHARD_NAME_TRAINING,
    SHARD_NAME_TEST,
};

/* The parts of a shard's name; the corpus is borrowed from the text it was read from. */
struct shard_name {
    struct view corpus;
    enum shard_name_split split;
    uint64_t number;
    uint64_t count; /* of all of its kind, where that matters; else 0 */
};

/* What the folder's name is made of. */
struct shard_name_parameters {
    const char *prefix; /* what it begins with, as "hdf5" */
    bool lower_case;
    uint32_t max_seq_length;
    uint32_t max_predictions_per_seq;
    double masked_lm_prob;
    const char *random_seed; /* decimal text, for it may be of any size */
    uint32_t dupe_factor;
    const char *kind; /* what it ends with, as "_whole_word_mask"; "" for none */
};

/*
 * Reads "<corpus>_training_<n>" or "<corpus>_test_<n>", with or without ".txt" or ".hdf5" after
 * it. n is decimal, without leading zeros, and fits 64 bits; the corpus is one that
 * shard_name_check_corpus accepts, and may hold either word itself: the last one counts. False for
 * any other text, a path with a slash among them.
 */
MUST_USE bool shard_name_parse(struct shard_name *name, struct view text);

/* Appends "<corpus>_training_<n>.hdf5" or "<corpus>_test_<n>.hdf5"; fails as check_corpus does. */
MUST_USE enum status shard_name_append(const struct shard_name *name, struct buffer *text,
                                       struct error *error);

/* Appends the folder's name. STATUS_USAGE for a seed that is not decimal digits after a sign. */
MUST_USE enum status shard_name_append_folder(const struct shard_name_parameters *parameters,
                                              struct buffer *text, struct error *error);

/*
 * STATUS_USAGE unless the text can be a corpus: not empty, at most 200 bytes, without a dot at its
 * beginning, slashes and control characters.
 */
MUST_USE enum status shard_name_check_corpus(struct view corpus, struct error *error);

#endif
