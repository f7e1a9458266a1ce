/*
 * operand_files - what is asked of all files on a command line before the first is read.
 *
 * "-" is standard input. Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_JOIN_OPERAND_FILES_H
#define TOOLS_JOIN_OPERAND_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"

/* The bytes of all, for a progress line; 0 when one is no regular file, or there are none. */
uint64_t operand_files_size(char *const *paths, int count);

/*
 * STATUS_FAILED, with a sentence about the first that cannot be read: better told at once than
 * after hours of work on the files before it.
 */
MUST_USE enum status operand_files_check(char *const *paths, int count, struct error *error);

/* Whether the file `path` is one of those that are read; no paths mean standard input. */
bool operand_files_include(char *const *paths, int count, const char *path);

#endif
