/*
 * utf16_source - reads UTF-16 as UTF-8.
 *
 * A byte order mark at the beginning goes. A lone surrogate and an odd last byte become U+FFFD.
 * Thread rule: one thread at a time per source.
 */
#ifndef FORMATS_BASE_UTF16_SOURCE_H
#define FORMATS_BASE_UTF16_SOURCE_H

#include "formats/base/byte_source.h"

#define UTF16_SOURCE_READ_SIZE 16384

struct utf16_source {
    struct byte_source bytes;  /* to be read from; valid while the struct is not moved */
    struct byte_source *input; /* borrowed */
    bool big_endian;
    bool started; /* the first unit has been seen */
    bool input_ended;
    uint16_t high; /* a high surrogate that waits for its other half, or 0 */
    size_t text_used, text_size;
    size_t kept; /* bytes at the beginning of `units`: 0 or 1 */
    unsigned char units[UTF16_SOURCE_READ_SIZE];
    unsigned char text[UTF16_SOURCE_READ_SIZE / 2 * 3 + 16];
};

/* Reads `input`, which stays the caller's and must outlive this; source->bytes gives the text. */
void utf16_source_init(struct utf16_source *source, struct byte_source *input, bool big_endian);

#endif
