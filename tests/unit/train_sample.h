/* Counted words, and the pieces trained on them, for the tests of tokenizer/train. */
#ifndef TESTS_UNIT_TRAIN_SAMPLE_H
#define TESTS_UNIT_TRAIN_SAMPLE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tokenizer/train/string_counts.h"
#include "tokenizer/train/vocabulary_trainer.h"

static inline void train_require(enum status status, const struct error *error) {
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "unexpected: %s\n", error->message);
    abort();
}

static inline void train_add(struct string_counts *words, const char *word, uint64_t count) {
    struct error error;
    uint32_t place;
    train_require(string_counts_add(words, view_of_string(word), count, &place, &error), &error);
}

/* The words of a text, parted by single spaces. */
static inline struct string_counts train_words(const char *text) {
    struct string_counts words = STRING_COUNTS_INIT;
    while (*text != '\0') {
        struct error error;
        uint32_t place;
        size_t size = strcspn(text, " ");
        struct view word = {(const unsigned char *)text, size};
        train_require(string_counts_add(&words, word, 1, &place, &error), &error);
        text += size + (text[size] == ' ');
    }
    return words;
}

/* The strings of a table, a space behind each; to be freed. */
static inline char *train_join(const struct string_counts *strings) {
    char *text = calloc(strings->bytes.size + strings->size + 1, 1);
    size_t used = 0;
    if (text == NULL)
        abort();
    for (size_t i = 0; i < strings->size; i++) {
        struct view string = string_counts_string(strings, i);
        memcpy(text + used, string.data, string.size);
        used += string.size;
        text[used++] = ' ';
    }
    return text;
}

static inline struct vocabulary_trainer *train_begin(const struct string_counts *words,
                                                     enum vocabulary_score score,
                                                     uint64_t min_frequency,
                                                     size_t limit_alphabet) {
    struct vocabulary_trainer_options options = {score, min_frequency, limit_alphabet};
    struct vocabulary_trainer *trainer;
    struct error error;
    train_require(vocabulary_trainer_new(&trainer, words, &options, &error), &error);
    return trainer;
}

static inline void train_grow(struct vocabulary_trainer *trainer, size_t size) {
    struct error error;
    train_require(vocabulary_trainer_grow(trainer, size, &error), &error);
}

#endif
