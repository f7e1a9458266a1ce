#include "formats/h5/code_lengths.h"

/* The order in which the lengths of the code of lengths are told. */
static const uint8_t ORDER[CODE_LENGTHS_SYMBOLS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                    11, 4,  12, 3, 13, 2, 14, 1, 15};

enum { REPEAT = 16, ZEROS = 17, MANY_ZEROS = 18 };

static unsigned extra_bits(unsigned symbol) {
    switch (symbol) {
    case REPEAT:
        return 2;
    case ZEROS:
        return 3;
    case MANY_ZEROS:
        return 7;
    default:
        return 0;
    }
}

static void add(struct code_lengths *head, unsigned symbol, unsigned extra) {
    head->symbols[head->count] = (uint8_t)symbol;
    head->extras[head->count++] = (uint8_t)extra;
}

/* Adds `run` times a length. */
static void add_run(struct code_lengths *head, unsigned length, unsigned run) {
    if (length != 0 && run > 0) {
        add(head, length, 0);
        run--;
    }
    while (run >= 3) {
        unsigned most = length != 0 ? 6 : 138;
        unsigned taken = run < most ? run : most;
        if (length != 0)
            add(head, REPEAT, taken - 3);
        else if (taken <= 10)
            add(head, ZEROS, taken - 3);
        else
            add(head, MANY_ZEROS, taken - 11);
        run -= taken;
    }
    for (; run > 0; run--)
        add(head, length, 0);
}

unsigned code_lengths_prepare(struct code_lengths *head,
                              const uint8_t lengths[HUFFMAN_CODE_SYMBOLS]) {
    uint32_t counts[CODE_LENGTHS_SYMBOLS] = {0};
    head->count = 0;
    head->literals = HUFFMAN_CODE_SYMBOLS;
    while (head->literals > 257 && lengths[head->literals - 1] == 0)
        head->literals--;
    for (unsigned i = 0; i < head->literals;) {
        unsigned end = i + 1;
        while (end < head->literals && lengths[end] == lengths[i])
            end++;
        add_run(head, lengths[i], end - i);
        i = end;
    }
    add(head, 1, 0); /* of the one distance */
    for (unsigned i = 0; i < head->count; i++)
        counts[head->symbols[i]]++;
    /* Two symbols at least: there are lengths above 0, and where all are 1 a 0 is feigned. */
    counts[0] += counts[1] == head->count;
    huffman_code_lengths(head->lengths, counts, CODE_LENGTHS_SYMBOLS, 7);
    head->told = CODE_LENGTHS_SYMBOLS;
    while (head->told > 4 && head->lengths[ORDER[head->told - 1]] == 0)
        head->told--;
    unsigned bits = 3 + 5 + 5 + 4 + 3 * head->told;
    for (unsigned i = 0; i < head->count; i++)
        bits += head->lengths[head->symbols[i]] + extra_bits(head->symbols[i]);
    return bits;
}

void code_lengths_write(const struct code_lengths *head, struct bit_writer *writer) {
    uint16_t words[CODE_LENGTHS_SYMBOLS];
    huffman_code_words(words, head->lengths, CODE_LENGTHS_SYMBOLS);
    bit_writer_put(writer, 2 << 1, 3);
    bit_writer_put(writer, head->literals - 257, 5);
    bit_writer_put(writer, 0, 5);
    bit_writer_put(writer, head->told - 4, 4);
    for (unsigned i = 0; i < head->told; i++)
        bit_writer_put(writer, head->lengths[ORDER[i]], 3);
    for (unsigned i = 0; i < head->count; i++) {
        unsigned symbol = head->symbols[i];
        bit_writer_put(writer, words[symbol], head->lengths[symbol]);
        bit_writer_put(writer, head->extras[i], extra_bits(symbol));
    }
}
