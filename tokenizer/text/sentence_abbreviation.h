/*
 * sentence_abbreviation - whether a full stop ends a sentence or belongs to the word before it.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_ABBREVIATION_H
#define TOKENIZER_TEXT_SENTENCE_ABBREVIATION_H

#include <stdbool.h>

#include "tokenizer/text/sentence_filter.h"

/* The word that a full stop stands behind, and what follows. */
struct sentence_context {
    const struct sentence_filter *filter;
    const struct sentence_candidate *candidate;
    struct view word;               /* with full stops within, without the last: "Ph.D" */
    struct sentence_character last; /* of the word */
    struct view next_word;          /* empty when no letter follows */
    struct sentence_character next; /* the first character behind opening marks */
    bool in_bracket;                /* a bracket is opened before it */
    bool initial_follows;           /* next_word is a single letter with a full stop */
    bool starter;                   /* next_word is a known sentence starter */
};

/* Whether the sentence ends at the candidate, whose mark is a full stop, before context->next. */
bool sentence_abbreviation_ends(const struct sentence_filter *filter,
                                const struct sentence_candidate *candidate,
                                struct sentence_character next);

/* The word that ends at `at`, full stops, hyphens and apostrophes within it included. */
struct view sentence_word_before(const struct sentence_table *table, struct view text, size_t start,
                                 size_t at);

/* Whether all of a word's letters are digits of Roman numbers: "XIV". */
bool sentence_word_is_roman(struct view word);

#endif
