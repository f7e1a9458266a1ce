/*
 * token_output - where wpiece sends sentences and documents: a token stream, or text for people.
 *
 * A caller begins a shard, gives ids, ends sentences and documents, ends the shard, and finishes or
 * fails the whole. Each call fails as writing does.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_TOKEN_OUTPUT_H
#define TOOLS_JOIN_TOKEN_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "formats/stream/token_stream_writer.h"
#include "tokenizer/vocabulary.h"

enum token_output_kind { TOKEN_OUTPUT_STREAM, TOKEN_OUTPUT_IDS, TOKEN_OUTPUT_TOKENS };

struct token_output {
    enum token_output_kind kind;
    struct byte_sink *sink;              /* borrowed */
    const struct vocabulary *vocabulary; /* borrowed; for tokens */
    struct token_stream_writer stream;   /* for streams */
    struct buffer line;                  /* for text */
    bool between_documents, in_sentence; /* for text: what to write before the next token */
};

/* Writes nothing yet. `id_bytes` is for streams, the vocabulary for tokens. */
void token_output_init(struct token_output *output, enum token_output_kind kind,
                       struct byte_sink *sink, const struct vocabulary *vocabulary,
                       unsigned id_bytes);
void token_output_release(struct token_output *output);

/* Begins the whole; `provenance` is written to streams. */
MUST_USE enum status token_output_begin(struct token_output *output, struct view provenance,
                                        struct error *error);

/* Begins a shard, which text does not show. */
MUST_USE enum status token_output_shard(struct token_output *output, const char *name,
                                        uint64_t input_size, struct error *error);

/* Ids of the open sentence, which the first of them opens. */
MUST_USE enum status token_output_ids(struct token_output *output, const uint32_t *ids,
                                      size_t count, struct error *error);

MUST_USE enum status token_output_end_sentence(struct token_output *output, struct error *error);

/* `input_bytes` of the shard's text have been read by its end. */
MUST_USE enum status token_output_end_document(struct token_output *output, uint64_t input_bytes,
                                               struct error *error);

MUST_USE enum status token_output_end_shard(struct token_output *output, struct error *error);

/* Ends the whole, flushed. */
MUST_USE enum status token_output_end(struct token_output *output, struct error *error);

/* Ends the whole with a failure that a later tool can read; text just ends where it is. */
void token_output_fail(struct token_output *output, const char *tool, enum status status,
                       const struct error *error);

#endif
