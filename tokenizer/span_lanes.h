/*
 * span_lanes - the passes' parts in portable C: eight bytes at a time.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_SPAN_LANES_H
#define TOKENIZER_SPAN_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/endian.h"
#include "tokenizer/span_masks.h"
#include "tokenizer/word_batch.h"
#include "tokenizer/word_cache.h"

#define LANE_EACH(byte) (0x0101010101010101u * (byte))

/* The top bit of each byte that equals a value below 0x80. */
static inline uint64_t lane_equal(uint64_t bytes, unsigned value) {
    uint64_t x = bytes ^ LANE_EACH(value);
    return ~(((x & LANE_EACH(0x7Fu)) + LANE_EACH(0x7Fu)) | x) & LANE_EACH(0x80u);
}

/* The top bit of each byte from `least` to `most`, both below 0x80. */
static inline uint64_t lane_between(uint64_t bytes, unsigned least, unsigned most) {
    uint64_t low = bytes & LANE_EACH(0x7Fu);
    uint64_t not_below = low + LANE_EACH(0x80u - least);
    uint64_t above = low + LANE_EACH(0x7Fu - most);
    return not_below & ~above & ~bytes & LANE_EACH(0x80u);
}

/* The top bits of eight bytes as eight bits: the multiplication puts them side by side. */
static inline uint64_t lane_gather(uint64_t tops) {
    return (tops >> 7) * 0x0102040810204080u >> 56;
}

/* The masks of a block. */
static inline struct span_masks lane_masks(const unsigned char *block) {
    struct span_masks masks = {0, 0, 0, 0, 0, 0};
    for (size_t i = 0; i < SPAN_BLOCK / 8; i++) {
        uint64_t bytes = load_le64(block + 8 * i);
        uint64_t feed = lane_equal(bytes, '\n');
        uint64_t carriage = lane_equal(bytes, '\r');
        uint64_t space = feed | carriage | lane_equal(bytes, ' ') | lane_equal(bytes, '\t');
        uint64_t punctuation = lane_between(bytes, '!', '/') | lane_between(bytes, ':', '@') |
                               lane_between(bytes, '[', '`') | lane_between(bytes, '{', '~');
        masks.space |= lane_gather(space) << 8 * i;
        masks.punctuation |= lane_gather(punctuation) << 8 * i;
        masks.line_feed |= lane_gather(feed) << 8 * i;
        masks.nul |= lane_gather(lane_equal(bytes, 0)) << 8 * i;
        masks.carriage_return |= lane_gather(carriage) << 8 * i;
        masks.cancel |= lane_gather(lane_equal(bytes, 0x18)) << 8 * i;
    }
    return masks;
}

/* Writes `base` and the number of each bit set, ascending, and up to a block more. */
static inline void lane_extract(uint16_t *offsets, uint64_t bits, size_t base) {
    for (; bits != 0; bits &= bits - 1)
        *offsets++ = (uint16_t)(base + (size_t)__builtin_ctzll(bits));
}

static inline uint64_t lane_fold(uint64_t bytes) {
    return bytes | lane_between(bytes, 'A', 'Z') >> 2;
}

/* The lower `size` bytes of eight, at most all. */
static inline uint64_t lane_keep(uint64_t bytes, size_t size) {
    return size >= 8 ? bytes : bytes & (((uint64_t)1 << 8 * size) - 1);
}

/*
 * Writes the key of the `size` bytes, WORD_KEY_NONE for more than WORD_CACHE_KEY;
 * returns its bucket's number. WORD_CACHE_KEY bytes must be readable.
 */
static inline size_t lane_key(struct word_key *key, const unsigned char *bytes, size_t size,
                              bool fold) {
    uint64_t low = lane_keep(load_le64(bytes), size);
    uint64_t high = lane_keep(load_le64(bytes + 8), size <= 8 ? 0 : size - 8);
    if (fold) {
        low = lane_fold(low);
        high = lane_fold(high);
    }
    *key = size > WORD_CACHE_KEY ? WORD_KEY_NONE : (struct word_key){low, high};
    return word_cache_bucket_of(key->low, key->high);
}

/* 0 if the bucket lacks the key, 1 if it has it at the first place, 4 at the second. */
static inline unsigned lane_match(const struct word_cache_bucket *bucket,
                                  const struct word_key *key) {
    return (unsigned)word_key_equal(&bucket->keys[0], key) |
           (unsigned)word_key_equal(&bucket->keys[1], key) << 2;
}

/* As word_cache_copy. */
static inline void lane_copy(const struct word_cache_value *value, uint32_t *ids) {
    word_cache_copy(value, ids);
}

/* Cuts a batch of words into pieces. */
static inline void lane_split(struct word_batch *batch, const struct vocabulary *vocabulary) {
    word_batch_split(batch, vocabulary);
}

#endif
