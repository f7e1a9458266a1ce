/*
 * shard_tokens and what is made of them: pieces with any columns are refused or give a shard whose
 * examples can be built and read.
 *
 * Input: a byte of options, then pieces: a byte of flags, the numbers of documents, sentences and
 * tokens, and so many bytes for each column.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/one_example.h"
#include "tools/mlm/example_builder.h"

enum { VOCABULARY = 200, LENGTH_MAX = 70 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Takes up to `count` bytes of the input as numbers; returns how many there were. */
static uint32_t take(uint32_t *numbers, uint32_t count, const uint8_t **data, size_t *size) {
    if (count > *size)
        count = (uint32_t)*size;
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = (*data)[i];
    *data += count;
    *size -= count;
    return count;
}

static void append_piece(struct shard_tokens *shard, const uint8_t **data, size_t *size) {
    uint32_t head[4] = {0}, documents[256], lengths[256], ids[256];
    struct error error;
    take(head, 4, data, size);
    struct token_columns columns = {
        .first_document_continues = head[0] & 1,
        .first_sentence_continues = head[0] & 2,
        .document_count = take(documents, head[1], data, size),
        .document_sentences = documents,
        .sentence_count = take(lengths, head[2], data, size),
        .sentence_lengths = lengths,
        .token_count = take(ids, head[3], data, size),
        .wide_ids = ids,
    };
    if (head[0] & 4 && columns.token_count > 0) {
        /* One sentence of all the tokens: sums that are right let more through. */
        columns.document_count = documents[0] = 1;
        columns.sentence_count = 1;
        lengths[0] = (uint32_t)columns.token_count;
    }
    if (shard_tokens_append(shard, &columns, &error) != STATUS_OK && error.message[0] == '\0')
        abort();
}

static void read_examples(const struct example_set *set, const struct example_options *options) {
    uint32_t ids[LENGTH_MAX], labels[LENGTH_MAX];
    uint16_t positions[LENGTH_MAX];
    struct example example = {.ids = ids, .labels = labels, .positions = positions};
    for (size_t i = 0; i < set->count; i++) {
        one_example_get(set, &example, i);
        if (example.length < (options->pairs == EXAMPLE_PAIRS_NONE ? 3 : 5) ||
            example.length > options->max_seq_length ||
            example.prediction_count > options->max_predictions_per_seq ||
            example.prediction_count > example_options_most_predictions(options) ||
            ids[0] != options->cls_id || ids[example.length - 1] != options->sep_id)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    struct error error;
    struct example_options options;
    example_options_init(&options);
    options.max_seq_length = 5 + data[0] % (LENGTH_MAX - 4);
    options.masked_lm_prob = data[0] % 5 / 4.0;
    options.dupe_factor = 1 + data[0] % 2;
    options.vocabulary_size = VOCABULARY;
    options.replacement_count = VOCABULARY;
    options.cls_id = 1;
    options.sep_id = 2;
    options.mask_id = 3;
    /* Ids 16 to 31 and so on go on with a word. */
    static const unsigned char CONTINUATIONS[VOCABULARY / 8 + 1] = {0, 0, 255, 255, 0, 0, 255, 255};
    options.continuations = CONTINUATIONS;
    options.pairs = (enum example_pairs)(data[0] % 3);
    options.within_documents = data[0] / 3 % 2;
    options.whole_words = data[0] / 6 % 2;
    options.ngram = data[0] / 12 % 4;
    options.no_mask = data[0] / 48 == 5;
    data++;
    size--;
    struct shard_tokens shard;
    struct example_set set;
    shard_tokens_init(&shard, VOCABULARY);
    example_set_init(&set);
    while (size > 0)
        append_piece(&shard, &data, &size);
    if (example_options_check(&options, &error) != STATUS_OK ||
        shard_tokens_finish(&shard, &error) != STATUS_OK ||
        example_builder_run(&set, &shard, &options, &error) != STATUS_OK)
        abort();
    read_examples(&set, &options);
    example_set_release(&set);
    shard_tokens_release(&shard);
    return 0;
}
