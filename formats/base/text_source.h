/*
 * text_source - reads text as UTF-8, whichever of UTF-8, UTF-16LE or UTF-16BE it is written in.
 *
 * Told by a byte order mark, which goes, or by a zero beside the first "<" or "{". UTF-8 is handed
 * on as it is, checked by nobody here. Thread rule: one thread at a time per source.
 */
#ifndef FORMATS_BASE_TEXT_SOURCE_H
#define FORMATS_BASE_TEXT_SOURCE_H

#include "formats/base/peek_source.h"
#include "formats/base/utf16_source.h"

struct text_source {
    struct byte_source *bytes; /* to be read from; valid while the struct is not moved */
    struct peek_source peek;
    struct utf16_source utf16;
};

/*
 * Reads the first bytes of `input`, which stays the caller's and must outlive this.
 * STATUS_NOT_OURS when they are compressed.
 */
MUST_USE enum status text_source_init(struct text_source *source, struct byte_source *input,
                                      struct error *error);

#endif
