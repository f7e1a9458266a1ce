#include "tools/join/mkmlm_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mkmlm_settings_init(struct mkmlm_settings *settings) {
    *settings = (struct mkmlm_settings){
        .max_seq_length = 128,
        .max_predictions_per_seq = 20,
        .masked_lm_prob = 0.15,
        .short_seq_prob = 0.1,
        .dupe_factor = 5,
        .random_seed = "12345",
        .special_literals = MKMLM_LITERALS_EITHER,
    };
}

/*
 * Random replacements are drawn from each token once, in order of first appearance, by the id of
 * its last line: over the lines, each one's id where it shows for the first time.
 */
static enum status find_replacements(struct example_options *options, uint32_t **replacements,
                                     const struct provenance_tokens *tokens, struct error *error) {
    uint32_t size = tokens->vocabulary_size;
    options->replacement_count = size;
    if (tokens->repeat_count == 0)
        return STATUS_OK;
    uint32_t *ids = malloc((size_t)size * sizeof *ids);
    bool *seen = calloc(size, sizeof *seen);
    *replacements = ids;
    if (ids == NULL || seen == NULL) {
        free(seen);
        return error_no_memory(error, "the vocabulary's ids");
    }
    uint32_t count = 0;
    size_t repeat = 0;
    for (uint32_t line = 0; line < size; line++) {
        uint32_t id = line;
        if (repeat < tokens->repeat_count && tokens->repeats[repeat].line == line)
            id = tokens->repeats[repeat++].id;
        if (!seen[id])
            ids[count++] = id;
        seen[id] = true;
    }
    free(seen);
    options->replacements = ids;
    options->replacement_count = count;
    return STATUS_OK;
}

/* Only the tokenizer can tell a token typed in the text, so it is asked what it did with them. */
static enum status check_literals(const struct mkmlm_settings *settings,
                                  const struct provenance_tokens *tokens, struct error *error) {
    int wanted = settings->special_literals;
    int found = tokens->special_literals ? MKMLM_LITERALS_REAL : MKMLM_LITERALS_TEXT;
    if (wanted == MKMLM_LITERALS_EITHER || wanted == found)
        return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "the text was tokenized with --special-literals %s; run wpiece with "
                     "--special-literals %s",
                     found == MKMLM_LITERALS_REAL ? "real" : "text",
                     wanted == MKMLM_LITERALS_REAL ? "real" : "text");
}

static enum status fill_options(const struct mkmlm_settings *settings,
                                struct example_options *options,
                                const struct provenance_tokens *tokens, struct error *error) {
    example_options_init(options);
    options->max_seq_length = (uint32_t)settings->max_seq_length;
    options->max_predictions_per_seq = (uint32_t)settings->max_predictions_per_seq;
    options->masked_lm_prob = settings->masked_lm_prob;
    options->short_seq_prob = settings->short_seq_prob;
    options->dupe_factor = (uint32_t)settings->dupe_factor;
    options->memory_limit = settings->memory;
    options->vocabulary_size = tokens->vocabulary_size;
    options->cls_id = tokens->cls_id;
    options->sep_id = tokens->sep_id;
    options->mask_id = tokens->mask_id;
    return random_seed_from_text(&options->seed, settings->random_seed, error);
}

/* Where warnings go, and how many there were. */
struct warner {
    const struct messages *messages;
    unsigned count;
};

static void warn(void *context, const char *sentence) {
    struct warner *warner = context;
    warner->count++;
    messages_warning(warner->messages, "%s", sentence);
}

char *mkmlm_settings_seed(const struct mkmlm_settings *settings) {
    const char *digits = settings->random_seed;
    bool negative = *digits == '-';
    digits += strspn(digits, "+-");
    while (digits[0] == '0' && digits[1] != '\0')
        digits++;
    char *text;
    if (asprintf(&text, "%s%s", negative && strcmp(digits, "0") != 0 ? "-" : "", digits) < 0)
        return NULL;
    return text;
}

enum status mkmlm_settings_apply(const struct mkmlm_settings *settings,
                                 struct example_options *options, uint32_t **replacements,
                                 const struct provenance_tokens *tokens,
                                 const struct messages *messages, struct error *error) {
    *replacements = NULL;
    enum status status = check_literals(settings, tokens, error);
    if (status == STATUS_OK)
        status = fill_options(settings, options, tokens, error);
    if (status == STATUS_OK)
        status = find_replacements(options, replacements, tokens, error);
    if (status == STATUS_OK)
        status = example_options_check(options, error);
    if (status != STATUS_OK)
        return status;
    struct warner warner = {messages, 0};
    example_options_warnings(options, warn, &warner);
    if (settings->strict && warner.count > 0)
        return error_set(
            error, STATUS_USAGE,
            "under --strict, examples that a known trainer stumbles over are not made");
    return STATUS_OK;
}
