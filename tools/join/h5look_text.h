/*
 * h5look_text - what was found, as people read it at a prompt.
 *
 * Thread rule: one thread at a time per stream. Errors stay with the stream (ferror).
 */
#ifndef TOOLS_JOIN_H5LOOK_TEXT_H
#define TOOLS_JOIN_H5LOOK_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "tokenizer/vocabulary.h"
#include "tools/join/h5look_set.h"
#include "tools/join/h5look_verify.h"

/* Schema, files, provenance. */
void h5look_text_schema(FILE *file, const struct h5look_set *set);

/* Statistics; the vocabulary may be NULL. */
void h5look_text_statistics(FILE *file, const struct h5look_set *set,
                            const struct vocabulary *vocabulary);

/* Checks and trainers. */
void h5look_text_verification(FILE *file, const struct h5look_verification *verification);

/* Text with '?' for control characters, which a terminal would obey. */
void h5look_text_print(FILE *file, const char *text);

/* The vocabulary's entries of the form [unused0] that occur, and all of that form. */
void h5look_text_reserved(const struct h5look_set *set, const struct vocabulary *vocabulary,
                          uint64_t *seen, uint64_t *all);

/* "hdf5" and so on, as h5pack's --format has it. */
const char *h5look_text_format(enum shard_format format);

/* The element type and shape of a dataset in a format, as "int32", "rows x 128"; false for none. */
bool h5look_text_dataset(enum shard_format format, enum shard_dataset dataset,
                         struct shard_shape shape, const char **type, char width[32]);

/* The first file that was opened, or NULL. */
const struct h5look_file *h5look_text_first(const struct h5look_set *set);

#endif
