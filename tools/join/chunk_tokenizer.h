/*
 * chunk_tokenizer - a thread's own tokenizer: chunks of text in, pieces out.
 *
 * Thread rule: one thread at a time per struct; several may share a vocabulary.
 */
#ifndef TOOLS_JOIN_CHUNK_TOKENIZER_H
#define TOOLS_JOIN_CHUNK_TOKENIZER_H

#include "formats/base/status.h"
#include "tokenizer/document_tokenizer.h"
#include "tools/join/document_join.h"
#include "tools/join/text_chunks.h"
#include "tools/join/token_piece.h"

struct chunk_tokenizer_options {
    const struct vocabulary *vocabulary; /* borrowed */
    struct bert_tokenizer_options bert;
    bool strict;
    enum token_form form;
};

struct chunk_tokenizer {
    const struct chunk_tokenizer_options *options; /* borrowed */
    struct bert_tokenizer *bert;
    struct document_tokenizer documents;
    uint32_t *ids; /* owned: a batch's column of ids while it is filled */
    size_t id_capacity;
    bool placed; /* the long line that is under way was begun in its place */
};

MUST_USE enum status chunk_tokenizer_init(struct chunk_tokenizer *tokenizer,
                                          const struct chunk_tokenizer_options *options,
                                          struct error *error);

/* Harmless when zeroed. */
void chunk_tokenizer_release(struct chunk_tokenizer *tokenizer);

/*
 * Tokenizes a chunk. `before` is what stands in front of it in its file, or NULL when that is not
 * known: the piece then is not placed. The parts of a long line must come one after the other;
 * `before` matters at the first.
 *
 * What goes wrong is written into the piece, with the sentences before the line that failed; its
 * sentence is right in a piece that is placed.
 */
void chunk_tokenizer_take(struct chunk_tokenizer *tokenizer, struct token_piece *piece,
                          const struct text_chunk *chunk, const struct document_join *before);

#endif
