/*
 * token_trie - tokens as paths of bytes, for finding the longest one a text begins with.
 *
 * A double array (Aoe, "An efficient digital search algorithm by using a double-array structure",
 * 1989): the child of a node by a byte is the cell numbered by the node's base xor the byte (so all
 * children lie in one block of 256), provided that this cell names the node as its parent. A step
 * is one load of eight bytes.
 *
 * Thread rule: read-only once built; then any number of threads.
 */
#ifndef TOKENIZER_TOKEN_TRIE_H
#define TOKENIZER_TOKEN_TRIE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

#define TOKEN_TRIE_NONE UINT32_MAX /* no such id */
#define TOKEN_TRIE_LOST 0u         /* no such node */
#define TOKEN_TRIE_ROOT 1u         /* the node of the empty text */

#define TOKEN_TRIE_ENDS 0x80000000u /* in a base: a token ends here */

struct token_trie_cell {
    uint32_t base;
    uint32_t parent; /* TOKEN_TRIE_LOST in a free cell */
};

struct token_trie {
    struct token_trie_cell *cells; /* owned; the node's number is the cell's */
    uint32_t *ids;                 /* owned; of the tokens that end at the cells */
    size_t capacity;               /* a multiple of 256 */
};

/* A token, of at least one byte, and its id. */
struct token_trie_entry {
    struct view token;
    uint32_t id;
};

/*
 * Builds the trie of `count` different tokens, in ascending order of their bytes. Takes time linear
 * in the bytes. Fails for lack of memory only; releases what it had then.
 */
MUST_USE enum status token_trie_build(struct token_trie *trie,
                                      const struct token_trie_entry *entries, size_t count,
                                      struct error *error);

/* Harmless when zeroed. */
void token_trie_release(struct token_trie *trie);

/* The child of a node by a byte, or TOKEN_TRIE_LOST. */
static inline uint32_t token_trie_step(const struct token_trie *trie, uint32_t node,
                                       unsigned char byte) {
    uint32_t child = (trie->cells[node].base & ~TOKEN_TRIE_ENDS) ^ byte;
    return trie->cells[child].parent == node ? child : TOKEN_TRIE_LOST;
}

/* Whether a token ends at a node; then trie->ids[node] is its id. */
static inline bool token_trie_ends(const struct token_trie *trie, uint32_t node) {
    return (trie->cells[node].base & TOKEN_TRIE_ENDS) != 0;
}

/* The node a text leads to, or TOKEN_TRIE_LOST. */
uint32_t token_trie_walk(const struct token_trie *trie, struct view text);

#endif
