/*
 * letter_case - small and capital letters of UTF-8 text.
 *
 * Latin (up to Latin Extended-B and the Vietnamese letters), Greek, Cyrillic, Armenian: the letters
 * whose other case is one letter of the same length in UTF-8; all else stays as it is. Never uses
 * the locale. Malformed bytes are copied.
 *
 * Thread rule: pure.
 */
#ifndef FORMATS_WIKI_LETTER_CASE_H
#define FORMATS_WIKI_LETTER_CASE_H

#include <stddef.h>

#include "formats/base/buffer.h"

/* The number of bytes of the UTF-8 character at the head of a view that is not empty. */
size_t letter_case_length(struct view text);

/* Turns all letters of `text`, in place, small or capital. */
void letter_case_lower(unsigned char *text, size_t size);
void letter_case_upper(unsigned char *text, size_t size);

#endif
