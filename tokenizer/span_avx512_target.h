/*
 * span_avx512_target - what processor span_avx512.c is for: the attribute of its functions.
 *
 * Included before span_x86.h and span_loop.h, which otherwise have attributes of their own.
 */
#ifndef TOKENIZER_SPAN_AVX512_TARGET_H
#define TOKENIZER_SPAN_AVX512_TARGET_H

#define SPAN_TARGET                                                                                \
    __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi,"             \
                          "avx512dq,avx512vbmi2")))

#endif
