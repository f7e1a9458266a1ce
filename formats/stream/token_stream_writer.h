/*
 * token_stream_writer - sentences and documents of token ids into a token stream.
 *
 * Where blocks end depends on the content alone, so equal content makes equal streams however it
 * arrives. The writer holds one block: memory does not grow with a sentence, document or shard.
 *
 * Thread rule: one thread at a time per writer.
 */
#ifndef FORMATS_STREAM_TOKEN_STREAM_WRITER_H
#define FORMATS_STREAM_TOKEN_STREAM_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/stream/shard_stream_writer.h"

struct token_stream_writer {
    struct shard_stream_writer stream; /* begin, end and fail it through its own functions */
    unsigned id_bytes;                 /* 2 or 4 */
    struct buffer payload;             /* the open block's: room, then the ids, little-endian */
    struct buffer sentence_tokens;     /* its other columns */
    struct buffer document_sentences;
    uint32_t tokens;               /* in the open block */
    uint32_t sentences;            /* in it, the open one not counted */
    uint32_t documents;            /* in it, the open one not counted */
    uint32_t open_sentence_tokens; /* of the open sentence, in this block */
    uint32_t open_document_sentences;
    bool first_document_continues, first_sentence_continues; /* flags of the open block */
    bool document_open; /* has content, in this block or an earlier one */
    bool sentence_open;
};

/* `id_bytes` is 2 or 4, as the provenance says; `sink` is borrowed. */
void token_stream_writer_init(struct token_stream_writer *writer, struct byte_sink *sink,
                              unsigned id_bytes);
void token_stream_writer_release(struct token_stream_writer *writer);

/* Adds ids to the open sentence, which the first of them opens. They fit id_bytes. */
MUST_USE enum status token_stream_writer_ids(struct token_stream_writer *writer,
                                             const uint32_t *ids, size_t count,
                                             struct error *error);

/*
 * Adds `count` sentences of so many ids each, the ids of all one after the other, little-endian
 * numbers of id_bytes bytes as they stand in the stream. The first goes on with the open sentence
 * if there is one, and only then may have no ids. The last stays open unless it is said to end. The
 * same as the calls of ids and end_sentence that this makes, at the cost of copying.
 */
MUST_USE enum status token_stream_writer_sentences(struct token_stream_writer *writer,
                                                   const unsigned char *ids,
                                                   const uint32_t *lengths, size_t count,
                                                   bool last_ends, struct error *error);

/* Ends the open sentence; without one it does nothing. */
MUST_USE enum status token_stream_writer_end_sentence(struct token_stream_writer *writer,
                                                      struct error *error);

/*
 * Ends the open document, with its sentence; without one it does nothing. `input_bytes` of the
 * shard's text have been read by its end; they are told to the reader when a block is due.
 */
MUST_USE enum status token_stream_writer_end_document(struct token_stream_writer *writer,
                                                      uint64_t input_bytes, struct error *error);

/* Ends the open document and the shard. */
MUST_USE enum status token_stream_writer_end_shard(struct token_stream_writer *writer,
                                                   struct error *error);

#endif
