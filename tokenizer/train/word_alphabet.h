/*
 * word_alphabet - the characters of the words that a vocabulary is made of.
 *
 * Thread rule: one thread at a time per struct; read-only once chosen.
 */
#ifndef TOKENIZER_TRAIN_WORD_ALPHABET_H
#define TOKENIZER_TRAIN_WORD_ALPHABET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/text/unicode_tables.h"
#include "tokenizer/train/string_counts.h"

struct word_alphabet {
    /* To read: */
    uint32_t *characters; /* owned; code points, ascending */
    size_t size;
    size_t left_out; /* characters beyond the limit */
    /* Its own: */
    const struct unicode_tables *tables;
    uint64_t *frequencies; /* owned; for each code point; 0 when not in the alphabet */
    bool *continues;       /* owned; for each code point: met behind another in a word */
    uint32_t end;          /* behind the largest code point met */
};

/*
 * The `limit` most frequent characters of the words (0: all); of equally frequent ones the smaller
 * code point goes first. The words are well-formed UTF-8, with counts from 1.
 */
MUST_USE enum status word_alphabet_init(struct word_alphabet *alphabet,
                                        const struct string_counts *words, size_t limit,
                                        struct error *error);

/* Harmless when zeroed. */
void word_alphabet_release(struct word_alphabet *alphabet);

/* Whether a character is in the alphabet. */
static inline bool word_alphabet_has(const struct word_alphabet *alphabet, uint32_t code_point) {
    return alphabet->frequencies[code_point] > 0;
}

/*
 * Whether a character can stand behind another in a word: all can but punctuation and ideographs,
 * which are words of their own.
 */
bool word_alphabet_continues(const struct word_alphabet *alphabet, uint32_t code_point);

#endif
