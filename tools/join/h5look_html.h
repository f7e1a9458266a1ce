/*
 * h5look_html - what was found, as one self-contained page: style and plots are in it, and nothing
 * is fetched from elsewhere.
 *
 * Thread rule: one thread at a time per stream.
 */
#ifndef TOOLS_JOIN_H5LOOK_HTML_H
#define TOOLS_JOIN_H5LOOK_HTML_H

#include <stdio.h>

#include "formats/base/status.h"
#include "tokenizer/vocabulary.h"
#include "tools/join/h5look_set.h"
#include "tools/join/h5look_verify.h"

/*
 * Writes the page about scanned sets. The vocabulary may be NULL; so may the verifications, else
 * one for each set. Errors of the stream stay with it (ferror).
 */
MUST_USE enum status h5look_html(FILE *file, const struct h5look_sets *sets,
                                 const struct vocabulary *vocabulary,
                                 const struct h5look_verification *verifications,
                                 struct error *error);

#endif
