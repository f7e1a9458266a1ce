/*
 * vocabulary_lines - the lines of a vocabulary file.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_VOCABULARY_LINES_H
#define TOKENIZER_VOCABULARY_LINES_H

#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/text/unicode_tables.h"

/*
 * Fails unless the bytes of the file `name` can be a vocabulary: STATUS_CORRUPT if it is empty or
 * has malformed UTF-8, STATUS_NOT_OURS if it is binary. Sentences count lines from 1, bytes from 0.
 */
MUST_USE enum status vocabulary_lines_check(struct view bytes, const char *name,
                                            struct error *error);

/* The number of lines, ended by LF, CR LF, CR or the end. */
size_t vocabulary_lines_count(struct view bytes);

/* Takes the first line off well-formed bytes and returns it without white space at both ends. */
struct view vocabulary_lines_next(struct view *rest, const struct unicode_tables *tables);

#endif
