/*
 * span_batch_avx512 - word_batch_split by vectors: sixteen words under way at once.
 *
 * Included by span_avx512.c alone.
 *
 * Thread rule: as word_batch.
 */
#ifndef TOKENIZER_SPAN_BATCH_AVX512_H
#define TOKENIZER_SPAN_BATCH_AVX512_H

#if defined(__x86_64__)
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#include "tokenizer/span_avx512_target.h"
#include "tokenizer/word_batch.h"

#define BATCH_LANES 16

/* Vectors under way at once: while one waits for memory, others need not. */
#define BATCH_VECTORS 4

_Static_assert(WORD_BATCH_SLACK >= BATCH_LANES, "whole vectors of words are read and written");

/* Where walks through a trie begin: a node, and its base without TOKEN_TRIE_ENDS. */
struct span_batch_start {
    uint32_t node;
    uint32_t base;
};

/* The texts under way, one in each element. */
struct span_batch_lanes {
    __m512i node;
    __m512i base; /* of the node, without TOKEN_TRIE_ENDS */
    __m512i at;
    __m512i end;
    __m512i last;     /* the node of the longest token so far, or TOKEN_TRIE_LOST */
    __m512i last_end; /* where it ends */
    __m512i number;
    __mmask16 live; /* lanes that have a text */
};

static inline struct span_batch_start span_batch_start(const struct token_trie *trie,
                                                       uint32_t node) {
    /* Where nothing continues a word: no cell has a parent of this number. */
    if (node == TOKEN_TRIE_LOST)
        return (struct span_batch_start){UINT32_MAX - 1, 0};
    return (struct span_batch_start){node, trie->cells[node].base & ~TOKEN_TRIE_ENDS};
}

SPAN_TARGET static inline __m512i span_batch_all(uint32_t value) {
    return _mm512_set1_epi32((int)value);
}

/* Begins as many of the words from `next` on as there are in the lanes that are free. */
SPAN_TARGET static inline size_t span_batch_fill(struct span_batch_lanes *lanes, __mmask16 free,
                                                 const struct word_batch *batch, size_t next,
                                                 struct span_batch_start root) {
    unsigned room = (unsigned)_mm_popcnt_u32(free);
    size_t left = batch->texts - next;
    unsigned count = left < room ? (unsigned)left : room;
    __mmask16 filled = (__mmask16)_pdep_u32((1u << count) - 1, free);
    lanes->at = _mm512_mask_expandloadu_epi32(lanes->at, filled, batch->begins + next);
    lanes->end = _mm512_mask_expandloadu_epi32(lanes->end, filled, batch->ends + next);
    lanes->number = _mm512_mask_expandloadu_epi32(lanes->number, filled, batch->numbers + next);
    lanes->node = _mm512_mask_mov_epi32(lanes->node, free, span_batch_all(root.node));
    lanes->base = _mm512_mask_mov_epi32(lanes->base, free, span_batch_all(root.base));
    lanes->last = _mm512_maskz_mov_epi32((__mmask16)~free, lanes->last);
    lanes->live = (__mmask16)((lanes->live & ~free) | filled);
    return next + count;
}

/* Goes on by a byte in all lanes, or ends pieces, which it appends; returns whose words ended. */
SPAN_TARGET static inline __mmask16 span_batch_step(struct span_batch_lanes *lanes,
                                                    struct word_batch *batch, size_t *pieces,
                                                    const struct token_trie *trie,
                                                    struct span_batch_start continuation) {
    __m512i byte =
        _mm512_and_si512(_mm512_i32gather_epi32(lanes->at, batch->bytes, 1), span_batch_all(0xFF));
    __m512i child = _mm512_xor_si512(lanes->base, byte);
    /* Whole cells: half as many loads as if base and parent were asked for apart. */
    __m512i first = _mm512_i32gather_epi64(_mm512_castsi512_si256(child), trie->cells, 8);
    __m512i second = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64(child, 1), trie->cells, 8);
    __m512i base = _mm512_permutex2var_epi32(
        first, _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
        second);
    __m512i parent = _mm512_permutex2var_epi32(
        first, _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31),
        second);
    __mmask16 on = _mm512_cmplt_epu32_mask(lanes->at, lanes->end);
    on = _mm512_mask_cmpeq_epi32_mask(on, parent, lanes->node);
    __mmask16 ends = _mm512_mask_test_epi32_mask(on, base, span_batch_all(TOKEN_TRIE_ENDS));
    __m512i behind = _mm512_add_epi32(lanes->at, span_batch_all(1));
    __m512i last = _mm512_mask_mov_epi32(lanes->last, ends, child);
    lanes->last_end = _mm512_mask_mov_epi32(lanes->last_end, ends, behind);
    __mmask16 cut = (__mmask16)(lanes->live & ~on);
    _mm512_storeu_si512(batch->piece_numbers + *pieces,
                        _mm512_maskz_compress_epi32(cut, lanes->number));
    _mm512_storeu_si512(batch->piece_nodes + *pieces, _mm512_maskz_compress_epi32(cut, last));
    *pieces += (size_t)_mm_popcnt_u32(cut);
    lanes->node = _mm512_mask_mov_epi32(span_batch_all(continuation.node), on, child);
    lanes->base = _mm512_mask_andnot_epi32(span_batch_all(continuation.base), on,
                                           span_batch_all(TOKEN_TRIE_ENDS), base);
    lanes->at = _mm512_mask_mov_epi32(lanes->last_end, on, behind);
    lanes->last = _mm512_maskz_mov_epi32(on, last);
    return cut & (_mm512_testn_epi32_mask(last, last) |
                  _mm512_cmpeq_epi32_mask(lanes->last_end, lanes->end));
}

/* Gives the pieces, in which those of each word are in order, to their words. */
SPAN_TARGET static inline void span_batch_deal(struct word_batch *batch, size_t pieces,
                                               const struct vocabulary *vocabulary) {
    const uint32_t *trie_ids = vocabulary_trie(vocabulary)->ids;
    uint32_t unknown = vocabulary_special(vocabulary, SPECIAL_UNK);
    for (size_t i = 0; i < batch->texts; i++)
        batch->counts[batch->numbers[i]] = 0;
    for (size_t i = 0; i < pieces; i++) {
        uint32_t number = batch->piece_numbers[i];
        uint32_t node = batch->piece_nodes[i];
        uint32_t count = batch->counts[number];
        uint32_t id = trie_ids[node];
        /* Where nothing matched, this is the last piece, and all is one [UNK]. */
        if (__builtin_expect(node == TOKEN_TRIE_LOST, 0)) {
            id = unknown;
            count = 0;
        }
        batch->ids[batch->firsts[number] + count] = id;
        batch->counts[number] = count + 1;
    }
}

SPAN_TARGET static inline void lane_split(struct word_batch *batch,
                                          const struct vocabulary *vocabulary) {
    const struct token_trie *trie = vocabulary_trie(vocabulary);
    struct span_batch_start root = span_batch_start(trie, TOKEN_TRIE_ROOT);
    struct span_batch_start continuation =
        span_batch_start(trie, vocabulary_continuation(vocabulary));
    __m512i zero = _mm512_setzero_si512();
    struct span_batch_lanes lanes[BATCH_VECTORS];
    size_t pieces = 0;
    size_t next = 0;
    size_t vectors = 0;
    while (vectors < BATCH_VECTORS && next < batch->texts) {
        lanes[vectors] = (struct span_batch_lanes){zero, zero, zero, zero, zero, zero, zero, 0};
        next = span_batch_fill(&lanes[vectors++], 0xFFFF, batch, next, root);
    }
    for (unsigned live = vectors > 0; live != 0;) {
        live = 0;
        for (size_t i = 0; i < vectors; i++) {
            __mmask16 free = span_batch_step(&lanes[i], batch, &pieces, trie, continuation);
            if (free != 0)
                next = span_batch_fill(&lanes[i], free, batch, next, root);
            live |= lanes[i].live;
        }
    }
    span_batch_deal(batch, pieces, vocabulary);
}

#endif
#endif
