/*
 * shell_words - words as a shell reads them.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_SHELL_WORDS_H
#define TOOLS_PREP_SHELL_WORDS_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Appends a word, in quotes where a shell would take it for anything but itself. */
MUST_USE enum status shell_words_quote(struct buffer *text, const char *word, struct error *error);

#endif
