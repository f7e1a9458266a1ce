/*
 * word_splitter - ids of a word that can be told without what stands around it.
 *
 * Here a word is what lies between ASCII white space and ASCII punctuation, or one ASCII
 * punctuation character. Each becomes the same ids wherever it stands, since no rule of BERT's
 * tokenizer looks across these borders but three: a special token's literal ([MASK]), a capital
 * sigma that may be final, and what makes a line blank. Words for which one of them matters, and
 * words that are not well-formed or need their marks put in order, are refused: they are for the
 * long way of basic_tokenizer.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_WORD_SPLITTER_H
#define TOKENIZER_WORD_SPLITTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tokenizer/basic_tokenizer.h"
#include "tokenizer/folded_cells.h"
#include "tokenizer/text/unicode_tables.h"
#include "tokenizer/vocabulary.h"

/* The longest word in code points that an option allows; see bert_tokenizer.h. */
#define WORD_SPLITTER_LONGEST 1024

struct word_splitter {
    const struct vocabulary *vocabulary; /* borrowed */
    const struct unicode_tables *tables;
    bool lower_case;
    bool strip_accents;
    bool special_literals;
    size_t limit;               /* code points of a word; a longer one is [UNK] */
    uint8_t ascii_classes[128]; /* enum character_class */
    struct folded_cells cells;
};

/* As the basic_tokenizer is that takes what is refused; its word_limit is WORD_SPLITTER_LONGEST at
 * most. */
MUST_USE enum status word_splitter_init(struct word_splitter *splitter,
                                        const struct vocabulary *vocabulary,
                                        const struct basic_tokenizer *basic, struct error *error);

/* Harmless when zeroed. */
void word_splitter_release(struct word_splitter *splitter);

/*
 * Writes the ids of the word of `size` >= 1 bytes to `ids`, which must have room for one for each
 * byte; *count is how many, possibly none. `rest` more bytes, up to white space, follow the word.
 * False when the word is refused. A word with an opening bracket must not be remembered: what
 * follows it counts.
 */
bool word_splitter_split(struct word_splitter *splitter, const unsigned char *bytes, size_t size,
                         size_t rest, uint32_t *ids, size_t *count);

/* Fills the cell of a code point of the basic plane. */
void word_splitter_fill_cell(struct word_splitter *splitter, uint32_t code_point);

/* The cell of a code point of the basic plane, filled. */
static inline const struct folded_cell *word_splitter_cell(struct word_splitter *splitter,
                                                           uint32_t code_point) {
    const struct folded_cell *cell = &splitter->cells.cells[code_point];
    if (cell->kind == FOLDED_UNKNOWN)
        word_splitter_fill_cell(splitter, code_point);
    return cell;
}

#endif
