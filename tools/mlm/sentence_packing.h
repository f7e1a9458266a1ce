/*
 * sentence_packing - rows of full sentences, packed to length, for training without sentence pairs.
 *
 * As the RoBERTa paper (Liu and others, 2019, section 4.2) describes FULL-SENTENCES: sentences
 * follow one another, across documents, with a separator where a new document begins, as long as
 * the next one fits; and DOC-SENTENCES: the same, but a row ends where its document does. A
 * sentence too long for a row is cut, and goes on in the next one. The order is that of the shard.
 * No random number is drawn.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_MLM_SENTENCE_PACKING_H
#define TOOLS_MLM_SENTENCE_PACKING_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/mlm/example_options.h"
#include "tools/mlm/sentence_pair.h"
#include "tools/mlm/shard_tokens.h"

struct sentence_packing {
    const struct shard_tokens *shard;
    uint32_t room; /* of a row: tokens and separators between [CLS] and the last [SEP] */
    bool within_documents;
    uint16_t *borders;      /* owned; of the latest row */
    uint32_t next_token;    /* the first not yet used */
    uint32_t next_sentence; /* that it belongs to */
    uint32_t next_document; /* that this belongs to */
};

/* Prepares a pass over a finished shard, which is borrowed. */
MUST_USE enum status sentence_packing_init(struct sentence_packing *packing,
                                           const struct shard_tokens *shard,
                                           const struct example_options *options,
                                           struct error *error);

/* Frees; harmless when zeroed. */
void sentence_packing_release(struct sentence_packing *packing);

/* Makes the next row, a pair without B, valid until the next call; false behind the last. */
bool sentence_packing_next(struct sentence_packing *packing, struct sentence_pair *row);

#endif
