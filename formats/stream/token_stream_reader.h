/*
 * token_stream_reader - documents of token ids out of a token stream.
 *
 * Thread rule: one thread at a time per reader.
 */
#ifndef FORMATS_STREAM_TOKEN_STREAM_READER_H
#define FORMATS_STREAM_TOKEN_STREAM_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/stream/shard_stream_reader.h"

/*
 * The columns of a DOCS block, checked: the sums agree, no count is 0, every id is below the
 * vocabulary's size. They point into the block and are in the host's byte order.
 */
struct token_block {
    bool first_document_continues; /* the last document of the block before */
    bool first_sentence_continues; /* and its last sentence */
    uint32_t documents;
    uint32_t sentences;
    uint32_t tokens;
    const uint32_t *document_sentences; /* [documents] */
    const uint32_t *sentence_tokens;    /* [sentences] */
    const void *ids;                    /* [tokens] of id_bytes each: uint16_t or uint32_t */
};

struct token_stream_reader {
    struct shard_stream_reader stream; /* begin, next and release it through its own functions */
    unsigned id_bytes;
    uint32_t vocabulary_size;
};

/* `source` is borrowed. */
void token_stream_reader_init(struct token_stream_reader *reader, struct byte_source *source);
void token_stream_reader_release(struct token_stream_reader *reader);

/*
 * What the provenance says of the ids; set after shard_stream_reader_begin and before the first
 * block is read.
 */
void token_stream_reader_set_ids(struct token_stream_reader *reader, unsigned id_bytes,
                                 uint32_t vocabulary_size);

/* Takes apart the block of a SHARD_RECORD_CONTENT record; valid until the next record. */
MUST_USE enum status token_stream_reader_block(struct token_stream_reader *reader,
                                               const struct shard_record *record,
                                               struct token_block *block, struct error *error);

/* The id at a place of a block's ids. */
static inline uint32_t token_block_id(const void *ids, unsigned id_bytes, size_t at) {
    return id_bytes == 2 ? ((const uint16_t *)ids)[at] : ((const uint32_t *)ids)[at];
}

#endif
