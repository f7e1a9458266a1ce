/*
 * sentence_pair - pairs of token ranges for next-sentence prediction, cut from documents.
 *
 * A reimplementation of what NVIDIA's create_pretraining_data.py (DeepLearningExamples, PyTorch
 * BERT) does in create_instances_from_document, draw for draw: sentences gather until the target
 * length or the end of the document; the first few are A; B is the rest, or, half of the time and
 * whenever there is no rest, sentences from a random document, the rest then being used again.
 * Both are ranges of the shard, since neither the gathering nor the truncation breaks them up.
 *
 * Thread rule: one thread at a time per struct document_walk.
 */
#ifndef TOOLS_MLM_SENTENCE_PAIR_H
#define TOOLS_MLM_SENTENCE_PAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/mlm/example_options.h"
#include "tools/mlm/python_random.h"
#include "tools/mlm/shard_tokens.h"

/* Tokens of the shard: A and B. Each has 1 or more; both together max_seq_length - 3 at most. */
struct sentence_pair {
    uint32_t first_start;
    uint32_t first_length;
    uint32_t second_start;
    uint32_t second_length;
    bool is_random_next; /* B is from another document than A */
};

/* A pass over one document. */
struct document_walk {
    const struct shard_tokens *shard;
    const uint32_t *document_order; /* [shard->document_count]: the documents as shuffled */
    struct python_random *random;
    uint32_t max_tokens;     /* in A and B together */
    double short_seq_prob;   /* of a shorter target length */
    uint32_t document_index; /* of this document, in document_order */
    uint32_t next_sentence;  /* of the shard: the first not yet used */
    uint32_t end_sentence;   /* of the shard: the first behind this document */
    uint32_t target_length;  /* tokens that sentences gather up to */
};

/* Prepares passes over the documents of a finished shard; everything is borrowed. */
void document_walk_init(struct document_walk *walk, const struct shard_tokens *shard,
                        const uint32_t *document_order, struct python_random *random,
                        const struct example_options *options);

/* Starts on a document, given by its index in document_order; draws its target length. */
void document_walk_start(struct document_walk *walk, uint32_t document_index);

/* Makes the next pair of the document; false when it is used up. */
bool document_walk_next(struct document_walk *walk, struct sentence_pair *pair);

#endif
