/*
 * run_words - words of a command line, as a plan keeps them and a tool is started with them.
 *
 * Thread rule: one thread at a time per list.
 */
#ifndef TOOLS_PREP_RUN_WORDS_H
#define TOOLS_PREP_RUN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"

/* All owned; `words[count]` is NULL once something was added. */
struct run_words {
    char **words;
    size_t count, capacity;
};

/* Appends a copy of a word. */
MUST_USE enum status run_words_add(struct run_words *words, const char *word, struct error *error);

/*
 * Appends the words of a line, parted as a POSIX shell does with white space, quotes and
 * backslashes and nothing else: '$', '*' and '#' stand for themselves. STATUS_USAGE for a quote
 * without its end, and for a backslash with nothing behind it.
 */
MUST_USE enum status run_words_split(struct run_words *words, const char *line,
                                     struct error *error);

/* Whether both lists are the same. */
bool run_words_equal(const struct run_words *a, const struct run_words *b);

/* Frees; the list is empty and usable again. */
void run_words_release(struct run_words *words);

#endif
