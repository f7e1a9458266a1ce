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

/* Bytes that may be read beyond a window: a key is read from a word's first byte on. */
#define SPAN_BEYOND 64

/* What the first pass finds in a window. */
struct span_window {
    size_t words;
    size_t line_feeds;
    size_t cut;   /* just behind the last white space: what comes after is for later */
    bool stopped; /* there is a byte that needs care */
    uint16_t starts[SPAN_WINDOW + SPAN_BLOCK]; /* room to write a whole block's at once */
    uint16_t ends[SPAN_WINDOW + SPAN_BLOCK];   /* offsets just behind the words */
    uint16_t line_feed_offsets[SPAN_WINDOW];
    uint16_t line_feed_words[SPAN_WINDOW]; /* words before each */
    struct word_key keys[SPAN_WINDOW];
    uint32_t buckets[SPAN_WINDOW];
};

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

/* Second pass: keys, and their buckets on their way from memory. */
SPAN_TARGET static inline void span_find_buckets(const struct span_tokenizer *spans,
                                                 struct span_window *window,
                                                 const unsigned char *bytes) {
    bool fold = spans->splitter.lower_case;
    for (size_t i = 0; i < window->words; i++) {
        size_t start = window->starts[i];
        size_t bucket = lane_key(&window->keys[i], bytes + start, window->ends[i] - start, fold);
        window->buckets[i] = (uint32_t)bucket;
        __builtin_prefetch(&spans->cache.buckets[bucket]);
    }
}

/* Third pass, words `from` to `to`; returns the first one that has to go the long way, or `to`. */
SPAN_TARGET static inline size_t span_write_ids(struct span_tokenizer *spans,
                                                const struct span_window *window,
                                                const unsigned char *bytes, size_t from,
                                                size_t to) {
    const struct word_cache_bucket *buckets = spans->cache.buckets;
    uint32_t *ids = spans->ids;
    size_t i = from;
    for (; i < to; i++) {
        const struct word_cache_bucket *bucket = &buckets[window->buckets[i]];
        unsigned match = lane_match(bucket, &window->keys[i]);
        if (__builtin_expect(match != 0, 1)) {
            /* Which of the two it is nobody can foresee: so this is not a branch. */
            const struct word_cache_value *value = &bucket->values[(match & 4) / 4];
            lane_copy(value, ids);
            if (__builtin_expect(value->count <= WORD_CACHE_SHORT_IDS, 1)) {
                ids += value->count;
                continue;
            }
        }
        size_t count;
        size_t size = (size_t)window->ends[i] - window->starts[i];
        if (match == 0 && size <= WORD_CACHE_SHORT_KEY) {
            count = span_tokenizer_plain_word(spans, window->keys[i], size, ids);
            if (count > 0) {
                ids += count;
                continue;
            }
        }
        bool ask_long = match != 0 || size > WORD_CACHE_SHORT_KEY;
        if (!span_tokenizer_word(spans, bytes + window->starts[i], size,
                                 window->cut - window->ends[i], ask_long, ids, &count))
            break;
        ids += count;
    }
    spans->ids = ids;
    return i;
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
        if (span_tokenizer_word(spans, bytes + start, (size_t)window->ends[at] - start,
                                window->cut - window->ends[at], true, ids, &count))
            spans->ids -= count;
    }
    return start;
}

/* Second and third pass; returns how far they came, which is the cut unless something was refused.
 */
SPAN_TARGET static inline size_t
span_take_words(struct span_tokenizer *spans, struct span_lines *lines, struct span_window *window,
                const unsigned char *bytes, size_t offset, const uint32_t *first_id) {
    span_find_buckets(spans, window, bytes);
    size_t from = 0;
    for (size_t i = 0; i < window->line_feeds; i++) {
        size_t to = window->line_feed_words[i];
        size_t at = span_write_ids(spans, window, bytes, from, to);
        if (at > from)
            lines->open_blank = false;
        if (at < to)
            return span_step_back(spans, window, bytes, from, at);
        lines->lines[lines->count++] =
            (struct span_line){(uint32_t)(offset + window->line_feed_offsets[i] + 1),
                               (uint32_t)(spans->ids - first_id), lines->open_blank};
        lines->open_blank = true;
        from = to;
    }
    size_t at = span_write_ids(spans, window, bytes, from, window->words);
    size_t reached = window->cut;
    if (at < window->words)
        reached = span_step_back(spans, window, bytes, from, at);
    if (at > from)
        lines->open_blank = false;
    return reached;
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
    struct span_window window;
    unsigned char last[SPAN_WINDOW + SPAN_BEYOND];
    const uint32_t *first_id = spans->ids;
    size_t at = 0;
    /* Small at first: of what ends soon, because something is refused, little is done in vain. */
    size_t most = SPAN_BLOCK;
    lines->count = 0;
    lines->open_blank = true;
    while (at < size && lines->count <= SPAN_LINES - SPAN_WINDOW) {
        size_t room;
        const unsigned char *view = span_next_window(last, &room, bytes + at, size - at);
        bool whole = room <= most || most == SPAN_WINDOW;
        span_find_words(&window, view, whole ? room : most, lines->wanted);
        most = most < SPAN_WINDOW ? 2 * most : SPAN_WINDOW;
        if (window.cut == 0 && whole && room == SPAN_WINDOW)
            span_cut_stretch(&window, view, room);
        if (window.cut == 0 && !whole && !window.stopped)
            continue; /* a stretch longer than that window was */
        if (window.cut == 0)
            return at;
        size_t reached = span_take_words(spans, lines, &window, view, at, first_id);
        at += reached;
        if (reached < window.cut || window.stopped)
            return at;
    }
    return at;
}

#endif
