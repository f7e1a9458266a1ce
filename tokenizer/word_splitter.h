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
#include "tokenizer/word_batch.h"
#include "tokenizer/word_cache.h"

/* The longest word in code points that an option allows; see bert_tokenizer.h. */
#define WORD_SPLITTER_LONGEST 1024

/* A code point of two bytes becomes as many as a cell has room for; and a whole cell is written. */
#define WORD_SPLITTER_FOLDED       ((size_t)FOLDED_CELL_ROOM / 2)
#define WORD_SPLITTER_FOLDED_SLACK sizeof(struct folded_cell)

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

/*
 * Folds a word and appends to the batch what it consists of, possibly nothing. False for one that
 * needs more care: then the batch holds part of it. Texts go to *folded, which is moved behind
 * them; they take WORD_SPLITTER_FOLDED times the bytes at most, and WORD_SPLITTER_FOLDED_SLACK.
 */
bool word_splitter_fold(struct word_splitter *splitter, const unsigned char *bytes, size_t size,
                        unsigned char **folded, struct word_batch *batch);

#endif
