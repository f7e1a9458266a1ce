#include "formats/h5/shard_name.h"

#include <inttypes.h>
#include <string.h>

#include "formats/base/decimal.h"

/* With a number and an ending, the longest name stays below the 255 bytes of file systems. */
static const size_t LONGEST_CORPUS = 200;

static const char *const MARKERS[] = {
    [SHARD_NAME_TRAINING] = "_training_",
    [SHARD_NAME_TEST] = "_test_",
};

/* Takes `end` off the end of a text that ends so. */
static bool take_end(struct view *text, const char *end) {
    size_t length = strlen(end);
    if (text->size < length || memcmp(text->data + text->size - length, end, length) != 0)
        return false;
    text->size -= length;
    return true;
}

/* Takes a decimal number without leading zeros off the end of a text. */
static bool take_number(struct view *text, uint64_t *number) {
    size_t begin = text->size;
    while (begin > 0 && text->data[begin - 1] >= '0' && text->data[begin - 1] <= '9')
        begin--;
    size_t digits = text->size - begin;
    if (digits == 0 || (digits > 1 && text->data[begin] == '0'))
        return false;
    uint64_t value = 0;
    for (size_t i = begin; i < text->size; i++) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, text->data[i] - (unsigned)'0', &value))
            return false;
    }
    text->size = begin;
    *number = value;
    return true;
}

/* Why a text cannot be a corpus, or NULL when it can. */
static const char *corpus_fault(struct view corpus) {
    if (corpus.size == 0)
        return "is empty";
    if (corpus.size > LONGEST_CORPUS)
        return "is longer than 200 bytes";
    if (corpus.data[0] == '.')
        return "begins with a dot, which hides files from trainers";
    for (size_t i = 0; i < corpus.size; i++) {
        if (corpus.data[i] == '/')
            return "contains a slash";
        if (corpus.data[i] < 0x20 || corpus.data[i] == 0x7f)
            return "contains a control character";
    }
    return NULL;
}

enum status shard_name_check_corpus(struct view corpus, struct error *error) {
    const char *fault = corpus_fault(corpus);
    if (fault == NULL)
        return STATUS_OK;
    /* Control characters have no place in a message. */
    char shown[64];
    size_t length = corpus.size < sizeof shown - 1 ? corpus.size : sizeof shown - 1;
    for (size_t i = 0; i < length; i++) {
        shown[i] = (char)corpus.data[i];
        if (corpus.data[i] < 0x20 || corpus.data[i] == 0x7f)
            shown[i] = '?';
    }
    shown[length] = '\0';
    return error_set(error, STATUS_USAGE, "'%s' cannot name a corpus: it %s", shown, fault);
}

bool shard_name_parse(struct shard_name *name, struct view text) {
    struct shard_name read = {.corpus = text};
    if (!take_end(&read.corpus, ".hdf5"))
        (void)take_end(&read.corpus, ".txt");
    if (!take_number(&read.corpus, &read.number))
        return false;
    if (take_end(&read.corpus, MARKERS[SHARD_NAME_TRAINING]))
        read.split = SHARD_NAME_TRAINING;
    else if (take_end(&read.corpus, MARKERS[SHARD_NAME_TEST]))
        read.split = SHARD_NAME_TEST;
    else
        return false;
    if (corpus_fault(read.corpus) != NULL)
        return false;
    *name = read;
    return true;
}

enum status shard_name_append(const struct shard_name *name, struct buffer *text,
                              struct error *error) {
    enum status status = shard_name_check_corpus(name->corpus, error);
    if (status != STATUS_OK)
        return status;
    return buffer_format(text, error, "%.*s%s%" PRIu64 ".hdf5", (int)name->corpus.size,
                         (const char *)name->corpus.data, MARKERS[name->split], name->number);
}

static bool is_decimal(const char *text) {
    const char *digits = text + (text[0] == '-' || text[0] == '+');
    size_t length = strspn(digits, "0123456789");
    return length > 0 && digits[length] == '\0';
}

enum status shard_name_append_folder(const struct shard_name_parameters *parameters,
                                     struct buffer *text, struct error *error) {
    if (!is_decimal(parameters->random_seed))
        return error_set(error, STATUS_USAGE, "the random seed '%.64s' is not a decimal number",
                         parameters->random_seed);
    char probability[DECIMAL_SIZE];
    decimal_from_double(parameters->masked_lm_prob, probability);
    return buffer_format(text, error,
                         "%s_lower_case_%d_seq_len_%" PRIu32 "_max_pred_%" PRIu32
                         "_masked_lm_prob_%s_random_seed_%s_dupe_factor_%" PRIu32 "%s",
                         parameters->prefix, parameters->lower_case, parameters->max_seq_length,
                         parameters->max_predictions_per_seq, probability, parameters->random_seed,
                         parameters->dupe_factor, parameters->kind);
}
