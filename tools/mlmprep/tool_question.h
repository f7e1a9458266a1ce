/*
 * tool_question - asks one of the tools something that it answers at once.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_MLMPREP_TOOL_QUESTION_H
#define TOOLS_MLMPREP_TOOL_QUESTION_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/prep/run_words.h"

/*
 * Calls a tool with these words, without input, and appends what it writes to standard output, with
 * a NUL behind it. When it fails, the status is that of its exit code and the sentence its own.
 */
MUST_USE enum status tool_question_ask(struct buffer *answer, const char *tool,
                                       const struct run_words *words, struct error *error);

#endif
