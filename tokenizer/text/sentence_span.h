/*
 * sentence_span - quotations and brackets that stay whole.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_SPAN_H
#define TOKENIZER_TEXT_SENTENCE_SPAN_H

#include "tokenizer/text/sentence_splitter.h"

/* Takes notice of a quotation mark or bracket. */
void sentence_span_notice(struct sentence_cursor *cursor, struct sentence_character character);

/* Whether the mark is inside of a short quotation or bracket that is closed behind it. */
bool sentence_span_holds(const struct sentence_cursor *cursor, const struct sentence_mark *mark);

/*
 * "Go ! " he said: a closing quotation mark behind a space belongs to the sentence. Where there is
 * one at mark->next, moves that behind it.
 */
void sentence_span_take_loose(const struct sentence_cursor *cursor, struct sentence_mark *mark);

/*
 * The Unicode rules give a mark that may open or close to the sentence before. Where one behind a
 * full-width end mark opens, moves mark->next before it.
 */
void sentence_span_give_back(const struct sentence_cursor *cursor, struct sentence_mark *mark);

#endif
