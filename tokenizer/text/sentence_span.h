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

#endif
