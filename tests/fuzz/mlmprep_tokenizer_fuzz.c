/*
 * mlmprep_tokenizer: of any bytes the pieces have the ids that the fast way gives, under every
 * option, and their places lie in the text, in its order.
 *
 * Input: a byte of options, a byte for the longest word, then the text.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tokenizer/library/mlmprep_tokenizer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char LINES[] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##a\nb\n##b\nab\n##ba\n,\n'\n."
                            "\n[\n]\nmask\nMASK\nA\n=\n"
                            "\xCF\x83\n##\xCF\x83\n##\xCF\x82\n\xCE\xB1\n##"
                            "\xCE\xB1\n\xE4\xB8\x80\ni\n##i\n\xC3\xA9\n##\xC3\xA9\n"
                            "\xE1\x84\x80\n##\xE1\x85\xA1\n##\xE3\x80\xAE\n##"
                            "\xCC\x87\n\xEA\xB0\x80\n\xEE\x80\x80\n##\xEE\x80\x80\n";

static struct mlmprep_tokenizer *new_tokenizer(const struct mlmprep_vocabulary *vocabulary,
                                               uint8_t choice, uint8_t longest) {
    struct mlmprep_tokenizer_options options = {
        .flavor = (choice & 1) != 0 ? MLMPREP_GOOGLE : MLMPREP_NVIDIA,
        .lower_case = (choice & 2) != 0 ? MLMPREP_NO : MLMPREP_DEFAULT,
        .strip_accents = (enum mlmprep_choice)((choice >> 2 & 3) % 3),
        .special_literals = (enum mlmprep_choice)((choice >> 4 & 3) % 3),
        .max_chars_per_word = longest % 8,
    };
    struct mlmprep_tokenizer *tokenizer;
    if (mlmprep_tokenizer_new(&tokenizer, vocabulary, &options, NULL) != MLMPREP_OK)
        abort();
    return tokenizer;
}

static void check(struct mlmprep_tokenizer *tokenizer, const char *text, size_t size) {
    const struct mlmprep_piece *pieces;
    const uint32_t *ids;
    size_t count, id_count;
    struct mlmprep_error error;
    if (mlmprep_tokenizer_pieces(tokenizer, &pieces, &count, text, size, NULL) != MLMPREP_OK)
        abort();
    /* Which a text of more than 65,000 characters may. */
    if (mlmprep_tokenizer_ids(tokenizer, &ids, &id_count, text, size, &error) == MLMPREP_FAILED)
        return;
    if (error.status != MLMPREP_OK || count != id_count)
        abort();
    for (size_t i = 0; i < count; i++) {
        if (ids[i] != pieces[i].id || pieces[i].begin >= pieces[i].end || pieces[i].end > size)
            abort();
        if (i > 0 && (pieces[i].begin < pieces[i - 1].begin || pieces[i].end < pieces[i - 1].end))
            abort();
    }
}

/* A tokenizer of certain options; a few are kept, so that their caches fill as inputs come. */
struct kept {
    struct mlmprep_tokenizer *tokenizer;
    unsigned options;
};

static struct mlmprep_tokenizer *keep(const struct mlmprep_vocabulary *vocabulary, uint8_t choice,
                                      uint8_t longest) {
    static struct kept some[13];
    unsigned options = (choice & 63u) << 3 | (longest & 7u);
    struct kept *kept = &some[options % 13];
    if (kept->tokenizer != NULL && kept->options == options)
        return kept->tokenizer;
    mlmprep_tokenizer_free(kept->tokenizer);
    *kept = (struct kept){new_tokenizer(vocabulary, choice & 63, longest & 7), options};
    return kept->tokenizer;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct mlmprep_vocabulary *vocabulary;
    if (vocabulary == NULL &&
        mlmprep_vocabulary_read(&vocabulary, LINES, sizeof LINES - 1, NULL) != MLMPREP_OK)
        abort();
    if (size < 2)
        return 0;
    check(keep(vocabulary, data[0], data[1]), (const char *)data + 2, size - 2);
    return 0;
}
