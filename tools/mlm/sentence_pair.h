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

/*
 * Tokens of the shard: A and B. Each has 1 or more; both together max_seq_length - 3 at most. A row
 * of one part has no B, and perhaps further [SEP] in A: before the tokens `borders`, counted from 0
 * and ascending.
 */
struct sentence_pair {
    uint32_t first_start;
    uint32_t first_length;
    uint32_t second_start;
    uint32_t second_length; /* 0: none */
    bool is_random_next;    /* B is from another document than A, or whatever the label tells of */
    uint32_t border_count;
    const uint16_t *borders; /* [border_count]; borrowed */
};

/* Tokens of the row, [CLS] and [SEP]s included. */
static inline uint32_t sentence_pair_length(const struct sentence_pair *pair) {
    return pair->first_length + pair->second_length +
           (pair->second_length > 0 ? 3 : 2 + pair->border_count);
}

/* The sentences of a document: of the shard, from `begin` up to but without `end`. */
struct document_span {
    uint32_t begin;
    uint32_t end;
};

/* A pass over one document. */
struct document_walk {
    const struct shard_tokens *shard;
    const struct document_span *documents; /* [shard->document_count]: in the order as shuffled */
    struct python_random *random;
    uint32_t max_tokens;      /* in A and B together */
    double short_seq_prob;    /* of a shorter target length */
    bool swaps;               /* the parts, half of the time, instead of a random B */
    bool same_document_label; /* as the options say */
    uint32_t document_index;  /* of this document, in documents */
    uint32_t next_sentence;   /* of the shard: the first not yet used */
    uint32_t end_sentence;    /* of the shard: the first behind this document */
    uint32_t target_length;   /* tokens that sentences gather up to */
    /* The pair that document_walk_begin_pair has begun. */
    uint32_t first_sentence;  /* A */
    uint32_t first_end;       /* the first sentence behind A */
    uint32_t second_sentence; /* B */
    uint32_t second_end;      /* the last that B may end with, and one more */
    bool second_is_chosen;    /* B is the rest of the sentences: it ends at second_end */
    bool second_is_other;     /* B is from another document; swapped, when that is the label */
};

/* Prepares passes over the documents of a finished shard; everything is borrowed. */
void document_walk_init(struct document_walk *walk, const struct shard_tokens *shard,
                        const struct document_span *documents, struct python_random *random,
                        const struct example_options *options);

/* Starts on a document, given by its index in `documents`; draws its target length. */
void document_walk_start(struct document_walk *walk, uint32_t document_index);

/*
 * Begins the next pair of the document: draws where A ends and where B begins; false when the
 * document is used up. What document_walk_finish_pair needs of the shard is on its way from memory
 * then, so other work in between costs nothing.
 */
bool document_walk_begin_pair(struct document_walk *walk);

/* Finishes the pair that was begun: gathers B, draws what is cut off. */
void document_walk_finish_pair(struct document_walk *walk, struct sentence_pair *pair);

#endif
