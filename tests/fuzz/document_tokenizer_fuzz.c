/*
 * document_tokenizer: any bytes give the same documents, counts and sentence, whole or in pieces,
 * with an empty word cache or a full one.
 *
 * Input: a byte of options, a byte for the size of the pieces, then the text.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tokenizer_sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char LINES[] =
    "a\n##a\nb\n##b\nab\n,\n'\n.\n[\n]\nmask\nMASK\n=\n\xCF\x83\n##\xCF\x83\n##\xCF\x82\n"
    "\xCE\xB1\n##\xCE\xB1\n\xE4\xB8\x80\ni\n##i\n\xE1\x84\x80\n##\xE1\x85\xA1\n##\xE3\x80\xAE\n";

static struct bert_tokenizer *new_tokenizer(const struct vocabulary *vocabulary, unsigned choice) {
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    struct bert_tokenizer *bert;
    struct error error;
    options.lower_case = (choice & 1) != 0;
    options.special_literals = (choice & 2) != 0;
    options.max_characters_per_word = (choice & 4) != 0 ? 5 : 100;
    options.strip_accents = options.lower_case != ((choice & 16) != 0);
    sample_require(bert_tokenizer_new(&bert, vocabulary, &options, &error), &error);
    return bert;
}

static enum status run(struct document_tokenizer *tokenizer, struct bert_tokenizer *bert,
                       struct sample_ids *ids, unsigned choice, struct view text, size_t piece,
                       struct error *error) {
    document_tokenizer_init(tokenizer, bert, (choice & 8) != 0);
    return sample_tokenize(tokenizer, ids, text, piece, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct vocabulary *vocabulary;
    static struct bert_tokenizer *tokenizers[32]; /* their caches fill as inputs come */
    if (vocabulary == NULL)
        vocabulary = sample_small_vocabulary(LINES);
    if (size < 2)
        return 0;
    struct view text = {data + 2, size - 2};
    struct bert_tokenizer **bert = &tokenizers[data[0] & (31 - 8)];
    if (*bert == NULL)
        *bert = new_tokenizer(vocabulary, data[0]);
    struct document_tokenizer whole, pieces;
    struct sample_ids whole_ids = {.begun = false}, piece_ids = {.begun = false};
    struct error whole_error = {STATUS_OK, ""}, piece_error = {STATUS_OK, ""};
    size_t piece = 1 + data[1] % 80;
    enum status status = run(&whole, *bert, &whole_ids, data[0], text, text.size + 1, &whole_error);
    if (run(&pieces, *bert, &piece_ids, data[0], text, piece, &piece_error) != status)
        abort();
    if (status != STATUS_OK && strcmp(whole_error.message, piece_error.message) != 0)
        abort();
    /* In strict mode the two stop at the same place, but not with the same word half done. */
    if (status != STATUS_CORRUPT &&
        (whole_ids.text.size != piece_ids.text.size ||
         (whole_ids.text.size > 0 &&
          memcmp(whole_ids.text.data, piece_ids.text.data, whole_ids.text.size) != 0)))
        abort();
    if (status == STATUS_OK && memcmp(&whole.counts, &pieces.counts, sizeof whole.counts) != 0)
        abort();
    sample_ids_release(&whole_ids);
    sample_ids_release(&piece_ids);
    document_tokenizer_release(&whole);
    document_tokenizer_release(&pieces);
    return 0;
}
