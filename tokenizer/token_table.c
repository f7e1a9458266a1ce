#include "tokenizer/token_table.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "formats/base/large_pages.h"

/* Bits per key, at least: so at most one probe in 16 is made in vain. */
#define BITS_PER_KEY 16

/* Among the lengths, where that of one byte would be: longer tokens than keys begin so. */
#define LONGER 1u

/* Code points of the basic plane. */
#define SINGLES 0x10000u

/* The position tells the two sets apart, `longer` the keys that are beginnings of longer tokens. */
static inline uint64_t hash_of(struct token_key key, enum token_position position, bool longer) {
    uint64_t low = key.low ^ (position == TOKEN_BEGINS ? 0 : 0xD6E8FEB86659FD93u);
    uint64_t high = key.high ^ (longer ? UINT64_MAX : 0);
    /* The upper half is zero for most, and so is its product. */
    return (low ^ high * 0xA0761D6478BD642Fu) * 0x9E3779B97F4A7C15u;
}

static inline uint64_t keep(uint64_t bytes, size_t size) {
    return bytes & (UINT64_MAX >> (64 - 8 * size));
}

/* The first `size` bytes, 1 to TOKEN_TABLE_KEY, of 16. */
static inline struct token_key key_of(struct token_key bytes, size_t size) {
    if (size > 8)
        return (struct token_key){bytes.low, keep(bytes.high, size - 8)};
    return (struct token_key){keep(bytes.low, size), 0};
}

/* The cell of a key's or text's first three bytes. */
static inline size_t prefix_of(uint64_t low) {
    return (uint32_t)((uint32_t)(low & 0xFFFFFF) * 0x9E3779B1u) >> (32 - TOKEN_TABLE_PREFIX_BITS);
}

static unsigned log2_at_least(size_t value) {
    unsigned bits = 0;
    while (((size_t)1 << bits) < value)
        bits++;
    return bits;
}

enum status token_table_init(struct token_table *table, size_t count, struct error *error) {
    *table = (struct token_table){.limit = count};
    size_t most;
    if (!checked_multiply_size(count + 4, 8 * sizeof *table->slots, &most) ||
        !checked_add_size(most, 4 * LARGE_PAGE, &most))
        return error_no_memory(error, "the vocabulary");
    /* Two slots and 64 bits at least: no shift by 64, and a whole number of words. */
    unsigned slot_bits = log2_at_least(count + count / 2 + 2);
    unsigned bit_bits = log2_at_least(BITS_PER_KEY * (count + 4));
    table->slot_shift = 64 - slot_bits;
    table->bit_shift = 64 - bit_bits;
    size_t slots_size = sizeof *table->slots << slot_bits;
    size_t highs_size = sizeof *table->highs << slot_bits;
    size_t singles_size = (size_t)2 * SINGLES * sizeof(uint32_t);
    size_t bits_size = ((size_t)1 << bit_bits) / 8;
    size_t size = slots_size + highs_size + singles_size + bits_size;
    unsigned char *aligned = large_pages_allocate(&table->memory, size);
    if (aligned == NULL)
        return error_no_memory(error, "the vocabulary");
    table->slots = (struct token_table_slot *)(void *)aligned;
    table->highs = (uint64_t *)(void *)(aligned + slots_size);
    table->bits = (uint64_t *)(void *)(aligned + slots_size + highs_size);
    table->singles[TOKEN_BEGINS] =
        (uint32_t *)(void *)(aligned + slots_size + highs_size + bits_size);
    table->singles[TOKEN_CONTINUES] = table->singles[TOKEN_BEGINS] + SINGLES;
    return STATUS_OK;
}

void token_table_release(struct token_table *table) {
    free(table->memory);
    *table = (struct token_table){.memory = NULL};
}

static inline bool has_bit(const struct token_table *table, uint64_t hash) {
    uint64_t number = hash >> table->bit_shift;
    return (table->bits[number / 64] >> number % 64 & 1) != 0;
}

#define SIZE_OF_MARK 0xFFu

static inline uint32_t mark_of(size_t size, enum token_position position) {
    return (uint32_t)size | (uint32_t)position << 31;
}

/* The key's slot, or the free one where it would be. */
static inline struct token_table_slot *slot_of(const struct token_table *table,
                                               struct token_key key, uint64_t hash, uint32_t mark) {
    size_t mask = SIZE_MAX >> (table->slot_shift + 8 * sizeof(size_t) - 64);
    size_t number = (size_t)(hash >> table->slot_shift);
    for (;; number = (number + 1) & mask) {
        struct token_table_slot *slot = &table->slots[number];
        if (slot->mark == 0 || (slot->low == key.low && slot->mark == mark &&
                                ((mark & SIZE_OF_MARK) <= 8 || table->highs[number] == key.high)))
            return slot;
    }
}

static struct token_key load_view(struct view text) {
    unsigned char padded[TOKEN_TABLE_KEY] = {0};
    memcpy(padded, text.data, text.size < sizeof padded ? text.size : sizeof padded);
    return token_key_load(padded);
}

/* Longer tokens are marked as one byte longer than keys are. */
static size_t key_size(size_t size) {
    return size <= TOKEN_TABLE_KEY ? size : TOKEN_TABLE_KEY + 1;
}

/* The number of bytes that a code point has by its first one; well-formed UTF-8 is taken for
 * granted.
 */
static size_t code_point_size(uint64_t low) {
    static const unsigned char SIZES[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4};
    return SIZES[low >> 4 & 0xF];
}

/* The first code point, of `size` bytes but not four. */
static uint32_t first_code_point(uint64_t low, size_t size) {
    uint32_t bytes = (uint32_t)low;
    if (size == 1)
        return bytes & 0x7F;
    if (size == 2)
        return (bytes & 0x1F) << 6 | (bytes >> 8 & 0x3F);
    return (bytes & 0x0F) << 12 | (bytes >> 8 & 0x3F) << 6 | (bytes >> 16 & 0x3F);
}

void token_table_add(struct token_table *table, struct view token, enum token_position position,
                     uint32_t id) {
    struct token_key key = load_view(token);
    size_t size = key_size(token.size);
    uint64_t hash = hash_of(key, position, size > TOKEN_TABLE_KEY);
    uint64_t number = hash >> table->bit_shift;
    struct token_table_slot *slot = slot_of(table, key, hash, mark_of(size, position));
    if (slot->mark != 0 || table->used == table->limit)
        return;
    table->bits[number / 64] |= (uint64_t)1 << number % 64;
    if (size == code_point_size(key.low) && size < 4)
        table->singles[position][first_code_point(key.low, size)] = id + 1;
    if (size >= 3)
        table->lengths[position][prefix_of(key.low)] |=
            (uint16_t)(size > TOKEN_TABLE_KEY ? LONGER : 1u << (size - 1));
    *slot = (struct token_table_slot){key.low, size > TOKEN_TABLE_KEY ? TOKEN_TABLE_LONG : id,
                                      mark_of(size, position)};
    table->highs[slot - table->slots] = key.high;
    table->used++;
}

/* The id of a key, TOKEN_TABLE_LONG of a longer one's beginning. */
static inline uint32_t find_key(const struct token_table *table, struct token_key key, size_t size,
                                enum token_position position) {
    uint64_t hash = hash_of(key, position, size > TOKEN_TABLE_KEY);
    if (!has_bit(table, hash))
        return TOKEN_TABLE_NONE;
    const struct token_table_slot *slot = slot_of(table, key, hash, mark_of(size, position));
    return slot->mark == 0 ? TOKEN_TABLE_NONE : slot->id;
}

uint32_t token_table_find(const struct token_table *table, struct view token,
                          enum token_position position) {
    if (token.size == 0 || token.size > TOKEN_TABLE_KEY)
        return TOKEN_TABLE_NONE;
    return find_key(table, load_view(token), token.size, position);
}

/* Bit n - 1 for every length n, 1 to TOKEN_TABLE_KEY, after which a code point of the text may end.
 */
static inline uint32_t borders_of(struct token_key text, size_t size) {
    size_t limit = size < TOKEN_TABLE_KEY ? size : TOKEN_TABLE_KEY;
    uint32_t lengths = (1u << limit) - 1;
    /* The top bit of a byte that goes on with a code point: 10xxxxxx. */
    uint64_t low = text.low & ~(text.low << 1) & 0x8080808080808080u;
    uint64_t high = text.high & ~(text.high << 1) & 0x8080808080808080u;
    if ((low | high) == 0)
        return lengths;
    /* The multiplication puts the eight top bits side by side. */
    uint32_t going_on = (uint32_t)((low >> 7) * 0x0102040810204080u >> 56) |
                        (uint32_t)((high >> 7) * 0x0102040810204080u >> 56) << 8;
    /* What is behind the text says nothing of its end. */
    return lengths & (~(going_on >> 1) | 1u << (limit - 1));
}

/* The token that the text's first code point is, if it has the `size` bytes. */
static uint32_t find_single(const struct token_table *table, struct token_key text, size_t size,
                            enum token_position position) {
    if (size < 4)
        return table->singles[position][first_code_point(text.low, size)] - 1; /* 0 - 1 is NONE */
    return find_key(table, key_of(text, size), size, position);
}

size_t token_table_longest(const struct token_table *table, struct token_key text, size_t size,
                           enum token_position position, uint32_t *id, bool *longer) {
    size_t single = code_point_size(text.low);
    uint32_t lengths = table->lengths[position][prefix_of(text.low)];
    *longer = (lengths & LONGER) != 0 && size > TOKEN_TABLE_KEY &&
              find_key(table, text, TOKEN_TABLE_KEY + 1, position) == TOKEN_TABLE_LONG;
    /* Of two bytes ASCII has too many to tell by what follows them. */
    lengths = (lengths | 2u) >> single << single;
    if (lengths != 0)
        lengths &= borders_of(text, size);
    while (lengths != 0) {
        size_t length = 32 - (size_t)__builtin_clz(lengths);
        *id = find_key(table, key_of(text, length), length, position);
        if (*id != TOKEN_TABLE_NONE)
            return length;
        lengths ^= 1u << (length - 1);
    }
    if (single > size)
        return 0;
    *id = find_single(table, text, single, position);
    return *id == TOKEN_TABLE_NONE ? 0 : single;
}
