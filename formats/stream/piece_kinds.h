/*
 * piece_kinds - which ids of a vocabulary go on with a word, and which are no text: what the block
 * `piec` of mlmprep-stream(5) holds.
 *
 * Thread rule: one thread at a time while setting; any number may read.
 */
#ifndef FORMATS_STREAM_PIECE_KINDS_H
#define FORMATS_STREAM_PIECE_KINDS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

struct piece_kinds {
    uint32_t vocabulary_size;
    unsigned char *continues; /* owned; a bit for each id, the lowest first: begins with "##" */
    unsigned char *reserved;  /* a part of that: [PAD], [UNK], [CLS] ..., [unused0] ... */
};

/* Makes kinds for a vocabulary of 1 or more ids; none continues, none is reserved. */
MUST_USE enum status piece_kinds_init(struct piece_kinds *kinds, uint32_t vocabulary_size,
                                      struct error *error);

/* Frees; harmless when zeroed. */
void piece_kinds_release(struct piece_kinds *kinds);

/* Sets what the text of an id says: a continuation, a piece such as [unused7], or neither. */
void piece_kinds_set(struct piece_kinds *kinds, uint32_t id, struct view text);

/* Sets an id to be reserved, whatever its text. */
void piece_kinds_reserve(struct piece_kinds *kinds, uint32_t id);

/* Appends the payload of the block. */
MUST_USE enum status piece_kinds_write(const struct piece_kinds *kinds, struct buffer *payload,
                                       struct error *error);

/*
 * Reads such a payload; to be released. STATUS_CORRUPT when it is not of a vocabulary of this size.
 */
MUST_USE enum status piece_kinds_read(struct piece_kinds *kinds, struct view payload,
                                      uint32_t vocabulary_size, struct error *error);

static inline bool piece_kinds_continues(const struct piece_kinds *kinds, uint32_t id) {
    return (kinds->continues[id / 8] >> (id % 8) & 1) != 0;
}

static inline bool piece_kinds_is_reserved(const struct piece_kinds *kinds, uint32_t id) {
    return (kinds->reserved[id / 8] >> (id % 8) & 1) != 0;
}

#endif
