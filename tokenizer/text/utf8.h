/*
 * utf8 - UTF-8 to code points and back.
 *
 * Well-formed is what Unicode 14.0 table 3-7 says: no overlong forms, no surrogates, nothing above
 * U+10FFFF. Of malformed bytes each maximal subpart of a well-formed sequence counts as one error
 * (Unicode 14.0 section 3.9, "U+FFFD Substitution of Maximal Subparts"), as Python's and the web's
 * decoders do it.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_TEXT_UTF8_H
#define TOKENIZER_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_LONGEST 4 /* bytes of the longest code point */
#define UTF8_MALFORMED                                                                             \
    0x110000u /* stands for a malformed sequence; one past the last code point                     \
               */

/* utf8_decode for a first byte of 0x80 or more. */
size_t utf8_decode_long(const unsigned char *bytes, size_t size, uint32_t *code_point);

/*
 * Decodes the first code point of `size` >= 1 bytes and returns how many bytes it takes; for a
 * malformed sequence *code_point is UTF8_MALFORMED. Returns 0 when all `size` bytes are the
 * beginning of a sequence that more bytes could complete; if there are no more they are one
 * malformed sequence.
 */
static inline size_t utf8_decode(const unsigned char *bytes, size_t size, uint32_t *code_point) {
    if (bytes[0] < 0x80) {
        *code_point = bytes[0];
        return 1;
    }
    /* Most of what is not ASCII: two bytes, and three whose second may be any. */
    if (size >= 2 && bytes[0] >= 0xC2 && bytes[0] < 0xE0 && (bytes[1] & 0xC0) == 0x80) {
        *code_point = (uint32_t)(bytes[0] & 0x1F) << 6 | (bytes[1] & 0x3F);
        return 2;
    }
    if (size >= 3 && bytes[0] > 0xE0 && bytes[0] < 0xED && (bytes[1] & 0xC0) == 0x80 &&
        (bytes[2] & 0xC0) == 0x80) {
        *code_point = (uint32_t)(bytes[0] & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 |
                      (bytes[2] & 0x3F);
        return 3;
    }
    return utf8_decode_long(bytes, size, code_point);
}

/* Writes a code point (not a surrogate, at most U+10FFFF); returns its 1 to 4 bytes' number. */
static inline size_t utf8_encode(uint32_t code_point, unsigned char bytes[UTF8_LONGEST]) {
    if (code_point < 0x80) {
        bytes[0] = (unsigned char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        bytes[0] = (unsigned char)(0xC0 | code_point >> 6);
        bytes[1] = (unsigned char)(0x80 | (code_point & 0x3F));
        return 2;
    }
    if (code_point < 0x10000) {
        bytes[0] = (unsigned char)(0xE0 | code_point >> 12);
        bytes[1] = (unsigned char)(0x80 | (code_point >> 6 & 0x3F));
        bytes[2] = (unsigned char)(0x80 | (code_point & 0x3F));
        return 3;
    }
    bytes[0] = (unsigned char)(0xF0 | code_point >> 18);
    bytes[1] = (unsigned char)(0x80 | (code_point >> 12 & 0x3F));
    bytes[2] = (unsigned char)(0x80 | (code_point >> 6 & 0x3F));
    bytes[3] = (unsigned char)(0x80 | (code_point & 0x3F));
    return 4;
}

/* Whether all bytes are well-formed; if not, *offset is where the first malformed sequence is. */
bool utf8_is_well_formed(const unsigned char *bytes, size_t size, size_t *offset);

#endif
