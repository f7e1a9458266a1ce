/*
 * huffman_code - prefix codes as deflate has them (RFC 1951, 3.2.2).
 *
 * Integers alone decide, and a tie goes by symbol: the same counts give the same code anywhere.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_H5_HUFFMAN_CODE_H
#define FORMATS_H5_HUFFMAN_CODE_H

#include <stdint.h>

#define HUFFMAN_CODE_SYMBOLS 286 /* the most there may be: deflate's literals and lengths */
#define HUFFMAN_CODE_LONGEST 15

/*
 * Gives the lengths of a shortest code whose words have at most `longest` bits (1 to 15, and
 * enough for the symbols that are counted); 0 for symbols of count 0. At least two symbols are
 * counted, and the counts add up to less than 2^31.
 *
 * The lengths are those of A. Moffat and J. Katajainen, "In-Place Calculation of
 * Minimum-Redundancy Codes", WADS 1995. Words that come out too long are cut, and shorter ones
 * made longer until the code is complete again: not quite the shortest such code, but within a
 * fraction of a per mille where the limit seldom bites.
 */
void huffman_code_lengths(uint8_t *lengths, const uint32_t *counts, unsigned symbols,
                          unsigned longest);

/*
 * Gives the words, the first bit of each lowest, as deflate sends them; for symbols of length 0
 * they mean nothing.
 */
void huffman_code_words(uint16_t *words, const uint8_t *lengths, unsigned symbols);

#endif
