/*
 * span_tokenizer - the fast way: ids of spans of text that hold nothing out of the ordinary.
 *
 * Works through windows of text in five passes: the borders of words by vectors of 64 bytes; each
 * word's key and its bucket in the word cache, asked for ahead of time; what the words consist of
 * that are not there, by word_folding, or by word_splitter where that says too little; their
 * pieces, together (word_batch); then all ids in order. Where word_splitter refuses, and at a byte
 * that needs care, the span ends, and the caller goes the long way for that stretch (what stands
 * between ASCII white space).
 *
 * The passes are compiled several times, for what processors can do; all give the same ids.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_SPAN_TOKENIZER_H
#define TOKENIZER_SPAN_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/span_window.h"
#include "tokenizer/word_cache.h"
#include "tokenizer/word_splitter.h"

/* What the passes are compiled for. */
enum span_path {
    SPAN_PATH_BEST, /* the last of these that the processor can run */
    SPAN_PATH_PORTABLE,
    SPAN_PATH_AVX2,
    SPAN_PATH_AVX512, /* BW, DQ, VL, VBMI and VBMI2 */
};

/* A line feed that was passed. */
struct span_line {
    uint32_t end; /* offset just behind it */
    uint32_t ids; /* ids written before it, of the call */
    bool blank;   /* there was no word since the line feed before, or the call's beginning */
};

/* Lines of a call; with less room than SPAN_WINDOW the call ends. */
#define SPAN_LINES (2 * SPAN_WINDOW)

struct span_lines {
    size_t count;
    bool wanted;     /* list them; else line feeds are white space like other */
    bool open_blank; /* there was no word after the last line feed listed */
    struct span_line lines[SPAN_LINES];
};

/* Ids written beyond those that count, for which there must be room as well. */
#define SPAN_SLACK WORD_CACHE_COPY

struct span_tokenizer;

typedef size_t span_take_function(struct span_tokenizer *spans, struct span_lines *lines,
                                  const unsigned char *bytes, size_t size);

struct span_tokenizer {
    struct word_splitter splitter;
    struct word_cache cache;
    struct span_window *window; /* owned */
    span_take_function *take;
    size_t most;    /* bytes of the next window; see span_take */
    bool remembers; /* false: asks and fills no cache, for tests */
    uint32_t *ids;  /* where the next id goes: the caller sees to the room, an id a byte */
};

/* Whether this processor, and this build, can go a path. */
bool span_path_is_possible(enum span_path path);

/* Borrows the vocabulary; `basic` is as in word_splitter_init. STATUS_USAGE for a path that is not
 * possible. */
MUST_USE enum status span_tokenizer_init(struct span_tokenizer *spans,
                                         const struct vocabulary *vocabulary,
                                         const struct basic_tokenizer *basic, enum span_path path,
                                         bool remembers, struct error *error);

/* Harmless when zeroed. */
void span_tokenizer_release(struct span_tokenizer *spans);

/*
 * Takes whole stretches from `bytes` on, where one begins, and white space; returns how many bytes,
 * at most UINT32_MAX. The stretch after them is one to go the long way, or the last one, which may
 * be longer than what is known of it. With lines->wanted line feeds are listed, and the call ends
 * before a carriage return and before a CANCEL (0x18), which else are like other bytes.
 */
static inline size_t span_tokenizer_take(struct span_tokenizer *spans, struct span_lines *lines,
                                         const unsigned char *bytes, size_t size) {
    return spans->take(spans, lines, bytes, size);
}

/* The passes, as compiled for each path. */
span_take_function span_portable_take;
span_take_function span_avx2_take;
span_take_function span_avx512_take;

#endif
