/*
 * deflate - zlib streams (RFC 1950), as HDF5's deflate filter expects them, from run_deflate or a
 * library.
 *
 * The bytes of a stream depend on library, version and level, and ISA-L's on the processor's
 * instruction set too; run_deflate's on nothing but what they hold. What a stream decompresses to
 * never differs.
 *
 * Thread rule: one thread at a time per struct deflate; the other functions are pure.
 */
#ifndef FORMATS_H5_DEFLATE_H
#define FORMATS_H5_DEFLATE_H

#include <stddef.h>

#include "formats/base/status.h"
#include "formats/h5/deflate_method.h"
#include "formats/h5/run_deflate.h"

struct deflate {
    struct deflate_method method;
    void *state; /* the library's, or a struct run_deflate; NULL for none */
    void *work;  /* ISA-L's tables */
    unsigned work_size;
};

/* Takes what the library needs; owns it until deflate_release. Not for DEFLATE_NONE. */
MUST_USE enum status deflate_init(struct deflate *deflate, struct deflate_method method,
                                  struct error *error);

/* The most bytes that deflate_compress makes of `size` bytes; SIZE_MAX if that cannot be said. */
size_t deflate_bound(size_t size);

/*
 * Compresses `size` bytes (at most 1 GiB) into one zlib stream of *used bytes at `out`; `capacity`
 * is at least deflate_bound(size).
 */
MUST_USE enum status deflate_compress(struct deflate *deflate, void *out, size_t *used,
                                      size_t capacity, const void *bytes, size_t size,
                                      struct error *error);

/* What DEFLATE_HUFFMAN works with, to be given planes and runs one by one; NULL for the others. */
struct run_deflate *deflate_runs(struct deflate *deflate);

/* Frees; harmless when zeroed. */
void deflate_release(struct deflate *deflate);

/*
 * Decompresses one zlib stream to exactly `size` bytes at `out`; a stream that is damaged, or makes
 * fewer or more, or is followed by other bytes, is STATUS_CORRUPT.
 */
MUST_USE enum status deflate_expand(void *out, size_t size, const void *stream, size_t stream_size,
                                    struct error *error);

#endif
