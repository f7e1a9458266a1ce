/*
 * descriptor_write - all bytes to a file, however many calls of write(2) it takes.
 *
 * For files; what may be a pipe whose reader goes away is byte_sink's.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef FORMATS_BASE_DESCRIPTOR_WRITE_H
#define FORMATS_BASE_DESCRIPTOR_WRITE_H

#include <stddef.h>

#include "formats/base/status.h"

/* Writes at the descriptor's place. STATUS_FAILED with "<what> '<name>': <reason>". */
MUST_USE enum status descriptor_write(int descriptor, const void *bytes, size_t size,
                                      const char *what, const char *name, struct error *error);

#endif
