/*
 * sentence_words - the words of a sentence_language, ready to be looked up.
 *
 * Thread rule: read-only once made; then any number of threads.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_WORDS_H
#define TOKENIZER_TEXT_SENTENCE_WORDS_H

#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/text/sentence_language.h"

/* The lists a word is in. */
enum sentence_word {
    SENTENCE_WORD_TITLE = 1,
    SENTENCE_WORD_NUMBER = 2,
    SENTENCE_WORD_MEASURE = 4,
    SENTENCE_WORD_OTHER = 8,
    SENTENCE_WORD_STARTER = 16,
    SENTENCE_WORD_COUNTED = 32,
};

/* The longest word in any list, in bytes: longer ones need not be looked up. */
#define SENTENCE_WORD_LONGEST 48

struct sentence_words {
    struct sentence_word_slot *slots; /* owned; a power of two of them */
    size_t mask;
};

/*
 * The words of the language, and the titles and number words of SENTENCE_LANGUAGE_ROOT. The
 * strings stay borrowed.
 */
MUST_USE enum status sentence_words_init(struct sentence_words *words,
                                         const struct sentence_language *language,
                                         struct error *error);
void sentence_words_release(struct sentence_words *words);

/* The lists (enum sentence_word) that a word is in as it stands; 0 for none. */
unsigned sentence_words_find(const struct sentence_words *words, struct view word);

/*
 * The same; a word that begins with a capital is also found where it is listed with a small
 * letter, and one that begins with a small letter where it is listed with a capital as a title:
 * that makes it SENTENCE_WORD_OTHER.
 */
unsigned sentence_words_find_folded(const struct sentence_words *words, struct view word);

#endif
