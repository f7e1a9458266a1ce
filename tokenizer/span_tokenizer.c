#include "tokenizer/span_tokenizer.h"

#include <stdlib.h>

#if defined(__x86_64__)
static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
}
#else
static bool has_avx2(void) {
    return false;
}

static bool has_avx512(void) {
    return false;
}
#endif

bool span_path_is_possible(enum span_path path) {
    switch (path) {
    case SPAN_PATH_AVX2:
        return has_avx2();
    case SPAN_PATH_AVX512:
        return has_avx512();
    default:
        return true;
    }
}

static span_take_function *function_of(enum span_path path) {
#if defined(__x86_64__)
    if (path == SPAN_PATH_AVX2)
        return span_avx2_take;
    if (path == SPAN_PATH_AVX512)
        return span_avx512_take;
#endif
    (void)path;
    return span_portable_take;
}

enum status span_tokenizer_init(struct span_tokenizer *spans, const struct vocabulary *vocabulary,
                                const struct basic_tokenizer *basic, enum span_path path,
                                bool remembers, struct error *error) {
    *spans = (struct span_tokenizer){.remembers = remembers, .most = SPAN_BLOCK};
    if (!span_path_is_possible(path))
        return error_set(error, STATUS_USAGE, "this processor lacks the instructions asked for");
    if (path == SPAN_PATH_BEST) {
        path = SPAN_PATH_AVX512;
        while (!span_path_is_possible(path))
            path--;
    }
    spans->take = function_of(path);
    spans->window = calloc(1, sizeof *spans->window);
    enum status status = spans->window == NULL ? error_no_memory(error, "the tokenizer")
                                               : word_cache_init(&spans->cache, error);
    if (status == STATUS_OK)
        status = word_splitter_init(&spans->splitter, vocabulary, basic, error);
    if (status != STATUS_OK)
        span_tokenizer_release(spans);
    return status;
}

void span_tokenizer_release(struct span_tokenizer *spans) {
    word_cache_release(&spans->cache);
    word_splitter_release(&spans->splitter);
    free(spans->window);
    spans->window = NULL;
}
