/*
 * vocabulary_layout - the lines of a vocabulary file, as BERT's are laid out.
 *
 * [PAD], [unused0] and on, [UNK], [CLS], [SEP], [MASK], the user's own special tokens, and then
 * the pieces. A piece that equals a special token is left out: it has its line already.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_TRAIN_VOCABULARY_LAYOUT_H
#define TOKENIZER_TRAIN_VOCABULARY_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/train/string_counts.h"

struct vocabulary_layout {
    struct string_counts special; /* `special.size` tokens stand before the pieces */
};

/* Begins with the five special tokens and `unused` places. STATUS_NO_MEMORY alone. */
MUST_USE enum status vocabulary_layout_init(struct vocabulary_layout *layout, uint32_t unused,
                                            struct error *error);

/* Harmless when zeroed. */
void vocabulary_layout_release(struct vocabulary_layout *layout);

/*
 * Adds a special token behind the others. STATUS_USAGE when it is there already, is empty, longer
 * than a word can be, malformed UTF-8, or has white space or control characters in it.
 */
MUST_USE enum status vocabulary_layout_add(struct vocabulary_layout *layout, struct view token,
                                           struct error *error);

/* How many of the special tokens are pieces, too. */
size_t vocabulary_layout_shared(const struct vocabulary_layout *layout,
                                const struct string_counts *pieces);

/* Appends the file: all special tokens and pieces, each with LF behind it. STATUS_NO_MEMORY alone.
 */
MUST_USE enum status vocabulary_layout_write(const struct vocabulary_layout *layout,
                                             const struct string_counts *pieces,
                                             struct buffer *file, struct error *error);

#endif
