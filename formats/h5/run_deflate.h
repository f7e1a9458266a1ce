/*
 * run_deflate - zlib streams (RFC 1950) made of Huffman codes and runs alone.
 *
 * Bytes are coded one by one, and equal ones in a row as a match at distance 1; nothing else is
 * looked for. The planes of shuffled token ids hold so little that repeats within deflate's 32 KiB
 * that a general search makes them larger, for its lengths and distances spoil the code of the rest
 * (English text at 128 tokens: 11.45 bits an id by ISA-L's level 1, 10.9 so), and takes ten times
 * as long. Any zlib reads the streams, and their bytes are the same on every machine.
 *
 * A stream is begun, given bytes and runs in any order, and finished. Each call with bytes is coded
 * by itself, in blocks of at most RUN_DEFLATE_BLOCK bytes, so bytes of a kind belong into one; runs
 * are gathered over calls.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef FORMATS_H5_RUN_DEFLATE_H
#define FORMATS_H5_RUN_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/bit_writer.h"
#include "formats/h5/huffman_code.h"

/*
 * The size at which 1024 rows of 128 bytes make one block. A code costs some 100 bytes and a few
 * microseconds, so small blocks would show; larger ones need more room for their parts.
 */
#define RUN_DEFLATE_BLOCK ((size_t)128 << 10)

/* Literal bytes, then a number of repeats of the last of them. */
struct run_deflate_part {
    uint32_t literals;
    uint32_t repeats; /* 0, or at least 3 */
};

/* A length of 3 to 258 as deflate codes it (RFC 1951, 3.2.5). */
struct run_deflate_match {
    uint16_t symbol;
    uint8_t extra;
    uint8_t extra_bits;
};

#define RUN_DEFLATE_LONGEST_MATCH 258

struct run_deflate {
    struct bit_writer writer;
    bool is_2013;                   /* cpu_variant.h */
    unsigned char *start;           /* of the stream */
    uint32_t adler;                 /* of all that was given */
    struct run_deflate_part *parts; /* owned: of the block being made */
    size_t part_count;
    unsigned char *values; /* owned: the literals of gathered runs */
    size_t value_count;
    unsigned char run_value; /* of the run that may still grow */
    uint64_t run_length;     /* 0: there is none */
    uint32_t counts[HUFFMAN_CODE_SYMBOLS];
    uint8_t lengths[HUFFMAN_CODE_SYMBOLS];
    uint16_t words[HUFFMAN_CODE_SYMBOLS];
    struct run_deflate_match matches[RUN_DEFLATE_LONGEST_MATCH + 1]; /* by length, from 3 on */
};

/* Takes memory, some 320 KiB, to be released. */
MUST_USE enum status run_deflate_init(struct run_deflate *deflate, struct error *error);
void run_deflate_release(struct run_deflate *deflate);

/*
 * The most bytes a stream comes to that was given `size` of them, in calls with bytes of at least
 * 1024 or all of them in one; SIZE_MAX if that cannot be said.
 */
size_t run_deflate_bound(size_t size);

/* Begins a stream at `out`, which has room for run_deflate_bound of what will be given. */
void run_deflate_start(struct run_deflate *deflate, void *out);

/* Adds bytes. */
void run_deflate_bytes(struct run_deflate *deflate, const void *bytes, size_t size);

/* Adds `count` times a byte. */
void run_deflate_run(struct run_deflate *deflate, unsigned char value, uint64_t count);

/* Ends the stream and tells its size. */
size_t run_deflate_finish(struct run_deflate *deflate);

#endif
