/*
 * wpvocab_output - puts a vocabulary where it is wanted: whole or not at all.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_WPVOCAB_OUTPUT_H
#define TOOLS_JOIN_WPVOCAB_OUTPUT_H

#include "formats/base/buffer.h"
#include "formats/base/byte_sink.h"
#include "formats/base/status.h"

/*
 * Sees, before the work is done, that a file can be made where `path` says, and removes what killed
 * runs left beside it.
 */
MUST_USE enum status wpvocab_output_check(const char *path, struct error *error);

/* Writes the file under its name, or, where `path` is NULL, to the sink. */
MUST_USE enum status wpvocab_output_write(const char *path, struct byte_sink *sink,
                                          struct view vocabulary, struct error *error);

#endif
