#include "formats/h5/huffman_code.h"

#include <string.h>

/* A counted symbol while the code is made. */
struct counted {
    uint32_t count;
    uint16_t symbol;
};

/* Sorts by count, ascending, symbols of one count in their order: a byte at a time, lowest first.
 */
static void sort(struct counted *items, unsigned size, uint32_t largest) {
    struct counted other[HUFFMAN_CODE_SYMBOLS];
    struct counted *from = items;
    struct counted *to = other;
    for (unsigned shift = 0; shift < 32 && largest >> shift != 0; shift += 8) {
        unsigned places[256] = {0};
        for (unsigned i = 0; i < size; i++)
            places[from[i].count >> shift & 255]++;
        unsigned place = 0;
        for (unsigned i = 0; i < 256; i++) {
            unsigned count = places[i];
            places[i] = place;
            place += count;
        }
        for (unsigned i = 0; i < size; i++)
            to[places[from[i].count >> shift & 255]++] = from[i];
        struct counted *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != items)
        memcpy(items, from, size * sizeof *items);
}

/*
 * In place: ascending counts become the lengths of their words. First each tree node's weight, then
 * its parent, then its depth, then the depths of the leaves take the array's place.
 */
static void counts_to_lengths(uint32_t *a, unsigned n) {
    unsigned leaf = 2;
    unsigned root = 0;
    a[0] += a[1];
    for (unsigned next = 1; next < n - 1; next++) {
        for (unsigned child = 0; child < 2; child++) {
            uint32_t weight;
            if (leaf >= n || (root < next && a[root] < a[leaf])) {
                weight = a[root];
                a[root++] = next;
            } else {
                weight = a[leaf++];
            }
            a[next] = child == 0 ? weight : a[next] + weight;
        }
    }
    a[n - 2] = 0;
    for (unsigned i = n - 2; i-- > 0;)
        a[i] = a[a[i]] + 1;
    unsigned available = 1;
    unsigned depth = 0;
    unsigned node = n - 1; /* inner nodes below it are yet to be seen */
    unsigned next = n;
    while (available > 0) {
        unsigned inner = 0;
        while (node > 0 && a[node - 1] == depth) {
            inner++;
            node--;
        }
        for (; available > inner; available--)
            a[--next] = depth;
        available = 2 * inner;
        depth++;
    }
}

/* Brings the numbers of words of each length within the limit, the code staying complete. */
static void limit_lengths(unsigned *numbers, unsigned deepest, unsigned longest) {
    for (unsigned i = longest + 1; i <= deepest; i++)
        numbers[longest] += numbers[i];
    uint32_t space = 0; /* that the words take, of 2^longest */
    for (unsigned i = 1; i <= longest; i++)
        space += (uint32_t)numbers[i] << (longest - i);
    for (; space > (uint32_t)1 << longest; space--) {
        /* One of the longest words goes beside one that was shorter: a unit less. */
        unsigned i = longest - 1;
        while (numbers[i] == 0)
            i--;
        numbers[longest]--;
        numbers[i]--;
        numbers[i + 1] += 2;
    }
}

void huffman_code_lengths(uint8_t *lengths, const uint32_t *counts, unsigned symbols,
                          unsigned longest) {
    struct counted items[HUFFMAN_CODE_SYMBOLS] = {{0, 0}};
    uint32_t depths[HUFFMAN_CODE_SYMBOLS] = {0};
    unsigned numbers[HUFFMAN_CODE_SYMBOLS] = {0};
    unsigned size = 0;
    uint32_t largest = 0;
    for (unsigned i = 0; i < symbols; i++) {
        lengths[i] = 0;
        if (counts[i] == 0)
            continue;
        items[size++] = (struct counted){counts[i], (uint16_t)i};
        largest |= counts[i];
    }
    sort(items, size, largest);
    for (unsigned i = 0; i < size; i++)
        depths[i] = items[i].count;
    counts_to_lengths(depths, size);
    for (unsigned i = 0; i < size; i++)
        numbers[depths[i]]++;
    unsigned deepest = (unsigned)depths[0];
    if (deepest > longest)
        limit_lengths(numbers, deepest, longest);
    unsigned next = 0;
    for (unsigned length = deepest < longest ? deepest : longest; length > 0; length--) {
        for (unsigned i = 0; i < numbers[length]; i++)
            lengths[items[next++].symbol] = (uint8_t)length;
    }
}

static unsigned reversed(unsigned word, unsigned length) {
    unsigned result = 0;
    for (unsigned i = 0; i < length; i++)
        result |= (word >> i & 1) << (length - 1 - i);
    return result;
}

void huffman_code_words(uint16_t *words, const uint8_t *lengths, unsigned symbols) {
    unsigned numbers[HUFFMAN_CODE_LONGEST + 1] = {0};
    unsigned next[HUFFMAN_CODE_LONGEST + 1] = {0};
    for (unsigned i = 0; i < symbols; i++)
        numbers[lengths[i]]++;
    numbers[0] = 0;
    for (unsigned length = 1; length <= HUFFMAN_CODE_LONGEST; length++)
        next[length] = (next[length - 1] + numbers[length - 1]) << 1;
    for (unsigned i = 0; i < symbols; i++)
        words[i] = (uint16_t)reversed(next[lengths[i]]++, lengths[i]);
}
