/*
 * word_counter and vocabulary_trainer: any bytes give words whose pieces make them up again, the
 * same whether the text is counted at once or cut at white space.
 *
 * Input: a byte of options, then the text.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/train_sample.h"
#include "tokenizer/text/utf8.h"
#include "tokenizer/train/vocabulary_layout.h"
#include "tokenizer/train/word_counter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition)
        abort();
}

static void begin(struct word_counter *counter, unsigned choice) {
    struct basic_tokenizer_options options = {
        .flavor = (choice & 1) != 0 ? FLAVOR_GOOGLE : FLAVOR_NVIDIA,
        .word_limit = (choice & 2) != 0 ? 5 : 100,
        .lower_case = (choice & 4) != 0,
        .strip_accents = (choice & 8) != 0,
        .special_literals = (choice & 16) != 0,
    };
    struct error error;
    train_require(word_counter_init(counter, &options, &error), &error);
}

/* Counts the text at once, or word by word; false when it cannot be (see basic_tokenizer.h). */
static bool count(struct word_counter *counter, struct view text, bool in_parts) {
    struct error error;
    for (size_t at = 0; in_parts && at < text.size;) {
        size_t end = at;
        while (end < text.size && text.data[end] != ' ')
            end++;
        end += end < text.size;
        train_require(word_counter_add(counter, (struct view){text.data + at, end - at}, &error),
                      &error);
        at = end;
    }
    if (!in_parts)
        train_require(word_counter_add(counter, text, &error), &error);
    return word_counter_finish(counter, &error) == STATUS_OK;
}

static void check_equal(const struct string_counts *a, const struct string_counts *b) {
    require(a->size == b->size);
    for (size_t i = 0; i < a->size; i++) {
        uint32_t place = string_counts_find(b, string_counts_string(a, i));
        require(place == i && a->entries[i].count == b->entries[i].count);
    }
}

/* Every word can be written in pieces, the longest first, as WordPiece does it. */
static void check_word(const struct string_counts *pieces, struct view word) {
    unsigned char text[2 + 400] = "##";
    for (size_t at = 0; at < word.size;) {
        size_t size = word.size - at;
        memcpy(text + 2, word.data + at, size);
        struct view rest = {at == 0 ? text + 2 : text, at == 0 ? size : size + 2};
        while (size > 0 && string_counts_find(pieces, rest) == STRING_COUNTS_NONE) {
            size--;
            rest.size--;
        }
        require(size > 0);
        at += size;
    }
}

static void train(const struct string_counts *words, unsigned choice) {
    struct vocabulary_trainer *trainer = train_begin(
        words, (choice & 32) != 0 ? VOCABULARY_SCORE_LIKELIHOOD : VOCABULARY_SCORE_FREQUENCY,
        1 + (choice >> 6), 0);
    train_grow(trainer, 1000);
    const struct string_counts *pieces = vocabulary_trainer_pieces(trainer);
    for (size_t i = 0; i < words->size; i++)
        check_word(pieces, string_counts_string(words, i));
    for (size_t i = 0; i < pieces->size; i++) {
        size_t offset;
        struct view piece = string_counts_string(pieces, i);
        require(utf8_is_well_formed(piece.data, piece.size, &offset));
        require(string_counts_find(pieces, piece) == i);
    }
    vocabulary_trainer_free(trainer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    struct view text = {data + 1, size - 1};
    struct word_counter whole, parts;
    begin(&whole, data[0]);
    begin(&parts, data[0]);
    bool counted = count(&whole, text, false);
    require(count(&parts, text, true) == counted);
    if (counted) {
        require(whole.malformed == parts.malformed && whole.too_long == parts.too_long);
        check_equal(&whole.words, &parts.words);
        train(&whole.words, data[0]);
    }
    word_counter_release(&whole);
    word_counter_release(&parts);
    return 0;
}
