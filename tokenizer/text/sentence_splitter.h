/*
 * sentence_splitter - paragraphs to sentences.
 *
 * Boundaries are those of Unicode's default rules (sentence_rules.h), which are ICU's root rules,
 * less those that our own filter takes back (sentence_filter.h). Moreover
 *   - an ellipsis character counts as an end mark, as do the marks named in sentence_class.h;
 *   - in quotations and brackets of at most SENTENCE_SHORT_SPAN characters nothing is cut;
 *   - a number may begin a sentence;
 *   - a sentence longer than max_characters is cut at the best places: behind a semicolon, behind
 *     another mark of a clause, at a space, anywhere.
 * No locale is asked, and no state is kept between paragraphs: equal paragraphs give equal
 * sentences. Time is linear.
 *
 * Thread rule: a splitter is read-only once made, for any number of threads; a cursor belongs to
 * one.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_SPLITTER_H
#define TOKENIZER_TEXT_SENTENCE_SPLITTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/text/sentence_filter.h"
#include "tokenizer/text/sentence_language.h"

/*
 * Characters of a quotation or bracket that stays whole. Long enough for what people say in a few
 * short sentences, too short for a quoted paragraph, which a trainer wants as sentences.
 */
#define SENTENCE_SHORT_SPAN 100

struct sentence_splitter {
    struct sentence_filter filter;
    size_t max_characters; /* of a sentence; 0: any */
};

/* For a language, or for SENTENCE_LANGUAGE_ROOT; it stays borrowed. */
MUST_USE enum status sentence_splitter_init(struct sentence_splitter *splitter,
                                            const struct sentence_language *language,
                                            size_t max_characters, struct error *error);
void sentence_splitter_release(struct sentence_splitter *splitter);

/* Something that was opened and not yet closed. */
struct sentence_span {
    bool open;
    uint32_t opener; /* code point */
    size_t at;       /* offset of it */
};

/* A way through a paragraph. */
struct sentence_cursor {
    const struct sentence_splitter *splitter; /* borrowed, as is the text */
    struct view text;
    size_t start; /* of the next sentence */
    size_t limit; /* where the sentence ends, white space behind it included */
    size_t last;  /* where its text ends */
    struct sentence_span quotation, bracket;
};

/* `paragraph` is well-formed UTF-8; a paragraph separator in it is a boundary. */
void sentence_cursor_init(struct sentence_cursor *cursor, const struct sentence_splitter *splitter,
                          struct view paragraph);

/*
 * The next sentence, a part of the paragraph without white space at either end and never empty;
 * false when there is none left. *end, when not NULL, is where the one after it begins.
 */
bool sentence_cursor_next(struct sentence_cursor *cursor, struct view *sentence, size_t *end);

#endif
