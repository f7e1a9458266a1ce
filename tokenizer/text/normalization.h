/*
 * normalization - the parts of lower-casing and decomposing that depend on the neighbours.
 *
 * Final sigma as Python's str.lower() does it (Unicode 14.0, section 3.13, table 3-17), and the
 * canonical ordering of marks (section 3.11) while marks of category Mn are dropped.
 *
 * Thread rule: one thread at a time per struct normalized_word.
 */
#ifndef TOKENIZER_TEXT_NORMALIZATION_H
#define TOKENIZER_TEXT_NORMALIZATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/text/unicode_tables.h"

#define CAPITAL_SIGMA 0x3A3u
#define SMALL_SIGMA   0x3C3u
#define FINAL_SIGMA   0x3C2u

enum sigma {
    SIGMA_MEDIAL,
    SIGMA_FINAL,
    SIGMA_UNDECIDED, /* the letter that decides is not among the code points given */
};

/*
 * Whether a capital sigma that has a cased letter before it is final, by the `size` code points
 * that follow it in its word; `complete` says that the word ends with them.
 */
enum sigma normalization_sigma(const struct unicode_tables *tables, const uint32_t *following,
                               size_t size, bool complete);

/* A word being put together from decomposed code points. */
struct normalized_word {
    uint32_t *code_points; /* owned; room for `limit` */
    size_t size;
    size_t limit;
    size_t marks;  /* where the run of marks at the end begins; `size` if there is none */
    bool too_long; /* more than `limit` were appended: what is kept is their beginning, unordered */
};

MUST_USE enum status normalized_word_init(struct normalized_word *word, size_t limit,
                                          struct error *error);
void normalized_word_release(struct normalized_word *word);

/* Empties the word. */
static inline void normalized_word_clear(struct normalized_word *word) {
    word->size = 0;
    word->marks = 0;
    word->too_long = false;
}

/* Puts a mark in its place by combining class among the marks at the end. */
void normalized_word_append_mark(struct normalized_word *word, const struct unicode_tables *tables,
                                 uint32_t code_point);

/* Appends a code point as it is. */
static inline void normalized_word_append_plain(struct normalized_word *word, uint32_t code_point) {
    if (word->size < word->limit)
        word->code_points[word->size++] = code_point;
    else
        word->too_long = true;
    word->marks = word->size;
}

/* Appends a decomposed code point with these properties: drops it, orders it, or neither. */
static inline void normalized_word_append(struct normalized_word *word,
                                          const struct unicode_tables *tables, uint32_t code_point,
                                          uint16_t properties) {
    if (character_combining_class(properties) == 0) {
        if ((properties & CHARACTER_NONSPACING) == 0)
            normalized_word_append_plain(word, code_point);
        else
            word->marks = word->size; /* gone, yet it parts the marks on its two sides */
    } else if ((properties & CHARACTER_NONSPACING) == 0) {
        normalized_word_append_mark(word, tables, code_point);
    }
}

#endif
