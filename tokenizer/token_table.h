/*
 * token_table - short tokens by their bytes, for finding the longest one a text begins with.
 *
 * A hash table of keys of up to 16 bytes. Which lengths are worth asking for is told by the text's
 * first three bytes, and then by a bit for each hash that some key has: both are small enough to
 * stay in the processor's nearer caches, and what is asked of them does not depend on the answer
 * before, as it does along the path of a trie. Of longer tokens the table only knows with which 16
 * bytes they begin; what they are is left to a token_trie.
 *
 * Tokens that begin a word and tokens that continue one ("##" in a vocabulary, stored without it)
 * are two sets in the same table.
 *
 * Thread rule: read-only once built; then any number of threads.
 */
#ifndef TOKENIZER_TOKEN_TABLE_H
#define TOKENIZER_TOKEN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/endian.h"
#include "formats/base/status.h"

#define TOKEN_TABLE_KEY  16         /* bytes of a key, at most */
#define TOKEN_TABLE_NONE UINT32_MAX /* no id */
#define TOKEN_TABLE_LONG                                                                           \
    0xFFFFFFFEu /* instead of an id: longer tokens begin with these 16 bytes                       \
                 */

/* Cells for the first three bytes of keys; a few thousand of these are in use. */
#define TOKEN_TABLE_PREFIX_BITS 13

enum token_position { TOKEN_BEGINS = 0, TOKEN_CONTINUES = 1 };

/* The first bytes of a text, little-endian; what is behind its end is zero or does not matter. */
struct token_key {
    uint64_t low;
    uint64_t high;
};

static inline struct token_key token_key_load(const unsigned char bytes[TOKEN_TABLE_KEY]) {
    return (struct token_key){load_le64(bytes), load_le64(bytes + 8)};
}

/* Without its first `size` bytes, 1 to TOKEN_TABLE_KEY. */
static inline struct token_key token_key_drop(struct token_key key, size_t size) {
    if (size < 8)
        return (struct token_key){key.low >> 8 * size | key.high << (64 - 8 * size),
                                  key.high >> 8 * size};
    return (struct token_key){size < 16 ? key.high >> 8 * (size - 8) : 0, 0};
}

struct token_table_slot {
    uint64_t low; /* the key's first eight bytes, little-endian, filled up with zeros */
    uint32_t id;
    uint32_t mark; /* of size and position; 0 in a free slot */
};

struct token_table {
    void *memory;                   /* owned; the next four lie in it */
    struct token_table_slot *slots; /* the number is a power of two */
    uint64_t *highs;                /* the last eight bytes of each slot's key */
    uint64_t *bits;
    uint32_t *singles[2]; /* by position and code point of the basic plane: the id of the key that
                             is just this code point, plus one; 0 if there is none */
    /* By position and hash of the first three bytes: bit n - 1 if some key has n bytes, n >= 3; bit
     * 0 if longer tokens begin so. */
    uint16_t lengths[2][1 << TOKEN_TABLE_PREFIX_BITS];
    unsigned slot_shift; /* a hash shifted down by this is a slot's number */
    unsigned bit_shift;
    size_t used;
    size_t limit; /* keys there is room for */
};

/* Makes an empty table for at most `count` additions. */
MUST_USE enum status token_table_init(struct token_table *table, size_t count, struct error *error);

/* Harmless when zeroed. */
void token_table_release(struct token_table *table);

/*
 * Adds a token of at least one byte, whose key must not be there yet; of a longer one than
 * TOKEN_TABLE_KEY its beginning. The id is below TOKEN_TABLE_LONG.
 */
void token_table_add(struct token_table *table, struct view token, enum token_position position,
                     uint32_t id);

/* The id of a token of at most TOKEN_TABLE_KEY bytes, or TOKEN_TABLE_NONE. */
uint32_t token_table_find(const struct token_table *table, struct view token,
                          enum token_position position);

/*
 * The length of the longest token of up to TOKEN_TABLE_KEY bytes that a text of `size` bytes begins
 * with, or 0; *id is its id. `text` is the text's beginning. *longer says whether there may be a
 * longer one.
 */
size_t token_table_longest(const struct token_table *table, struct token_key text, size_t size,
                           enum token_position position, uint32_t *id, bool *longer);

#endif
