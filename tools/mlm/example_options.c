#include "tools/mlm/example_options.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* The longest row that published BERT models have position embeddings for. */
#define MODEL_POSITIONS 512

void example_options_init(struct example_options *options) {
    *options = (struct example_options){
        .max_seq_length = 128,
        .max_predictions_per_seq = 20,
        .masked_lm_prob = 0.15,
        .short_seq_prob = 0.1,
        .dupe_factor = 5,
        .seed = {.words = {12345}, .count = 1},
    };
}

static enum status check_probability(double value, const char *option, struct error *error) {
    /* Written so that a NaN fails. */
    if (value >= 0.0 && value <= 1.0)
        return STATUS_OK;
    return error_set(error, STATUS_USAGE, "%s is %g; give a probability from 0 to 1", option,
                     value);
}

static enum status check_id(uint32_t id, uint32_t vocabulary_size, const char *token,
                            struct error *error) {
    if (id < vocabulary_size)
        return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "id %" PRIu32 " of %s is not in the vocabulary of %" PRIu32 " tokens", id,
                     token, vocabulary_size);
}

static enum status check_ids(const struct example_options *options, struct error *error) {
    uint32_t size = options->vocabulary_size;
    enum status status = check_id(options->cls_id, size, "[CLS]", error);
    if (status == STATUS_OK)
        status = check_id(options->sep_id, size, "[SEP]", error);
    if (status == STATUS_OK)
        status = check_id(options->mask_id, size, "[MASK]", error);
    if (status != STATUS_OK)
        return status;
    if (options->replacement_count == 0)
        return error_set(error, STATUS_USAGE, "there are no tokens to draw random ones from");
    if (options->replacements == NULL)
        return check_id(options->replacement_count - 1, size, "a random replacement", error);
    for (uint32_t i = 0; i < options->replacement_count && status == STATUS_OK; i++)
        status = check_id(options->replacements[i], size, "a random replacement", error);
    return status;
}

enum status example_options_check(const struct example_options *options, struct error *error) {
    if (options->max_seq_length < EXAMPLE_LENGTH_MIN ||
        options->max_seq_length > EXAMPLE_LENGTH_MAX)
        return error_set(error, STATUS_USAGE,
                         "--max-seq-length is %" PRIu32 "; give a length from %d to %d",
                         options->max_seq_length, EXAMPLE_LENGTH_MIN, EXAMPLE_LENGTH_MAX);
    if (options->dupe_factor == 0)
        return error_set(error, STATUS_USAGE,
                         "--dupe-factor is 0, which makes no examples; give 1 or more");
    if (options->seed.count == 0 || options->seed.count > RANDOM_SEED_WORDS)
        return error_set(error, STATUS_USAGE, "the random seed has %zu words; give 1 to %d",
                         options->seed.count, RANDOM_SEED_WORDS);
    enum status status = check_probability(options->masked_lm_prob, "--masked-lm-prob", error);
    if (status == STATUS_OK)
        status = check_probability(options->short_seq_prob, "--short-seq-prob", error);
    if (status == STATUS_OK)
        status = check_ids(options, error);
    return status;
}

uint32_t example_options_predictions(const struct example_options *options, uint32_t length) {
    /* C's round() takes halves away from zero, Python's to even, as rint() does by default. */
    double count = rint((double)length * options->masked_lm_prob);
    return count > 1.0 ? (uint32_t)count : 1;
}

uint32_t example_options_most_predictions(const struct example_options *options) {
    if (options->no_mask)
        return 0;
    uint32_t most = example_options_predictions(options, options->max_seq_length);
    uint32_t candidates = options->max_seq_length - (options->pairs == EXAMPLE_PAIRS_NONE ? 2 : 3);
    return most < candidates ? most : candidates;
}

static void warn_of_full_rows(const struct example_options *options, example_options_warning *warn,
                              void *context) {
    uint32_t most = example_options_most_predictions(options);
    if (options->max_predictions_per_seq > most)
        return;
    char sentence[320];
    snprintf(sentence, sizeof sentence,
             "a row can have %" PRIu32
             " predictions, which fills --max-predictions-per-seq %" PRIu32
             "; PaddleNLP loses the labels of such a row and gpauloski's BERT stops at it: give "
             "%" PRIu32 " or more",
             options->max_predictions_per_seq, options->max_predictions_per_seq, most + 1);
    warn(context, sentence);
}

void example_options_warnings(const struct example_options *options, example_options_warning *warn,
                              void *context) {
    char sentence[320];
    if (options->no_mask)
        ; /* that is what was asked for */
    else if (options->max_predictions_per_seq == 0)
        warn(context, "--max-predictions-per-seq 0 masks nothing: no trainer can learn to predict "
                      "tokens from such rows; give 1 or more");
    else
        warn_of_full_rows(options, warn, context);
    if (options->max_seq_length > MODEL_POSITIONS) {
        snprintf(sentence, sizeof sentence,
                 "--max-seq-length %" PRIu32 " is more than the %d positions of published BERT "
                 "models, and NVIDIA's scripts refuse it; give at most %d",
                 options->max_seq_length, MODEL_POSITIONS, MODEL_POSITIONS);
        warn(context, sentence);
    }
}
