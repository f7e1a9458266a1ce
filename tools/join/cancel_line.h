/*
 * cancel_line - how a text tool that fails tells the next one (mlmprep(7), "Text").
 *
 * Text has no end mark. A tool that cannot finish its output ends it with a line that begins with
 * U+0018 (CANCEL) and carries the sentence of the failure; a reader stops at such a line.
 *
 * Thread rule: pure functions but for the sink.
 */
#ifndef TOOLS_JOIN_CANCEL_LINE_H
#define TOOLS_JOIN_CANCEL_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_sink.h"
#include "formats/base/status.h"

#define CANCEL_LINE_BYTE 0x18

/* Bytes of a sentence that are passed on. */
#define CANCEL_LINE_SENTENCE 512

/*
 * The offset of the first U+0018 that begins a line, which ends with LF, CR LF or CR; text.size
 * when there is none. `at_line_start` tells whether the text itself begins a line.
 */
size_t cancel_line_find(struct view text, bool at_line_start);

/*
 * STATUS_UPSTREAM: the text of that name says in that line that it is incomplete. `sentence` is
 * what follows the U+0018; of it, up to its line's end, CANCEL_LINE_SENTENCE bytes are repeated,
 * without control characters.
 */
enum status cancel_line_error(const char *name, uint64_t line, struct view sentence,
                              struct error *error);

/*
 * Ends a text with such a line: "<tool>: <sentence>", or the sentence alone where it came from
 * upstream and names its tool already. Writes nothing on a terminal, for nobody, or for wrong
 * usage. What goes wrong in writing it is not reported: the tool fails in any case.
 */
void cancel_line_write(struct byte_sink *sink, const char *tool, enum status status,
                       const struct error *error);

#endif
