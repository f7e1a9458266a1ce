#include "formats/base/bzip2_marker.h"

/*
 * Whatever its shift, a marker covers five whole bytes, and so four pairs of neighbours. Of every
 * four places one pair is looked at: none of the markers can slip through.
 */
#define PAIRS 4

static void add_pairs(struct bzip2_marker_table *table, uint64_t marker) {
    for (unsigned shift = 0; shift < 8; shift++) {
        /* Left in 56 bits as it stands in seven bytes, its first bit at bit `shift` of the first.
         */
        uint64_t bytes = marker << (8 - shift);
        for (unsigned pair = 0; pair < PAIRS; pair++) {
            unsigned value = (unsigned)(bytes >> (32 - 8 * pair)) & 0xffff;
            table->pairs[value >> 6] |= (uint64_t)1 << (value & 63);
        }
    }
}

void bzip2_marker_table_init(struct bzip2_marker_table *table) {
    *table = (struct bzip2_marker_table){.pairs = {0}};
    add_pairs(table, BZIP2_MARKER_BLOCK);
    add_pairs(table, BZIP2_MARKER_END);
}

uint64_t bzip2_marker_bits(struct view data, size_t bit, unsigned count) {
    uint64_t value = 0;
    for (size_t i = 0; i < 8; i++) {
        size_t at = bit / 8 + i;
        value = value << 8 | (at < data.size ? data.data[at] : 0);
    }
    return value << (bit % 8) >> (64 - count);
}

static bool is_marker(struct view data, size_t bit) {
    uint64_t bits = bzip2_marker_bits(data, bit, BZIP2_MARKER_BITS);
    return bits == BZIP2_MARKER_BLOCK || bits == BZIP2_MARKER_END;
}

/* The first marker that begins from bit `from` up to, not at, bit `end`. */
static bool find_between(struct view data, size_t from, size_t end, size_t *bit) {
    for (size_t at = from; at < end; at++) {
        if (is_marker(data, at)) {
            *bit = at;
            return true;
        }
    }
    return false;
}

bool bzip2_marker_find(const struct bzip2_marker_table *table, struct view data, size_t from,
                       size_t *bit) {
    if (data.size < BZIP2_MARKER_BITS / 8 || from > data.size * 8 - BZIP2_MARKER_BITS)
        return false;
    size_t end = data.size * 8 - BZIP2_MARKER_BITS + 1; /* no marker can begin here or later */
    for (size_t at = from / 8 + 1; at + 1 < data.size; at += PAIRS) {
        unsigned pair = (unsigned)data.data[at] << 8 | data.data[at + 1];
        if ((table->pairs[pair >> 6] >> (pair & 63) & 1) == 0)
            continue;
        /* The pair is whole bytes 1 and 2, 2 and 3, ... of the bytes a marker touches. */
        size_t first = at > PAIRS ? (at - PAIRS) * 8 : 0;
        size_t past = at * 8;
        if (find_between(data, first < from ? from : first, past < end ? past : end, bit))
            return true;
    }
    return false;
}
