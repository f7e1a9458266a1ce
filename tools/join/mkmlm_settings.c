#include "tools/join/mkmlm_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mkmlm_settings_init(struct mkmlm_settings *settings) {
    *settings = (struct mkmlm_settings){
        .max_predictions_per_seq = MKMLM_PREDICTIONS_UNSET,
        .masked_lm_prob = 0.15,
        .short_seq_prob = 0.1,
        .dupe_factor = 5,
        .random_seed = "12345",
        .special_literals = MKMLM_LITERALS_EITHER,
        .same_document_label = -1,
    };
}

/*
 * Random replacements are drawn from each token once, in order of first appearance, by the id of
 * its last line: over the lines, each one's id where it shows for the first time. With `regular`,
 * without those that are reserved.
 */
static enum status find_replacements(struct example_options *options, uint32_t **replacements,
                                     const struct provenance_tokens *tokens,
                                     const struct piece_kinds *regular, struct error *error) {
    uint32_t size = tokens->vocabulary_size;
    options->replacement_count = size;
    if (tokens->repeat_count == 0 && regular == NULL)
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
        if (!seen[id] && (regular == NULL || !piece_kinds_is_reserved(regular, id)))
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

/* Combinations that make no sense. */
static enum status check_kind(const struct mkmlm_settings *settings, struct error *error) {
    const struct {
        bool is_wrong;
        const char *sentence;
    } rules[] = {
        {settings->no_nsp && settings->sentence_order,
         "--no-nsp makes rows of one part, and --sop tells the order of two; give one of them"},
        {settings->no_nsp && settings->same_document_label >= 0,
         "--no-nsp has no label for --same-document-label to tell of; give one of them"},
        {settings->sentence_order && settings->same_document_label >= 0,
         "the label of --sop tells the order of two parts, whatever --same-document-label says; "
         "give one of them"},
        {settings->within_documents && !settings->no_nsp,
         "--within-documents is for the rows of --no-nsp; pairs have parts of two documents by "
         "design"},
        {settings->no_mask && (settings->whole_word_mask || settings->ngram > 0),
         "--no-mask masks nothing, so --whole-word-mask and --ngram have nothing to choose from; "
         "leave them to the trainer"},
        {settings->no_mask && settings->random_from_regular,
         "--no-mask draws no random tokens for --random-from-regular; leave it to the trainer"},
        {settings->no_mask && settings->max_predictions_per_seq != MKMLM_PREDICTIONS_UNSET &&
             settings->max_predictions_per_seq > 0,
         "--no-mask makes no predictions, whatever --max-predictions-per-seq says; give one of "
         "them"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].is_wrong)
            return error_set(error, STATUS_USAGE, "%s", rules[i].sentence);
    }
    return STATUS_OK;
}

/* Whole words and regular pieces are only known where the stream tells them. */
static enum status check_pieces(const struct mkmlm_settings *settings,
                                const struct piece_kinds *kinds, struct error *error) {
    if (kinds->continues != NULL || (!settings->whole_word_mask && !settings->random_from_regular))
        return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "the token stream does not tell which pieces go on with a word or are no "
                     "text, as %s needs; make it again with wpiece of this version",
                     settings->whole_word_mask ? "--whole-word-mask" : "--random-from-regular");
}

static void fill_kind(const struct mkmlm_settings *settings, struct example_options *options) {
    options->pairs = settings->no_nsp           ? EXAMPLE_PAIRS_NONE
                     : settings->sentence_order ? EXAMPLE_PAIRS_ORDER
                                                : EXAMPLE_PAIRS_NEXT;
    options->within_documents = settings->within_documents;
    options->whole_words = settings->whole_word_mask;
    options->ngram = (uint32_t)settings->ngram;
    /* The program that knows sentence order masks as grams of one. */
    if (options->pairs == EXAMPLE_PAIRS_ORDER && options->ngram == 0)
        options->ngram = 1;
    options->no_mask = settings->no_mask;
    if (options->no_mask)
        options->max_predictions_per_seq = 0;
    options->same_document_label = false;
    if (options->pairs == EXAMPLE_PAIRS_NEXT)
        options->same_document_label = settings->same_document_label >= 0
                                           ? settings->same_document_label == 1
                                           : settings->whole_word_mask;
}

static enum status fill_options(const struct mkmlm_settings *settings,
                                struct example_options *options,
                                const struct provenance_tokens *tokens, struct error *error) {
    example_options_init(options);
    static const uint32_t LENGTHS[] = {128, 512}, PREDICTIONS[] = {20, 80};
    options->max_seq_length = settings->max_seq_length != 0 ? (uint32_t)settings->max_seq_length
                                                            : LENGTHS[settings->phase];
    options->max_predictions_per_seq = PREDICTIONS[settings->phase];
    if (settings->max_predictions_per_seq != MKMLM_PREDICTIONS_UNSET)
        options->max_predictions_per_seq = (uint32_t)settings->max_predictions_per_seq;
    fill_kind(settings, options);
    options->masked_lm_prob = settings->masked_lm_prob;
    options->short_seq_prob = settings->no_nsp ? 0 : settings->short_seq_prob;
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

/* The seed as it is recorded: without a plus sign or needless zeros. */
static char *describe_seed(const struct mkmlm_settings *settings) {
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

enum status mkmlm_settings_describe(const struct mkmlm_settings *settings,
                                    const struct example_options *options,
                                    struct provenance_examples *examples, struct error *error) {
    *examples = (struct provenance_examples){
        .max_seq_length = options->max_seq_length,
        .max_predictions_per_seq = options->max_predictions_per_seq,
        .masked_lm_prob = options->masked_lm_prob,
        .short_seq_prob = options->short_seq_prob,
        .dupe_factor = options->dupe_factor,
        .random_seed = describe_seed(settings),
        .seed_per_shard = settings->seed_per_shard,
        .whole_word_mask = options->whole_words,
        .ngram = options->ngram,
        .sentence_order = options->pairs == EXAMPLE_PAIRS_ORDER,
        .no_nsp = options->pairs == EXAMPLE_PAIRS_NONE,
        .within_documents = options->within_documents,
        .no_mask = options->no_mask,
        .same_document_label = options->same_document_label,
        .random_from_regular = settings->random_from_regular,
    };
    return examples->random_seed != NULL ? STATUS_OK : error_no_memory(error, "the seed");
}

enum status mkmlm_settings_apply(const struct mkmlm_settings *settings,
                                 struct example_options *options, uint32_t **replacements,
                                 const struct provenance_tokens *tokens,
                                 const struct piece_kinds *kinds, const struct messages *messages,
                                 struct error *error) {
    *replacements = NULL;
    enum status status = check_kind(settings, error);
    if (status == STATUS_OK)
        status = check_literals(settings, tokens, error);
    if (status == STATUS_OK)
        status = check_pieces(settings, kinds, error);
    if (status == STATUS_OK)
        status = fill_options(settings, options, tokens, error);
    options->continuations = kinds->continues;
    if (status == STATUS_OK)
        status = find_replacements(options, replacements, tokens,
                                   settings->random_from_regular ? kinds : NULL, error);
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
