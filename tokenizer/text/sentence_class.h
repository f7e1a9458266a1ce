/*
 * sentence_class - what a code point means to sentence boundaries.
 *
 * The lower four bits are its Sentence_Break class (Unicode Standard Annex #29, revision 39, for
 * Unicode 14.0); the others say what our own rules need on top.
 *
 * Two tables: the root one is the property as Unicode has it; the extended one makes end marks of
 * characters that end sentences where they are used, but are not listed (or were only later): the
 * Khmer khan, the Tibetan shad, the Greek question mark, and the ellipsis, which is three full
 * stops in one character. And marks that only open, brackets and some quotation marks, are in no
 * class there, because they never belong to the sentence before.
 *
 * Thread rule: the tables are built on first use, once; any number of threads.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_CLASS_H
#define TOKENIZER_TEXT_SENTENCE_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tokenizer/text/code_point_table.h"

enum sentence_class {
    SENTENCE_OTHER,
    SENTENCE_CR,
    SENTENCE_LF,
    SENTENCE_SEP,
    SENTENCE_EXTEND,
    SENTENCE_FORMAT,
    SENTENCE_SP,
    SENTENCE_LOWER,
    SENTENCE_UPPER,
    SENTENCE_OLETTER,
    SENTENCE_NUMERIC,
    SENTENCE_ATERM,
    SENTENCE_SCONTINUE,
    SENTENCE_STERM,
    SENTENCE_CLOSE,
};

#define SENTENCE_CLASS_BITS 0x0Fu

enum sentence_trait {
    SENTENCE_EVENT = 0x10,     /* end marks, separators, quotation marks, brackets */
    SENTENCE_QUOTE = 0x20,     /* a quotation mark that comes in pairs; not the apostrophes */
    SENTENCE_BRACKET = 0x40,   /* ( [ and their like, open and close */
    SENTENCE_WIDE = 0x80,      /* letters of Han, kana, Hangul, and full-width marks */
    SENTENCE_UNMARKED = 0x100, /* letters of scripts without end marks: Thai, Lao, Khmer, Burmese */
    SENTENCE_OPENER = 0x200,   /* a quotation mark or bracket that only opens */
};

struct sentence_table {
    struct code_point_table values;
    /* Whether any of 64 code points below U+10000 has SENTENCE_EVENT. */
    bool event_block[0x10000 >> 6];
    /* Whether a byte is an ASCII character without it. */
    bool plain_byte[256];
};

const struct sentence_table *sentence_table_root(void);
const struct sentence_table *sentence_table_extended(void);

static inline enum sentence_class sentence_class_of(uint16_t value) {
    return (enum sentence_class)(value & SENTENCE_CLASS_BITS);
}

static inline uint16_t sentence_value(const struct sentence_table *table, uint32_t code_point) {
    return code_point_table_get(&table->values, code_point);
}

#endif
