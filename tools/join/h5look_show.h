/*
 * h5look_show - one row, piece by piece.
 *
 * Thread rule: one thread at a time per stream. Errors stay with the stream (ferror).
 */
#ifndef TOOLS_JOIN_H5LOOK_SHOW_H
#define TOOLS_JOIN_H5LOOK_SHOW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/status.h"
#include "tokenizer/vocabulary.h"
#include "tools/join/h5look_set.h"

/*
 * Writes a row, by its number from 0 over all files of the sets, a line for each position: the
 * segment, the piece, what a prediction did to it, the piece to be predicted, and the word that the
 * piece is a part of. Numbers stand for pieces without a vocabulary (NULL). As JSON, one object.
 * STATUS_USAGE where there is no such row.
 */
MUST_USE enum status h5look_show(FILE *file, const struct h5look_sets *sets, uint64_t number,
                                 const struct vocabulary *vocabulary, bool json,
                                 struct error *error);

#endif
