/*
 * h5look_pieces - a row as people see it: pieces, what the predictions did to them, words.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_JOIN_H5LOOK_PIECES_H
#define TOOLS_JOIN_H5LOOK_PIECES_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/vocabulary.h"
#include "tools/join/h5look_shard.h"
#include "tools/join/h5look_statistics.h"

/* Bytes for a piece or a word; longer ones are cut. */
#define H5LOOK_PIECE_SIZE 512

struct h5look_pieces {
    const struct vocabulary *vocabulary; /* borrowed, or NULL: then numbers stand for pieces */
    struct h5look_ids ids;
    struct h5look_row row; /* borrowed */
    uint32_t length;       /* up to the padding */
    int32_t *text;         /* owned: the ids before masking */
    bool *predicted;       /* owned: by position */
};

/* Undoes the masks of a row; to be released, on failure too. */
MUST_USE enum status h5look_pieces_init(struct h5look_pieces *pieces, const struct h5look_row *row,
                                        const struct h5look_ids *ids,
                                        const struct vocabulary *vocabulary, struct error *error);
void h5look_pieces_release(struct h5look_pieces *pieces);

/* Puts the piece of an id into `text`, and returns that. */
const char *h5look_pieces_piece(const struct h5look_pieces *pieces, int32_t id,
                                char text[H5LOOK_PIECE_SIZE]);

/* The same for the whole word, before masking, that the piece at a position is a part of. */
const char *h5look_pieces_word(const struct h5look_pieces *pieces, uint32_t at,
                               char text[H5LOOK_PIECE_SIZE]);

/* "mask", "keep", "random" for a predicted position ("other" where [MASK] is not known), else "" */
const char *h5look_pieces_fate(const struct h5look_pieces *pieces, uint32_t at);

#endif
