/*
 * h5look_html_row - text, and the first rows of a set, in an HTML page.
 *
 * Thread rule: one thread at a time per stream. Errors stay with the stream (ferror).
 */
#ifndef TOOLS_JOIN_H5LOOK_HTML_ROW_H
#define TOOLS_JOIN_H5LOOK_HTML_ROW_H

#include <stdio.h>

#include "formats/base/status.h"
#include "tokenizer/vocabulary.h"
#include "tools/join/h5look_set.h"

/* Writes text with its markup characters escaped and without control characters. */
void h5look_html_text(FILE *file, const char *text);

/* Writes the first rows of the first whole file, if there is one, masks and labels in colours. */
MUST_USE enum status h5look_html_rows(FILE *file, const struct h5look_set *set,
                                      const struct vocabulary *vocabulary, struct error *error);

#endif
