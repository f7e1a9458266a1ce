/*
 * sentence_guess - which language a text is in, well enough to choose its words.
 *
 * By the script that most of its letters are of and, where many languages share one, by the most
 * frequent words. A text too short or too mixed to tell is taken for English (in the Latin script),
 * Russian (Cyrillic), or Arabic.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_GUESS_H
#define TOKENIZER_TEXT_SENTENCE_GUESS_H

#include "formats/base/buffer.h"
#include "tokenizer/text/sentence_language.h"

/* Bytes of a text that are looked at: some pages, where the most frequent words are many. */
#define SENTENCE_GUESS_BYTES ((size_t)16 * 1024)

/* A code that sentence_language_find knows. Malformed UTF-8 is no letter. */
const char *sentence_guess_code(struct view text);

#endif
