/*
 * wordpiece - a word cut into the pieces of a vocabulary.
 *
 * Greedy longest match first, as BERT's WordpieceTokenizer: the longest token the word begins with,
 * then the longest "##" token the rest begins with, and so on; where nothing matches, the whole
 * word is one [UNK].
 *
 * Thread rule: pure functions over a vocabulary.
 */
#ifndef TOKENIZER_WORDPIECE_H
#define TOKENIZER_WORDPIECE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "tokenizer/vocabulary.h"

/*
 * Writes the ids of a word of well-formed UTF-8, at least one byte; returns how many, at least 1
 * and at most word.size, for which `ids` must have room.
 */
size_t wordpiece_split(const struct vocabulary *vocabulary, struct view word, uint32_t *ids);

#endif
