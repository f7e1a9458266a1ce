/*
 * bzip2_piece - the bits from one marker of a bzip2 file to the next, and their decoding.
 *
 * bzip2_scanner cuts a file into pieces; bzip2_piece_decode may run for any number of them at once;
 * bzip2_order takes them back in order, checks the streams' CRCs and gives the text.
 *
 * Thread rule: one thread at a time per piece.
 */
#ifndef FORMATS_BASE_BZIP2_PIECE_H
#define FORMATS_BASE_BZIP2_PIECE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/*
 * Largest piece in bytes. A block holds 900,000 bytes at the most, which bzip2 makes 1 % larger in
 * the worst case; twice that leaves room for one false marker's neighbours and for a lost marker.
 */
#define BZIP2_PIECE_LARGEST ((size_t)2 << 20)

enum bzip2_piece_kind {
    BZIP2_PIECE_BLOCK,
    BZIP2_PIECE_END, /* begins with the marker of a stream's end */
};

/* What stands behind the end of a stream. */
enum bzip2_follower {
    BZIP2_FOLLOWER_STREAM,  /* another stream */
    BZIP2_FOLLOWER_NOTHING, /* the end of the file */
    BZIP2_FOLLOWER_OTHER,   /* neither: bytes of another kind, unless the marker is a false one */
};

struct bzip2_piece {
    /* Set by the scanner. */
    uint64_t number; /* from 0 */
    enum bzip2_piece_kind kind;
    enum bzip2_follower follower; /* of an end */
    unsigned level;               /* 1 to 9: the stream's blocks hold 100,000 times that */
    bool ends_input;              /* the file ends with it */
    uint64_t bit;                 /* of the file, at which it begins */
    size_t bit_count;
    struct buffer packed; /* begins at bit % 8 of its first byte */
    /* Set by bzip2_piece_decode. */
    enum status status;
    bool ran_out;       /* it failed, and for want of more bits */
    uint32_t crc;       /* of the block */
    size_t excess_byte; /* if not 0: bits follow the block that are not its own, from about here */
    struct buffer text; /* what the block holds */
};

void bzip2_piece_init(struct bzip2_piece *piece);
void bzip2_piece_release(struct bzip2_piece *piece);

/*
 * Decodes a block and checks its CRC; an end has nothing to decode. The outcome is in piece->status
 * too, so that it can travel with the piece: STATUS_OK, STATUS_CORRUPT (also where a false marker
 * cut the block: bzip2_order tries again) or STATUS_NO_MEMORY. *error gets a sentence without the
 * file's name, which bzip2_order puts in front. A block of N bytes becomes at most 51 N bytes.
 */
enum status bzip2_piece_decode(struct bzip2_piece *piece, struct error *error);

/* Appends what `more`, the next piece of the file, holds, as if no marker were between the two. */
MUST_USE enum status bzip2_piece_join(struct bzip2_piece *piece, const struct bzip2_piece *more,
                                      struct error *error);

#endif
