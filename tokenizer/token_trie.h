/*
 * token_trie - tokens as paths of bytes, for finding the longest one a text begins with.
 *
 * The edges lie in one hash table with open addressing (linear probing), keyed by node and byte:
 * building takes time linear in the bytes added, whatever they are, and a step is one probe.
 *
 * Thread rule: read-only once built; then any number of threads.
 */
#ifndef TOKENIZER_TOKEN_TRIE_H
#define TOKENIZER_TOKEN_TRIE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

#define TOKEN_TRIE_NONE UINT32_MAX /* no such id */
#define TOKEN_TRIE_ROOT 1u         /* the node of the empty text */
#define TOKEN_TRIE_LOST 0u         /* no such node */

struct token_trie_edge {
    uint64_t key;   /* parent node << 8 | byte */
    uint32_t child; /* TOKEN_TRIE_LOST in an empty slot */
    uint32_t id;    /* of the token that ends at the child, or TOKEN_TRIE_NONE */
};

struct token_trie {
    struct token_trie_edge *edges; /* owned */
    size_t capacity;               /* a power of two */
    unsigned shift;                /* 64 less its logarithm */
    uint32_t nodes;                /* the root included */
};

MUST_USE enum status token_trie_init(struct token_trie *trie, struct error *error);
void token_trie_release(struct token_trie *trie);

/*
 * Adds a token of at least one byte. If it is there already its id is replaced; *before is the
 * earlier id, else TOKEN_TRIE_NONE.
 */
MUST_USE enum status token_trie_add(struct token_trie *trie, struct view token, uint32_t id,
                                    uint32_t *before, struct error *error);

/* The slot of an edge: its own, or the empty one where it would go. */
static inline struct token_trie_edge *token_trie_find(const struct token_trie *trie, uint32_t node,
                                                      unsigned char byte) {
    uint64_t key = (uint64_t)node << 8 | byte;
    /* Fibonacci hashing: the golden ratio's multiplier spreads consecutive keys. */
    size_t slot = (size_t)((key * 0x9E3779B97F4A7C15u) >> trie->shift);
    while (trie->edges[slot].child != TOKEN_TRIE_LOST && trie->edges[slot].key != key)
        slot = (slot + 1) & (trie->capacity - 1);
    return &trie->edges[slot];
}

/* Follows a byte: the child, or TOKEN_TRIE_LOST; *id is that of a token ending there, or NONE. */
static inline uint32_t token_trie_step(const struct token_trie *trie, uint32_t node,
                                       unsigned char byte, uint32_t *id) {
    const struct token_trie_edge *edge = token_trie_find(trie, node, byte);
    *id = edge->id;
    return edge->child;
}

/* The node a text leads to, or TOKEN_TRIE_LOST; *id as above (NONE for the empty text). */
uint32_t token_trie_walk(const struct token_trie *trie, struct view text, uint32_t *id);

#endif
