/*
 * sentence_rules - sentence boundaries by Unicode's default rules.
 *
 * The rules SB1 to SB998 of Unicode Standard Annex #29 (revision 39), which are those of ICU's root
 * locale, over UTF-8 and without a state machine: only an end mark or a paragraph separator can
 * make a boundary, so everything else is skipped and the rules are asked at these alone. A test
 * holds them against ICU.
 *
 * Text is well-formed UTF-8. Time is linear: what is looked at behind an end mark ends at the next
 * one.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_RULES_H
#define TOKENIZER_TEXT_SENTENCE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "tokenizer/text/sentence_class.h"

/* A character of a text, with its value in the table. */
struct sentence_character {
    size_t at, end; /* offsets of its first byte and behind its last */
    uint32_t code_point;
    uint16_t value;
};

/* The character that begins at `at`, or, for the second, ends there; there must be one. */
struct sentence_character sentence_character_at(const struct sentence_table *table,
                                                struct view text, size_t at);
struct sentence_character sentence_character_before(const struct sentence_table *table,
                                                    struct view text, size_t at);

/* What stands round an end mark. */
struct sentence_mark {
    struct sentence_character mark;
    size_t close;   /* where the quotation marks and brackets right behind the mark begin */
    size_t space;   /* where they end and white space begins */
    size_t next;    /* where that ends and the next sentence would begin, or the end of the text */
    bool separator; /* a paragraph separator ends the white space, and belongs to it */
    bool boundary;  /* what the rules say: a sentence ends at `next` */
    bool lower;     /* there is none only because a lower-case letter follows (SB8) */
};

/* Asks the rules about an end mark (ATerm or STerm), or a separator (CR, LF, Sep). */
struct sentence_mark sentence_rules_mark(const struct sentence_table *table, struct view text,
                                         struct sentence_character mark);

/*
 * The first character at or behind `at` whose value has SENTENCE_EVENT; at == end == text.size
 * when there is none.
 */
struct sentence_character sentence_rules_event(const struct sentence_table *table, struct view text,
                                               size_t at);

/* The first boundary behind `at`, which must be one itself, or 0; text.size at the end. */
size_t sentence_rules_next(const struct sentence_table *table, struct view text, size_t at);

#endif
