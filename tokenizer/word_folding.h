/*
 * word_folding - what most words consist of, told by their code points' cells alone.
 *
 * A word is as in word_splitter.h, which takes those that need more care.
 *
 * Thread rule: one thread at a time per splitter and batch.
 */
#ifndef TOKENIZER_WORD_FOLDING_H
#define TOKENIZER_WORD_FOLDING_H

#include <stdbool.h>
#include <stddef.h>

#include "tokenizer/word_batch.h"
#include "tokenizer/word_splitter.h"

/* A code point of two bytes becomes as many as a cell has room for; and a whole cell is written. */
#define WORD_FOLDING_TIMES ((size_t)FOLDED_CELL_ROOM / 2)
#define WORD_FOLDING_SLACK sizeof(struct folded_cell)

/*
 * Folds a word and appends to the batch what it consists of, possibly nothing. False for one that
 * needs more care: then the batch holds part of it. Texts go to *folded, which is moved behind
 * them; they take WORD_FOLDING_TIMES the bytes at most, and WORD_FOLDING_SLACK. A word with an
 * opening bracket is not for here: what follows it counts.
 */
bool word_folding_add(struct word_splitter *splitter, const unsigned char *bytes, size_t size,
                      unsigned char **folded, struct word_batch *batch);

#endif
