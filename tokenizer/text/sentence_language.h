/*
 * sentence_language - what full stops mean in a language: abbreviations and sentence starters.
 *
 * Lists are words with single spaces between them. Abbreviations stand without their last full
 * stop. A word that begins with a small letter also matches with a capital; one that begins with a
 * capital matches only so.
 *
 * The lists are data in sentence_words_*.c, collected for this project.
 *
 * Thread rule: constant data.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_LANGUAGE_H
#define TOKENIZER_TEXT_SENTENCE_LANGUAGE_H

#include <stddef.h>

enum sentence_habit {
    /* A full stop behind a number, or a Roman one, makes it an ordinal: "19. Jahrhundert". */
    SENTENCE_ORDINALS = 1,
    /* The semicolon is the question mark (Greek). */
    SENTENCE_SEMICOLON_ASKS = 2,
    /* A colon before a capital ends a sentence (Armenian, where it is typed for U+0589). */
    SENTENCE_COLON_ENDS = 4,
    /* Dates are numbers with full stops: "1998. 3. 5." (Korean). */
    SENTENCE_DOTTED_DATES = 8,
    /* The script marks no ends of sentences (Thai, Lao): only their length is bounded. */
    SENTENCE_NO_END_MARKS = 16,
    /* Nouns are written with a capital, so one behind a number does not begin a sentence. */
    SENTENCE_CAPITAL_NOUNS = 32,
    /* A particle tells that a clause goes on behind a quotation (Japanese). */
    SENTENCE_PARTICLES = 64,
};

struct sentence_language {
    const char *codes; /* "no nb nn" */
    unsigned habits;
    const char *titles;   /* what follows belongs to them, always: "Dr", "e.g" */
    const char *numbers;  /* likewise when it is a number: "No", "pp" */
    const char *measures; /* behind a number; a capital begins a new sentence unless the sentence
                             is still short: "B.C", Russian "g" for year */
    const char *others;   /* no end unless a known starter follows: "Inc", "et al" */
    const char *starters; /* words that begin sentences and are no names */
    const char *counted;  /* words that a capital letter counts, and no initial: "World War I" */
};

/*
 * The language of a code: "de", "pt-BR", "zh_TW", "dewiki", "simple"; upper or lower case. NULL
 * when there are no data for it.
 */
const struct sentence_language *sentence_language_find(const char *code);

/* What holds for any language without data: titles and abbreviations that many share. */
extern const struct sentence_language SENTENCE_LANGUAGE_ROOT;

/* The tables by family; each ends with a row whose codes are NULL. */
extern const struct sentence_language SENTENCE_WORDS_GERMANIC[];
extern const struct sentence_language SENTENCE_WORDS_ROMANCE[];
extern const struct sentence_language SENTENCE_WORDS_SLAVIC[];
extern const struct sentence_language SENTENCE_WORDS_EUROPEAN[];
extern const struct sentence_language SENTENCE_WORDS_ASIAN[];

#endif
