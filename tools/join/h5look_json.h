/*
 * h5look_json - what was found, as JSON: h5look(1) describes the members.
 *
 * Thread rule: one thread at a time per stream. Errors stay with the stream (ferror).
 */
#ifndef TOOLS_JOIN_H5LOOK_JSON_H
#define TOOLS_JOIN_H5LOOK_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "tokenizer/vocabulary.h"
#include "tools/join/h5look_set.h"
#include "tools/join/h5look_verify.h"

/* Writes a set as an object, with statistics and verification where they are wanted (not NULL). */
void h5look_json_set(FILE *file, const struct h5look_set *set, bool statistics,
                     const struct vocabulary *vocabulary,
                     const struct h5look_verification *verification);

#endif
