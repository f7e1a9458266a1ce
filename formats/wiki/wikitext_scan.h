/*
 * wikitext_scan - small steps over bytes that all passes take. Internal to wikitext_*.
 */
#ifndef FORMATS_WIKI_WIKITEXT_SCAN_H
#define FORMATS_WIKI_WIKITEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "formats/base/buffer.h"

/* The first byte from `at` on that `stops` has a bit of `mask` for, or `end`. */
static inline const unsigned char *wikitext_skip(const unsigned char *at, const unsigned char *end,
                                                 const unsigned char stops[256],
                                                 unsigned char mask) {
    while (end - at >= 4) {
        if (stops[at[0]] & mask)
            return at;
        if (stops[at[1]] & mask)
            return at + 1;
        if (stops[at[2]] & mask)
            return at + 2;
        if (stops[at[3]] & mask)
            return at + 3;
        at += 4;
    }
    while (at < end && !(stops[*at] & mask))
        at++;
    return at;
}

/* Sixteen bytes that are looked at side by side; compilers make of it what the machine has. */
typedef unsigned char wikitext_vector __attribute__((vector_size(16)));

static inline wikitext_vector wikitext_load(const unsigned char *at) {
    wikitext_vector bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* The index of the first byte of `hits` that is not 0 (all that are not are 0xFF); 16: none. */
static inline size_t wikitext_first_hit(wikitext_vector hits) {
    uint64_t halves[2];
    memcpy(halves, &hits, sizeof halves);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (halves[0] != 0)
        return (size_t)__builtin_ctzll(halves[0]) / 8;
    return halves[1] != 0 ? 8 + (size_t)__builtin_ctzll(halves[1]) / 8 : 16;
#else
    if (halves[0] != 0)
        return (size_t)__builtin_clzll(halves[0]) / 8;
    return halves[1] != 0 ? 8 + (size_t)__builtin_clzll(halves[1]) / 8 : 16;
#endif
}

/* How often `byte` stands at `at`. */
static inline size_t wikitext_run(const unsigned char *at, const unsigned char *end,
                                  unsigned char byte) {
    const unsigned char *begin = at;
    while (at < end && *at == byte)
        at++;
    return (size_t)(at - begin);
}

static inline bool wikitext_is_blank(unsigned char byte) {
    return byte == ' ' || byte == '\t';
}

static inline bool wikitext_is_letter(unsigned char byte) {
    return (unsigned char)((byte | 0x20) - 'a') < 26;
}

static inline bool wikitext_is_digit(unsigned char byte) {
    return (unsigned char)(byte - '0') < 10;
}

static inline unsigned char wikitext_lower(unsigned char byte) {
    return (unsigned char)(byte - 'A') < 26 ? (unsigned char)(byte | 0x20) : byte;
}

static inline const unsigned char *wikitext_skip_blanks(const unsigned char *at,
                                                        const unsigned char *end) {
    while (at < end && wikitext_is_blank(*at))
        at++;
    return at;
}

/* The line end at or after `at`, or `end`. */
static inline const unsigned char *wikitext_line_end(const unsigned char *at,
                                                     const unsigned char *end) {
    const unsigned char *found = memchr(at, '\n', (size_t)(end - at));
    return found == NULL ? end : found;
}

/* Where `first` and `second` stand in a row, or NULL; made for a `first` that is rare. */
static inline const unsigned char *wikitext_find_pair(const unsigned char *at,
                                                      const unsigned char *end, unsigned char first,
                                                      unsigned char second) {
    while (at < end && (at = memchr(at, first, (size_t)(end - at))) != NULL) {
        if (++at < end && *at == second)
            return at - 1;
    }
    return NULL;
}

/* Does a line begin at `at` that has blanks only? */
static inline bool wikitext_is_blank_line(const unsigned char *at, const unsigned char *end) {
    at = wikitext_skip_blanks(at, end);
    return at == end || *at == '\n';
}

/* Does a heading begin at `at`: `==` at both ends of the line, with something between? */
bool wikitext_is_heading(const unsigned char *at, const unsigned char *end);

/*
 * Where a paragraph that holds `at` ends: the line end before the first blank line or heading, or
 * `end`.
 */
const unsigned char *wikitext_paragraph_end(const unsigned char *at, const unsigned char *end);

/* Does `at` begin with the letters of `word` (lower case), in either case? */
bool wikitext_has_prefix(const unsigned char *at, const unsigned char *end, const char *word);

/* Without blanks, line ends and dropped marks at both ends. */
struct view wikitext_trim(const unsigned char *at, const unsigned char *end);

/* The byte that stands for `byte` where it is no markup; `byte` itself when it never is. */
unsigned char wikitext_protect(unsigned char byte);

/* The character that a protected byte (0x0E to 0x1F) stands for. */
unsigned char wikitext_unprotect(unsigned char mark);

/* Appends the bytes of `text`, protected but for character references. */
MUST_USE enum status wikitext_append_protected(struct buffer *buffer, struct view text,
                                               struct error *error);

#endif
