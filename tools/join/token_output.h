/*
 * token_output - where wpiece sends sentences and documents: a token stream, or text for people.
 *
 * A caller begins a shard, gives sentences, ends documents, ends the shard, and finishes or fails
 * the whole. Each call fails as writing does. Ids come in the output's form, see token_piece.
 *
 * Thread rule: one thread at a time.
 */
#ifndef TOOLS_JOIN_TOKEN_OUTPUT_H
#define TOOLS_JOIN_TOKEN_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "formats/stream/token_stream_writer.h"
#include "tools/join/token_piece.h"

struct token_output {
    enum token_form form;
    struct byte_sink *sink;            /* borrowed */
    struct token_stream_writer stream; /* for streams */
    bool between_documents;            /* for text: an empty line is due before the next */
};

static inline bool token_form_is_stream(enum token_form form) {
    return form == TOKEN_FORM_IDS_2 || form == TOKEN_FORM_IDS_4;
}

/* Writes nothing yet. */
void token_output_init(struct token_output *output, enum token_form form, struct byte_sink *sink);
void token_output_release(struct token_output *output);

/* Begins the whole; `provenance` is written to streams. */
MUST_USE enum status token_output_begin(struct token_output *output, struct view provenance,
                                        struct error *error);

/* Begins a shard, which text does not show. */
MUST_USE enum status token_output_shard(struct token_output *output, const char *name,
                                        uint64_t input_size, struct error *error);

/*
 * Sentences of one document, their ids where token_stream_writer_sentences wants them; the last
 * stays open unless it is said to end. Text does not show them: see token_output_text.
 */
MUST_USE enum status token_output_sentences(struct token_output *output, const unsigned char *ids,
                                            const uint32_t *lengths, size_t count, bool last_ends,
                                            struct error *error);

/* The text of a piece, all of it, when its first sentences are due; streams do without. */
MUST_USE enum status token_output_text(struct token_output *output, struct view text,
                                       bool begins_document, struct error *error);

/* `input_bytes` of the shard's text have been read by its end. */
MUST_USE enum status token_output_end_document(struct token_output *output, uint64_t input_bytes,
                                               struct error *error);

MUST_USE enum status token_output_end_shard(struct token_output *output, struct error *error);

/* Hands on what there is: nothing more is to come soon. */
MUST_USE enum status token_output_flush(struct token_output *output, struct error *error);

/* Ends the whole, flushed. */
MUST_USE enum status token_output_end(struct token_output *output, struct error *error);

/* Ends the whole with a failure that a later tool can read; text just ends where it is. */
void token_output_fail(struct token_output *output, const char *tool, enum status status,
                       const struct error *error);

#endif
