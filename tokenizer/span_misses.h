/*
 * span_misses - the third pass of span_tokenizer, and what follows the fourth: words whose ids are
 * not in their buckets.
 *
 * They are cut into pieces together, by word_batch or its twin for the processor, between the first
 * two calls. What is to be remembered is so last: else it could take the place of what other words
 * of the window were found to be.
 *
 * Thread rule: as span_tokenizer.
 */
#ifndef TOKENIZER_SPAN_MISSES_H
#define TOKENIZER_SPAN_MISSES_H

#include <stddef.h>
#include <stdint.h>

#include "tokenizer/span_window.h"

struct span_tokenizer;

/*
 * Fills the window's batch, and takes what needs more than that. Returns the first word that has to
 * go the long way, behind which nothing is done, or the number of words.
 */
size_t span_misses_begin(struct span_tokenizer *spans, struct span_window *window,
                         const unsigned char *bytes);

/* Sets the words' values to what the batch has become. */
void span_misses_end(struct span_window *window);

/* Writes the ids of a value that says it has more than fit, and returns how many. */
size_t span_misses_copy(const struct span_window *window, const struct word_cache_value *value,
                        uint32_t *ids);

/* Enters in the cache what it lacked and can hold. */
void span_misses_remember(struct span_tokenizer *spans, const struct span_window *window);

#endif
