/*
 * shard_tokens - the token ids of one shard, with the borders of its sentences and documents.
 *
 * Ids take 16 bits while the vocabulary allows (at most 65536 tokens), else 32; borders are 32-bit
 * indices. English text so needs a little over 2 bytes a token. Sentences of a document, and
 * documents of a shard, follow one another without gaps; none is empty.
 *
 * Use: shard_tokens_init, shard_tokens_append for each block, shard_tokens_finish, then read;
 * shard_tokens_clear to start the next shard in the same memory.
 *
 * Thread rule: one thread at a time while appending; any number may read a finished shard.
 */
#ifndef TOOLS_MLM_SHARD_TOKENS_H
#define TOOLS_MLM_SHARD_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

/*
 * A piece of a shard in columns, borrowed. The columns follow one another: the first
 * document_sentences[0] sentences are the first document's, and so on; a sentence or document that
 * goes on from the piece before counts here with the part that is here. Sentences without tokens
 * and documents without sentences are allowed, and dropped.
 */
struct token_columns {
    bool first_document_continues; /* the first document goes on from the piece before */
    bool first_sentence_continues; /* so does its first sentence */
    uint32_t document_count;
    const uint32_t *document_sentences; /* [document_count] */
    uint32_t sentence_count;
    const uint32_t *sentence_lengths; /* [sentence_count], in tokens */
    uint64_t token_count;
    const uint16_t *narrow_ids; /* [token_count], or NULL */
    const uint32_t *wide_ids;   /* [token_count], when narrow_ids is NULL */
};

/* Bytes behind the last id that may be read, so that ids can be copied in steps of this size. */
#define SHARD_TOKENS_SLACK 64

struct shard_tokens {
    uint32_t vocabulary_size;
    uint32_t token_count;
    uint32_t sentence_count;
    uint32_t document_count;
    uint16_t *narrow_ids;      /* owned; [token_count] when the vocabulary allows, else NULL */
    uint32_t *wide_ids;        /* owned; [token_count] otherwise */
    uint32_t *sentence_starts; /* owned; token indices; [sentence_count] is token_count */
    uint32_t *document_starts; /* owned; sentence indices; [document_count] is sentence_count */
    size_t id_capacity;
    size_t sentence_capacity;
    size_t document_capacity;
};

/* Makes an empty shard; allocates nothing. vocabulary_size is 1 or more; ids are below it. */
void shard_tokens_init(struct shard_tokens *shard, uint32_t vocabulary_size);

/* Frees the memory; the shard is empty and usable again. */
void shard_tokens_release(struct shard_tokens *shard);

/* Empties the shard and keeps the memory. */
void shard_tokens_clear(struct shard_tokens *shard);

/*
 * Appends a piece, copying it. STATUS_CORRUPT when the columns contradict each other or the shard
 * (sums, an id outside the vocabulary, a continuation of nothing); STATUS_FAILED when the shard
 * would have 2^32 tokens or more; STATUS_NO_MEMORY. On failure the shard is as it was.
 */
MUST_USE enum status shard_tokens_append(struct shard_tokens *shard,
                                         const struct token_columns *columns, struct error *error);

/* Ends the shard: from here on the closing elements of both arrays of starts are in place. */
MUST_USE enum status shard_tokens_finish(struct shard_tokens *shard, struct error *error);

/*
 * Bytes of its content: the same wherever and behind whatever it was made. The arrays that hold it
 * may be larger: as growing_array says.
 */
size_t shard_tokens_memory(const struct shard_tokens *shard);

/* Bytes of one stored id: 2 or 4. */
static inline size_t shard_tokens_id_size(const struct shard_tokens *shard) {
    return shard->vocabulary_size <= UINT16_MAX + 1 ? sizeof(uint16_t) : sizeof(uint32_t);
}

/* The id of token `index`, which is below token_count. */
static inline uint32_t shard_tokens_id(const struct shard_tokens *shard, uint32_t index) {
    return shard->narrow_ids != NULL ? shard->narrow_ids[index] : shard->wide_ids[index];
}

/* Whether the token occurs anywhere in the shard. */
bool shard_tokens_contain(const struct shard_tokens *shard, uint32_t id);

#endif
