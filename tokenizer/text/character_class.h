/*
 * character_class - what the tokenizer does with a code point, packed into 16 bits.
 *
 * The classes are those of BERT's BasicTokenizer under Python: see each below. ASCII needs no fast
 * path of its own: its 128 values lie together in the table's first block.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_TEXT_CHARACTER_CLASS_H
#define TOKENIZER_TEXT_CHARACTER_CLASS_H

#include <stdbool.h>
#include <stdint.h>

#include "tokenizer/text/flavor.h"

/* Bits 0 to 2: how text is cut at a code point. */
enum character_class {
    CHARACTER_OTHER = 0,   /* part of a word */
    CHARACTER_DROPPED,     /* NUL, U+FFFD, categories C* but tab, LF and CR, or of these Cc and Cf
                              alone (see flavor.h): as if not there */
    CHARACTER_WHITE_SPACE, /* tab, LF, CR, categories Z*: parts words */
    CHARACTER_PUNCTUATION, /* categories P*, all ASCII symbols: a word of its own */
    CHARACTER_CJK,         /* an ideograph of one of eight blocks: as if between two spaces */
};

#define CHARACTER_CLASS_MASK     0x0007u
#define CHARACTER_STRIPPED       0x0008u /* Python's str.isspace: a line of only these is empty */
#define CHARACTER_NONSPACING     0x0010u /* category Mn: dropped when accents are stripped */
#define CHARACTER_CASED          0x0020u /* property Cased, unless also Case_Ignorable */
#define CHARACTER_CASE_IGNORABLE 0x0040u /* property Case_Ignorable */
#define CHARACTER_FOLDS          0x0080u /* lower case or decomposition, or both, changes it */
/* Bits 8 to 15: the canonical combining class. */
#define CHARACTER_COMBINING_SHIFT 8

static inline enum character_class character_class_of(uint16_t properties) {
    return (enum character_class)(properties & CHARACTER_CLASS_MASK);
}

static inline unsigned character_combining_class(uint16_t properties) {
    return (unsigned)properties >> CHARACTER_COMBINING_SHIFT;
}

/*
 * The bits of a code point of the given category (a utf8proc_category_t) and canonical combining
 * class; CHARACTER_FOLDS is not among them.
 */
uint16_t character_class_compute(enum flavor flavor, uint32_t code_point, int category,
                                 unsigned combining_class);

#endif
