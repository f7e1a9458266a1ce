/*
 * messages - what a tool says on standard error.
 *
 * Each message is one line, "<tool>: <text>", written by one write(2), so that lines of threads and
 * of other tools in the pipe do not mix. Colour only on a terminal and without NO_COLOR
 * (https://no-color.org). Control characters in a text are shown as '?'.
 *
 * Thread rule: any thread, once initialized.
 */
#ifndef TOOLS_CLI_MESSAGES_H
#define TOOLS_CLI_MESSAGES_H

#include <stdbool.h>

#include "formats/base/status.h"

struct messages {
    const char *tool; /* borrowed */
    bool quiet;       /* errors only */
    bool verbose;     /* notes, too */
    bool colour;
};

/* Not quiet, not verbose; asks the terminal and NO_COLOR about colour. */
void messages_init(struct messages *messages, const char *tool);

/* "<tool>: error: <text>": always shown. */
void messages_error(const struct messages *messages, const char *format, ...) PRINTF_LIKE(2, 3);

/* "<tool>: warning: <text>", unless quiet. */
void messages_warning(const struct messages *messages, const char *format, ...) PRINTF_LIKE(2, 3);

/* "<tool>: <text>", when verbose. */
void messages_note(const struct messages *messages, const char *format, ...) PRINTF_LIKE(2, 3);

/* "<tool>: <text>", unless quiet: the one line that closes a run. */
void messages_summary(const struct messages *messages, const char *format, ...) PRINTF_LIKE(2, 3);

/* Replaces control characters: file names may carry anything, and must not drive a terminal. */
void messages_make_harmless(char *text);

#endif
