/*
 * deflate_method - which library compresses a shard's chunks, and how hard.
 *
 * The default is our own run_deflate, which fits token ids, is faster than any of the libraries and
 * makes the same bytes on every machine. ISA-L and libdeflate may not have been compiled in
 * (HAVE_ISAL, HAVE_LIBDEFLATE); zlib is always there.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_H5_DEFLATE_METHOD_H
#define FORMATS_H5_DEFLATE_METHOD_H

#include "formats/base/status.h"

enum deflate_library {
    DEFLATE_NONE,    /* nothing is compressed */
    DEFLATE_HUFFMAN, /* run_deflate.h */
    DEFLATE_ISAL,
    DEFLATE_LIBDEFLATE,
    DEFLATE_ZLIB,
};

struct deflate_method {
    enum deflate_library library;
    int level; /* isal 0 to 3, libdeflate 1 to 12, zlib 1 to 9, huffman and none 0 */
};

#define DEFLATE_METHOD_NAME_SIZE 32

/* The one that suits shards best: DEFLATE_HUFFMAN. */
struct deflate_method deflate_method_default(void);

/*
 * Reads "huffman", "isal", "isal:1", "libdeflate:6", "zlib:4" or "none"; without a level, the
 * library's best for shards. STATUS_USAGE for another text, a level out of range or a library not
 * compiled in; the sentence lists what there is.
 */
MUST_USE enum status deflate_method_parse(struct deflate_method *method, const char *text,
                                          struct error *error);

/* The text that deflate_method_parse reads back, level included: "isal:1", "huffman". */
void deflate_method_name(struct deflate_method method, char name[DEFLATE_METHOD_NAME_SIZE]);

#endif
