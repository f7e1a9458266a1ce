/*
 * span_tokenizer: by every path, with a word cache and without, in pieces and whole, any bytes give
 * the documents, counts and places that the plain way gives.
 *
 * Input: a byte of options, a byte for the size of the pieces, then the text. A text that would be
 * short is given thrice, so that it crosses the borders of windows.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/unit/fast_ways.h"
#include "tests/unit/hard_texts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void new_ways(struct fast_ways *ways, const struct vocabulary *vocabulary, unsigned choice) {
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    options.lower_case = (choice & 1) == 0;
    options.strip_accents = options.lower_case != ((choice & 2) != 0);
    options.flavor = (choice & 4) != 0 ? FLAVOR_GOOGLE : FLAVOR_NVIDIA;
    options.special_literals = (choice & 8) == 0;
    static const uint32_t LIMITS[] = {100, 200, BERT_TOKENIZER_LONGEST_WORD, 5};
    options.max_characters_per_word = LIMITS[choice >> 2];
    fast_ways_init(ways, vocabulary, &options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct vocabulary *vocabulary;
    static struct fast_ways ways[16];
    static bool made[16];
    if (vocabulary == NULL)
        vocabulary = sample_small_vocabulary(HARD_VOCABULARY);
    if (size < 2)
        return 0;
    unsigned choice = data[0] & 15;
    if (!made[choice])
        new_ways(&ways[choice], vocabulary, choice);
    made[choice] = true;
    struct view once = {data + 2, size - 2};
    struct buffer text = BUFFER_INIT;
    for (int i = 0; i < ((data[0] & 16) != 0 && size < 1000 ? 3 : 1); i++)
        hard_append(&text, once.data, once.size);
    fast_check(&ways[choice], buffer_view(&text), 1 + data[1] % 80);
    buffer_release(&text);
    return 0;
}
