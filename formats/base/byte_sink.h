/*
 * byte_sink - where bytes go: a descriptor, memory, or a test's own function; buffered.
 *
 * Nothing is known to be written before byte_sink_flush has succeeded.
 * Thread rule: one thread at a time per sink.
 */
#ifndef FORMATS_BASE_BYTE_SINK_H
#define FORMATS_BASE_BYTE_SINK_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

struct byte_sink;

/* Takes all `size` bytes or fails; STATUS_CLOSED_PIPE when the reader has gone. */
typedef enum status byte_sink_write_function(struct byte_sink *sink, const void *bytes, size_t size,
                                             struct error *error);

struct byte_sink {
    byte_sink_write_function *write;
    const char *name;  /* borrowed; for messages */
    uint64_t position; /* bytes taken so far, those still buffered included */
    int descriptor;
    struct buffer *memory;
    void *context;
    struct buffer pending; /* not yet handed to write */
};

/* Writes to an open descriptor, which stays the caller's to close. */
void byte_sink_to_descriptor(struct byte_sink *sink, int descriptor, const char *name);

/* Appends to a buffer of the caller's. */
void byte_sink_to_memory(struct byte_sink *sink, struct buffer *memory, const char *name);

/* Writes through a function of the caller's; it finds its state in sink->context. */
void byte_sink_to_function(struct byte_sink *sink, byte_sink_write_function *write, void *context,
                           const char *name);

/* Takes bytes; writes when a block of them has gathered, large pieces without copying. */
MUST_USE enum status byte_sink_write(struct byte_sink *sink, const void *bytes, size_t size,
                                     struct error *error);

/* Hands on whatever is pending. */
MUST_USE enum status byte_sink_flush(struct byte_sink *sink, struct error *error);

/* Frees the buffer; what is pending is dropped, so flush first. Harmless when zeroed. */
void byte_sink_release(struct byte_sink *sink);

#endif
