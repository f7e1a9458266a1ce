/*
 * vocabulary_sort - puts the tokens of a vocabulary in order.
 *
 * Thread rule: a pure function over the caller's memory.
 */
#ifndef TOKENIZER_VOCABULARY_SORT_H
#define TOKENIZER_VOCABULARY_SORT_H

#include <stddef.h>

#include "formats/base/status.h"
#include "tokenizer/token_trie.h"

/*
 * Sorts ascending by bytes; entries of equal tokens ascend by id. The entries come in the order of
 * their ids, which are 0, 1 and so on, and their tokens have no NUL. Takes 32 bytes an entry
 * meanwhile.
 */
MUST_USE enum status vocabulary_sort(struct token_trie_entry *entries, size_t count,
                                     struct error *error);

#endif
