/*
 * json_text - JSON values as compact text that reads back as the same value.
 *
 * Unlike jansson's own output, numbers are the shortest that read back the same (0.15, not
 * 0.14999999999999999), and members keep the order they were read in.
 *
 * Thread rule: one thread at a time per value.
 */
#ifndef FORMATS_H5_JSON_TEXT_H
#define FORMATS_H5_JSON_TEXT_H

#include <jansson.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Appends the value on one line, with no space in it outside of strings. */
MUST_USE enum status json_text_append(struct buffer *text, const json_t *value,
                                      struct error *error);

/* Appends bytes of UTF-8 as a quoted string; STATUS_FAILED when they are not UTF-8. */
MUST_USE enum status json_text_append_string(struct buffer *text, struct view string,
                                             struct error *error);

#endif
