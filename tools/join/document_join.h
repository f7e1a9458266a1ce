/*
 * document_join - documents of pieces that were made apart, joined to those of their file.
 *
 * A piece that begins in the midst of a file says of its first document what would belong to one
 * that is open before it. Only who has seen all that comes before knows whether one is.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_JOIN_DOCUMENT_JOIN_H
#define TOOLS_JOIN_DOCUMENT_JOIN_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/join/token_piece.h"

struct document_join {
    /* Of the file, in front of the next piece: */
    uint64_t lines, bytes;
    uint64_t text_end; /* offset behind the last line that was not blank */
    bool document_open;
};

/* What the sentences of a document in a piece are to their file. */
struct joined_document {
    bool begins;        /* they are the first of a document */
    bool ends;          /* a document ends behind them */
    uint64_t input_end; /* then: offset in the file just behind its last line */
};

/* Begins a file. */
void document_join_begin(struct document_join *join);

/* The piece's documents are to be asked for one after the other, from 0. */
struct joined_document document_join_next(struct document_join *join,
                                          const struct token_piece *piece, size_t index);

/* Where in the file the malformed sequence is that piece->malformed_at tells of. */
struct document_tokenizer_place document_join_place(const struct document_join *join,
                                                    const struct token_piece *piece, size_t index);

/* Leaves the piece, when all its documents and places have been asked for. */
void document_join_leave(struct document_join *join, const struct token_piece *piece);

#endif
