/*
 * sentence_length - where to cut a sentence that is too long.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_LENGTH_H
#define TOKENIZER_TEXT_SENTENCE_LENGTH_H

#include <stddef.h>

#include "tokenizer/text/sentence_rules.h"

/*
 * Where the first piece of text[start, end) ends that has at most `characters` (at least 1): end
 * when all of it has, else the last of the best places in the second half of what it may have.
 */
size_t sentence_length_cut(const struct sentence_table *table, struct view text, size_t start,
                           size_t end, size_t characters);

#endif
