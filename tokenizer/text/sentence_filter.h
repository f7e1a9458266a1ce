/*
 * sentence_filter - which of the default rules' boundaries are none.
 *
 * The default rules know no abbreviations and no quotations. In this order, where they see a
 * boundary, it is taken back
 *   - where no white space follows an end mark, unless the script sets none;
 *   - before a lower-case letter, a comma, a semicolon or a colon, and behind an end mark that
 *     stands alone in brackets: (!)
 *   - before an opening bracket behind a closing quotation mark;
 *   - behind a closing quotation mark that more of the clause follows (Chinese, Japanese);
 *   - where the sentence so far is a number or a letter of a list, or no word at all;
 *   - behind a full stop that abbreviates: single capitals, abbreviations of the language's lists
 *     (sentence_language.h), acronyms with full stops, ordinals, dates.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_FILTER_H
#define TOKENIZER_TEXT_SENTENCE_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/buffer.h"
#include "tokenizer/text/sentence_rules.h"
#include "tokenizer/text/sentence_words.h"

/* A boundary that is asked about. */
struct sentence_candidate {
    struct view text;
    size_t start; /* of the sentence */
    const struct sentence_mark *mark;
};

struct sentence_filter {
    const struct sentence_table *table;
    struct sentence_words words;
    unsigned habits; /* of the language */
};

/* Whether a sentence ends at the mark, given that the default rules (or mark->lower) say so. */
bool sentence_filter_keeps(const struct sentence_filter *filter,
                           const struct sentence_candidate *candidate);

#endif
