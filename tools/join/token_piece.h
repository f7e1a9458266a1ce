/*
 * token_piece - what a chunk of text has become, ready to be put behind what came before it.
 *
 * A piece is made without knowing what stands before its chunk: see document_tokenizer_begin_inside
 * and document_join. Its ids are in the form of the output, so that putting pieces in order costs
 * little more than copying.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_JOIN_TOKEN_PIECE_H
#define TOOLS_JOIN_TOKEN_PIECE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/document_tokenizer.h"
#include "tools/join/text_chunks.h"

/* The form of the ids: as they stand in a token stream, or a line of text for each sentence. */
enum token_form { TOKEN_FORM_IDS_2, TOKEN_FORM_IDS_4, TOKEN_FORM_NUMBERS, TOKEN_FORM_TOKENS };

struct token_piece {
    /* Of the chunk; its text has gone. */
    const char *path, *name;
    uint64_t input_size, position;
    bool begins_file, ends_file, waits;
    /* Sentences and documents; not the ids. */
    struct token_batch batch;
    struct buffer ids;     /* in the form of the output */
    uint64_t lines, bytes; /* of the file, that are in it */
    bool placed;           /* its lines and offsets are the file's, not counted from its chunk */
    uint64_t text_end;     /* offset behind its last line that is not blank; 0: there is none */
    uint64_t sentences;    /* begun in it */
    uint64_t tokens, unknown;
    uint64_t malformed;                                                              /* sequences */
    struct document_tokenizer_place malformed_at[DOCUMENT_TOKENIZER_MALFORMED_KEPT]; /* the first */
    enum status
        status; /* of reading and tokenizing: what there is, is what came before a failure */
    struct error error;
};

/* Allocates nothing. */
void token_piece_init(struct token_piece *piece);
void token_piece_release(struct token_piece *piece);

/* Empties the piece and takes over what there is to know of the chunk. */
void token_piece_begin(struct token_piece *piece, const struct text_chunk *chunk);

/*
 * Brings the ids of piece->batch into their form and empties that column. The vocabulary is that
 * of the ids.
 */
MUST_USE enum status token_piece_form(struct token_piece *piece, enum token_form form,
                                      const struct vocabulary *vocabulary, struct error *error);

#endif
