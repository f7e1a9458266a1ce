/*
 * sentence_guess_data - the scripts and the frequent words that tell languages apart.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_GUESS_DATA_H
#define TOKENIZER_TEXT_SENTENCE_GUESS_DATA_H

#include <stddef.h>
#include <stdint.h>

/* Letters of a script, and the language that is meant where words do not tell. */
struct sentence_script {
    uint32_t first, last; /* code points */
    const char *code;
};

extern const struct sentence_script SENTENCE_SCRIPTS[];
extern const size_t SENTENCE_SCRIPT_COUNT;

/* Ten or so of the most frequent words of a language, in small letters, parted by spaces. */
struct sentence_frequent {
    const char *script; /* the code of its script's own language */
    const char *code;
    const char *words;
};

extern const struct sentence_frequent SENTENCE_FREQUENT[];
extern const size_t SENTENCE_FREQUENT_COUNT;

#endif
