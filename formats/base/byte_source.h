/*
 * byte_source - where bytes come from: a file, a pipe, memory, or a test's own function.
 *
 * Thread rule: one thread at a time per source. Errors name the source by its `name`.
 */
#ifndef FORMATS_BASE_BYTE_SOURCE_H
#define FORMATS_BASE_BYTE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

struct byte_source;

/* Puts 1 to `size` bytes at `bytes`, their number in *got; *got = 0 means the end. */
typedef enum status byte_source_read_function(struct byte_source *source, void *bytes, size_t size,
                                              size_t *got, struct error *error);

struct byte_source {
    byte_source_read_function *read;
    const char *name;    /* borrowed; for messages: a path, or "standard input" */
    uint64_t position;   /* bytes handed out so far */
    uint64_t input_size; /* of a regular file, else BYTE_SOURCE_SIZE_UNKNOWN */
    int descriptor;      /* of byte_source_open and byte_source_from_descriptor, else -1 */
    bool close_descriptor;
    struct view memory; /* of byte_source_from_memory: what is left */
    void *context;      /* of a test's own function */
};

#define BYTE_SOURCE_SIZE_UNKNOWN UINT64_MAX

/* Opens a file for reading; "-" is standard input. `path` must outlive the source. */
MUST_USE enum status byte_source_open(struct byte_source *source, const char *path,
                                      struct error *error);

/* Reads from an open descriptor, which stays the caller's to close. */
void byte_source_from_descriptor(struct byte_source *source, int descriptor, const char *name);

/* Reads bytes in memory, borrowed until the source is released. */
void byte_source_from_memory(struct byte_source *source, struct view memory, const char *name);

/* Reads through a function of the caller's; it finds its state in source->context. */
void byte_source_from_function(struct byte_source *source, byte_source_read_function *read,
                               void *context, const char *name);

/* As byte_source_read_function says; advances position. One system call at the most. */
MUST_USE enum status byte_source_read(struct byte_source *source, void *bytes, size_t size,
                                      size_t *got, struct error *error);

/* Reads until `size` bytes are there or the input ends; *got tells how many came. */
MUST_USE enum status byte_source_read_full(struct byte_source *source, void *bytes, size_t size,
                                           size_t *got, struct error *error);

/* Appends everything up to the end of the input to `buffer`, at most `limit` bytes: more is
 * STATUS_FAILED. */
MUST_USE enum status byte_source_read_all(struct byte_source *source, size_t limit,
                                          struct buffer *buffer, struct error *error);

/* The same of a whole file: opens it, as byte_source_open does, and closes it again. */
MUST_USE enum status byte_source_read_file(const char *path, size_t limit, struct buffer *buffer,
                                           struct error *error);

/* Closes what byte_source_open opened; harmless on a zeroed or released source. */
void byte_source_release(struct byte_source *source);

#endif
