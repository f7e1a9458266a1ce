/*
 * peek_source - looks at the first bytes of a source before they are read, and tells by them what
 * the bytes are.
 *
 * Thread rule: one thread at a time per source.
 */
#ifndef FORMATS_BASE_PEEK_SOURCE_H
#define FORMATS_BASE_PEEK_SOURCE_H

#include "formats/base/byte_source.h"

/* Bytes that are looked at: enough for every magic, and for the first tag of an XML document. */
#define PEEK_SOURCE_SIZE 4096

enum byte_kind {
    BYTE_KIND_PLAIN,
    BYTE_KIND_GZIP,
    BYTE_KIND_BZIP2,
    BYTE_KIND_UTF16_LE, /* with a byte order mark, or with a zero beside its first "<" or "{" */
    BYTE_KIND_UTF16_BE,
    BYTE_KIND_UTF8_MARK, /* UTF-8 with a byte order mark */
    BYTE_KIND_OTHER,     /* a compression that is not read here: see byte_kind_refuse */
};

struct peek_source {
    struct byte_source bytes;  /* to be read from; valid while the struct is not moved */
    struct byte_source *input; /* borrowed */
    unsigned char head[PEEK_SOURCE_SIZE];
    size_t head_size, head_used;
};

/* Reads the first bytes of `input`, which stays the caller's and must outlive this. */
MUST_USE enum status peek_source_init(struct peek_source *source, struct byte_source *input,
                                      struct error *error);

/* The first bytes that have not been read from source->bytes; fewer only at the end of the input.
 */
static inline struct view peek_source_head(const struct peek_source *source) {
    return (struct view){source->head + source->head_used, source->head_size - source->head_used};
}

/* What bytes are by those they begin with. */
enum byte_kind byte_kind_of(struct view head);

/* STATUS_NOT_OURS with a sentence that names the compression and says how to undo it. */
enum status byte_kind_refuse(struct view head, const char *name, struct error *error);

#endif
