/*
 * span_loop - the passes of span_tokenizer, to be compiled for one kind of processor.
 *
 * Included by span_portable.c and its like. One that has better ways than span_lanes.h defines
 * before it SPAN_TARGET, the attribute of functions for its processor, and the functions that
 * span_lanes.h has.
 *
 * Thread rule: as span_tokenizer.
 */
#ifndef TOKENIZER_SPAN_LOOP_H
#define TOKENIZER_SPAN_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tokenizer/span_tokenizer.h"

#ifndef SPAN_TARGET
#define SPAN_TARGET
#include "tokenizer/span_lanes.h"
#endif

#include "tokenizer/span_masks.h"
#include "tokenizer/span_misses.h"
#include "tokenizer/span_window.h"

/* Bytes that may be read beyond a window: a key is read from a word's first byte on. */
#define SPAN_BEYOND 64

/* Bits below the lowest one set, all if there is none. */
static inline uint64_t span_below(uint64_t bits) {
    return (bits & (0 - bits)) - 1;
}

SPAN_TARGET static inline void span_note_line_feeds(struct span_window *window, uint64_t bits,
                                                    uint64_t starts, size_t base, size_t words) {
    for (; bits != 0; bits &= bits - 1) {
        window->line_feed_offsets[window->line_feeds] =
            (uint16_t)(base + (size_t)__builtin_ctzll(bits));
        window->line_feed_words[window->line_feeds++] =
            (uint16_t)(words + (size_t)__builtin_popcountll(starts & span_below(bits)));
    }
}

/* First pass: where words begin and end, in blocks until one needs care. */
SPAN_TARGET static inline void
span_find_words(struct span_window *window, const unsigned char *bytes, size_t size, bool lines) {
    uint64_t word_before = 0;
    uint64_t punctuation_before = 0;
    size_t words = 0;
    size_t ends = 0;
    window->line_feeds = 0;
    window->cut = 0;
    window->stopped = false;
    bool returned = false;
    for (size_t base = 0; base < size && !window->stopped; base += SPAN_BLOCK) {
        struct span_masks masks = lane_masks(bytes + base);
        uint64_t care = masks.nul;
        if (lines)
            care |= masks.carriage_return | masks.cancel;
        uint64_t word = ~(masks.space | masks.punctuation);
        uint64_t after_word = word << 1 | word_before;
        uint64_t starts = (word & ~after_word) | masks.punctuation;
        uint64_t stops = (after_word & ~word) | masks.punctuation << 1 | punctuation_before;
        word_before = word >> 63;
        punctuation_before = masks.punctuation >> 63;
        if (care != 0) {
            uint64_t first = care & (0 - care);
            masks.space &= first - 1;
            masks.line_feed &= first - 1;
            window->stopped = true;
            returned = lines && (masks.carriage_return & first) != 0;
            if (returned)
                masks.space |= first; /* what it ends is complete */
        }
        lane_extract(window->starts + words, starts, base);
        lane_extract(window->ends + ends, stops, base);
        if (lines && masks.line_feed != 0)
            span_note_line_feeds(window, masks.line_feed, starts, base, words);
        words += (size_t)__builtin_popcountll(starts);
        ends += (size_t)__builtin_popcountll(stops);
        if (masks.space != 0)
            window->cut = base + 64 - (size_t)__builtin_clzll(masks.space);
    }
    window->cut -= returned;             /* it is for the caller */
    window->ends[ends] = (uint16_t)size; /* of a word that goes on beyond the window */
    while (words > 0 && window->starts[words - 1] >= window->cut)
        words--;
    window->words = words;
}

/*
 * In a window that is all one stretch: cuts it after the last ideograph that surely is one, as that
 * parts words like white space. What else but whole words is before the cut stays before it.
 */
static inline void span_cut_stretch(struct span_window *window, const unsigned char *bytes,
                                    size_t size) {
    if (window->stopped || size < 3)
        return;
    /* U+5000 to U+9FFF, well within the largest block: E5 80 80 to E9 BF BF. */
    size_t at = size - 3;
    while (at > 0 && !(bytes[at] >= 0xE5 && bytes[at] <= 0xE9 && (bytes[at + 1] & 0xC0) == 0x80 &&
                       (bytes[at + 2] & 0xC0) == 0x80))
        at--;
    if (at == 0)
        return;
    size_t last = 0;
    window->cut = at + 3;
    while (window->ends[last] < window->cut)
        last++;
    window->words = last + 1;
    window->ends[last] = (uint16_t)window->cut;
}

#ifndef SPAN_FINDS_VALUES
/* Words whose keys are kept: a power of two, more than SPAN_AHEAD. */
#define SPAN_RING ((size_t)2 * SPAN_AHEAD)

/* Keys and buckets of the last words asked for. */
struct span_ring {
    struct word_key keys[SPAN_RING];
    const struct word_cache_bucket *buckets[SPAN_RING];
};

/* A word's key, and its bucket on its way from memory. */
SPAN_TARGET static inline void span_ask(struct span_ring *ring, const struct span_tokenizer *spans,
                                        const struct span_window *window,
                                        const unsigned char *bytes, size_t word) {
    size_t start = window->starts[word];
    size_t size = window->ends[word] - start;
    size_t bucket =
        lane_key(&ring->keys[word % SPAN_RING], bytes + start, size, spans->splitter.lower_case);
    ring->buckets[word % SPAN_RING] = &spans->cache.buckets[bucket];
    __builtin_prefetch(&spans->cache.buckets[bucket]);
}

/* Where a word's ids are in its bucket; else it is the miss after `misses` others. */
SPAN_TARGET static inline size_t span_find(const struct span_ring *ring, struct span_window *window,
                                           size_t word, size_t misses) {
    const struct word_cache_bucket *bucket = ring->buckets[word % SPAN_RING];
    unsigned match = lane_match(bucket, &ring->keys[word % SPAN_RING]);
    /* Which of the two it is, and whether, nobody can foresee: so there is no branch. */
    window->values[word] = &bucket->values[(match & 4) / 4];
    window->misses[misses] = (uint16_t)word;
    return misses + (match == 0);
}

/* Second pass: where words' ids are, and which words are missed. */
SPAN_TARGET static inline void span_find_values(const struct span_tokenizer *spans,
                                                struct span_window *window,
                                                const unsigned char *bytes) {
    struct span_ring ring;
    size_t words = window->words;
    size_t asked = words < SPAN_AHEAD ? words : SPAN_AHEAD;
    size_t misses = 0;
    size_t found = 0;
    for (size_t i = 0; i < asked; i++)
        span_ask(&ring, spans, window, bytes, i);
    for (; asked < words; asked++) {
        span_ask(&ring, spans, window, bytes, asked);
        misses = span_find(&ring, window, found++, misses);
    }
    for (; found < words; found++)
        misses = span_find(&ring, window, found, misses);
    window->miss_count = misses;
}
#endif

/* Fifth pass, words `from` to `to`: their ids to where they belong. */
SPAN_TARGET static inline void span_write_ids(struct span_tokenizer *spans,
                                              const struct span_window *window, size_t from,
                                              size_t to) {
    uint32_t *ids = spans->ids;
    for (size_t i = from; i < to; i++) {
        const struct word_cache_value *value = window->values[i];
        lane_copy(value, ids);
        size_t count = value->count;
        if (__builtin_expect(count > WORD_CACHE_IDS, 0))
            count = span_misses_copy(window, value, ids);
        ids += count;
    }
    spans->ids = ids;
}

/*
 * The beginning of the stretch that word `at` lies in, of words from `from` on; takes back the ids
 * of words of that stretch before it.
 */
static inline size_t span_step_back(struct span_tokenizer *spans, const struct span_window *window,
                                    const unsigned char *bytes, size_t from, size_t at) {
    size_t start = window->starts[at];
    uint32_t ids[SPAN_WINDOW + SPAN_SLACK];
    size_t count;
    while (at > from && window->ends[at - 1] == start) {
        start = window->starts[--at];
        /* What was taken once is taken again, with the same ids, remembered or not. */
        if (word_splitter_split(&spans->splitter, bytes + start, (size_t)window->ends[at] - start,
                                window->cut - window->ends[at], ids, &count))
            spans->ids -= count;
    }
    return start;
}

/* Writes the ids of the words before `refused`, and lists the line feeds. */
SPAN_TARGET static inline size_t span_write_words(struct span_tokenizer *spans,
                                                  struct span_lines *lines,
                                                  const struct span_window *window, size_t offset,
                                                  const uint32_t *first_id, size_t refused) {
    size_t from = 0;
    for (size_t i = 0; i < window->line_feeds && window->line_feed_words[i] <= refused; i++) {
        size_t to = window->line_feed_words[i];
        span_write_ids(spans, window, from, to);
        lines->lines[lines->count++] =
            (struct span_line){(uint32_t)(offset + window->line_feed_offsets[i] + 1),
                               (uint32_t)(spans->ids - first_id), lines->open_blank && to == from};
        lines->open_blank = true;
        from = to;
    }
    span_write_ids(spans, window, from, refused);
    if (refused > from)
        lines->open_blank = false;
    return from;
}

/* All passes but the first; returns how far they came, which is the cut unless something was
 * refused.
 */
SPAN_TARGET static inline size_t
span_take_words(struct span_tokenizer *spans, struct span_lines *lines, struct span_window *window,
                const unsigned char *bytes, size_t offset, const uint32_t *first_id) {
    span_find_values(spans, window, bytes);
    size_t refused = window->words;
    if (window->miss_count > 0) {
        refused = span_misses_begin(spans, window, bytes);
        lane_split(&window->batch, spans->splitter.vocabulary);
        span_misses_end(window);
    }
    size_t from = span_write_words(spans, lines, window, offset, first_id, refused);
    if (spans->remembers)
        span_misses_remember(spans, window);
    if (refused == window->words)
        return window->cut;
    return span_step_back(spans, window, bytes, from, refused);
}

/*
 * The next window's bytes from `bytes` on, of which `size` are there; *room is how many of them to
 * look at. Near the end they are copied to `last` and filled up with what is part of words, so that
 * no more is taken than is there.
 */
static inline const unsigned char *span_next_window(unsigned char last[SPAN_WINDOW + SPAN_BEYOND],
                                                    size_t *room, const unsigned char *bytes,
                                                    size_t size) {
    *room = SPAN_WINDOW;
    if (size >= SPAN_WINDOW + SPAN_BEYOND)
        return bytes;
    size_t part = size < SPAN_WINDOW ? size : SPAN_WINDOW;
    memcpy(last, bytes, part);
    memset(last + part, 'x', SPAN_WINDOW + SPAN_BEYOND - part);
    *room = (part + SPAN_BLOCK - 1) / SPAN_BLOCK * SPAN_BLOCK;
    return last;
}

SPAN_TARGET static inline size_t span_take(struct span_tokenizer *spans, struct span_lines *lines,
                                           const unsigned char *bytes, size_t size) {
    struct span_window *window = spans->window;
    unsigned char last[SPAN_WINDOW + SPAN_BEYOND];
    const uint32_t *first_id = spans->ids;
    size_t at = 0;
    lines->count = 0;
    lines->open_blank = true;
    while (at < size && lines->count <= SPAN_LINES - SPAN_WINDOW) {
        size_t room;
        const unsigned char *view = span_next_window(last, &room, bytes + at, size - at);
        /* Small where something was refused: of what ends soon again little is done in vain. */
        size_t most = spans->most;
        bool whole = room <= most || most == SPAN_WINDOW;
        span_find_words(window, view, whole ? room : most, lines->wanted);
        spans->most = most < SPAN_WINDOW ? 2 * most : SPAN_WINDOW;
        if (window->cut == 0 && whole && room == SPAN_WINDOW)
            span_cut_stretch(window, view, room);
        if (window->cut == 0 && !whole && !window->stopped)
            continue; /* a stretch longer than that window was */
        size_t reached = 0;
        if (window->cut > 0)
            reached = span_take_words(spans, lines, window, view, at, first_id);
        at += reached;
        bool refused = reached < window->cut || window->stopped;
        if (refused || (window->cut == 0 && room == SPAN_WINDOW))
            spans->most = SPAN_BLOCK;
        if (refused || window->cut == 0)
            return at;
    }
    return at;
}

#endif
