/*
 * standard_streams - care for standard input, output and error.
 */
#ifndef TOOLS_CLI_STANDARD_STREAMS_H
#define TOOLS_CLI_STANDARD_STREAMS_H

#include <stdbool.h>

#include "formats/base/status.h"

/*
 * Gives a closed standard descriptor a placeholder on which reading or writing fails, so that no
 * file opened later is taken for it. Call first of all.
 */
void standard_streams_occupy(void);

/* Whether standard input, or output, is a terminal. */
bool standard_input_is_terminal(void);
bool standard_output_is_terminal(void);

/* STATUS_USAGE when binary data would go to a terminal; says where to send them instead. */
MUST_USE enum status standard_output_refuse_terminal(const char *what, struct error *error);

/*
 * Whether all that was written to standard output so far went well. To be called right after
 * writing, so that the reason of a failure is not lost. STATUS_CLOSED_PIPE when the reader has
 * gone. One call at a time.
 */
MUST_USE enum status standard_output_check(struct error *error);

/*
 * Flushes and closes standard output, the last write of a tool: a full disk or a vanished server
 * may be noticed only now. STATUS_CLOSED_PIPE when the reader has gone.
 */
MUST_USE enum status standard_output_close(struct error *error);

#endif
