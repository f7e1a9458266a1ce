#include "formats/h5/run_deflate_block.h"

#include <string.h>

#include "formats/h5/code_lengths.h"
#include "formats/h5/cpu_variant.h"

enum { END_OF_BLOCK = 256, FIRST_LENGTH = 257, LONGEST_MATCH = RUN_DEFLATE_LONGEST_MATCH };

/*
 * The longest word. Four of 14 bits go into the writer at once, and a limit of 15 would make planes
 * of ids no smaller: a word of 14 bits is one in 16384.
 */
#define LONGEST_WORD 14

static struct run_deflate_match code_match(unsigned length) {
    unsigned above = length - 3;
    if (length == LONGEST_MATCH)
        return (struct run_deflate_match){285, 0, 0};
    if (above < 8)
        return (struct run_deflate_match){(uint16_t)(FIRST_LENGTH + above), 0, 0};
    /* From 8 on there are four symbols for each power of two. */
    unsigned bits = 29 - (unsigned)__builtin_clz(above);
    return (struct run_deflate_match){(uint16_t)(FIRST_LENGTH + 4 * bits + (above >> bits)),
                                      (uint8_t)(above & ((1U << bits) - 1)), (uint8_t)bits};
}

void run_deflate_block_prepare(struct run_deflate *deflate) {
    for (unsigned length = 3; length <= LONGEST_MATCH; length++)
        deflate->matches[length] = code_match(length);
}

/* The next match of a run of repeats, such that what is left is 0, or 3 at least. */
static unsigned next_match(uint32_t repeats) {
    if (repeats <= LONGEST_MATCH)
        return repeats;
    return repeats - LONGEST_MATCH < 3 ? LONGEST_MATCH - 3 : LONGEST_MATCH;
}

/* Counts symbols; gives the extra bits and the bits of distances that come with them. */
static uint64_t count_symbols(struct run_deflate *deflate, const unsigned char *bytes,
                              bool in_place) {
    /* Equal bytes often follow each other: four tables keep one from waiting for the other. */
    uint32_t counts[4][256] = {{0}};
    uint64_t extra = 0;
    memset(deflate->counts, 0, sizeof deflate->counts);
    for (size_t i = 0; i < deflate->part_count; i++) {
        const struct run_deflate_part *part = &deflate->parts[i];
        uint32_t k = 0;
        for (; part->literals - k >= 4; k += 4) {
            counts[0][bytes[k]]++;
            counts[1][bytes[k + 1]]++;
            counts[2][bytes[k + 2]]++;
            counts[3][bytes[k + 3]]++;
        }
        for (; k < part->literals; k++)
            counts[0][bytes[k]]++;
        bytes += part->literals + (in_place ? part->repeats : 0);
        for (uint32_t left = part->repeats, taken; left > 0; left -= taken) {
            taken = next_match(left);
            struct run_deflate_match match = deflate->matches[taken];
            deflate->counts[match.symbol]++;
            extra += match.extra_bits + 1;
        }
    }
    for (unsigned i = 0; i < 256; i++)
        deflate->counts[i] = counts[0][i] + counts[1][i] + counts[2][i] + counts[3][i];
    deflate->counts[END_OF_BLOCK] = 1;
    return extra;
}

/*
 * Codes literals. An entry of the table has a word at its top and the word's length at its bottom,
 * so that one shift takes the word in: four words make a group of at most 56 bits, and no group
 * waits for another but in the last step. What lengths leave below a group's words is shifted out.
 */
CPU_VARIANT_INLINE void literals_to_bits(struct bit_writer *writer, const uint64_t table[256],
                                         const unsigned char *bytes, size_t count) {
    struct bit_writer local = *writer;
    size_t i = 0;
    for (; count - i >= 4; i += 4) {
        /* Written out, for gcc does not unroll it. */
        uint64_t first = table[bytes[i]];
        uint64_t second = table[bytes[i + 1]];
        uint64_t third = table[bytes[i + 2]];
        uint64_t fourth = table[bytes[i + 3]];
        uint64_t group = first >> (second & 63) | second;
        group = group >> (third & 63) | third;
        group = group >> (fourth & 63) | fourth;
        unsigned length = (unsigned)(first + second + third + fourth) & 63;
        bit_writer_put(&local, group >> (64 - length), length);
    }
    for (; i < count; i++) {
        uint64_t entry = table[bytes[i]];
        bit_writer_put(&local, entry >> (64 - (entry & 63)), entry & 63);
    }
    *writer = local;
}

static void write_literals(struct bit_writer *writer, const uint64_t table[256],
                           const unsigned char *bytes, size_t count) {
    literals_to_bits(writer, table, bytes, count);
}

/* The same with shifts that leave the flags alone, a fifth faster. */
CPU_VARIANT_2013 static void write_literals_2013(struct bit_writer *writer,
                                                 const uint64_t table[256],
                                                 const unsigned char *bytes, size_t count) {
    literals_to_bits(writer, table, bytes, count);
}

static void write_repeats(struct run_deflate *deflate, uint32_t repeats) {
    for (uint32_t taken; repeats > 0; repeats -= taken) {
        taken = next_match(repeats);
        struct run_deflate_match match = deflate->matches[taken];
        unsigned length = deflate->lengths[match.symbol];
        /* The distance's bit is 0. */
        bit_writer_put(&deflate->writer,
                       deflate->words[match.symbol] | (uint64_t)match.extra << length,
                       length + match.extra_bits + 1);
    }
}

static void write_parts(struct run_deflate *deflate, const unsigned char *bytes, bool in_place) {
    uint64_t table[256] = {0};
    huffman_code_words(deflate->words, deflate->lengths, HUFFMAN_CODE_SYMBOLS);
    for (unsigned i = 0; i < 256; i++) {
        if (deflate->lengths[i] > 0)
            table[i] =
                (uint64_t)deflate->words[i] << (64 - deflate->lengths[i]) | deflate->lengths[i];
    }
    for (size_t i = 0; i < deflate->part_count; i++) {
        const struct run_deflate_part *part = &deflate->parts[i];
        if (deflate->is_2013)
            write_literals_2013(&deflate->writer, table, bytes, part->literals);
        else
            write_literals(&deflate->writer, table, bytes, part->literals);
        write_repeats(deflate, part->repeats);
        bytes += part->literals + (in_place ? part->repeats : 0);
    }
    bit_writer_put(&deflate->writer, deflate->words[END_OF_BLOCK], deflate->lengths[END_OF_BLOCK]);
}

static void write_stored(struct bit_writer *writer, const unsigned char *bytes, size_t size) {
    while (size > 0) {
        size_t taken = size < 65535 ? size : 65535;
        bit_writer_put(writer, 0, 3);
        bit_writer_align(writer);
        bit_writer_put(writer, taken, 16);
        bit_writer_put(writer, taken ^ 0xFFFF, 16);
        memcpy(writer->at, bytes, taken);
        writer->at += taken;
        bytes += taken;
        size -= taken;
    }
}

void run_deflate_block_write(struct run_deflate *deflate, const unsigned char *bytes,
                             bool in_place) {
    struct code_lengths head;
    uint64_t bits = count_symbols(deflate, bytes, in_place);
    huffman_code_lengths(deflate->lengths, deflate->counts, HUFFMAN_CODE_SYMBOLS, LONGEST_WORD);
    bits += code_lengths_prepare(&head, deflate->lengths);
    for (unsigned i = 0; i < HUFFMAN_CODE_SYMBOLS; i++)
        bits += (uint64_t)deflate->counts[i] * deflate->lengths[i];
    if (in_place) {
        uint64_t size = 0;
        for (size_t i = 0; i < deflate->part_count; i++)
            size += deflate->parts[i].literals + (uint64_t)deflate->parts[i].repeats;
        if (bits >= 8 * size) {
            write_stored(&deflate->writer, bytes, size);
            return;
        }
    }
    code_lengths_write(&head, &deflate->writer);
    write_parts(deflate, bytes, in_place);
}

void run_deflate_block_write_last(struct run_deflate *deflate) {
    /* The last block, with the code that needs no head: its end is seven zeros. */
    bit_writer_put(&deflate->writer, 3, 3);
    bit_writer_put(&deflate->writer, 0, 7);
    bit_writer_align(&deflate->writer);
}
