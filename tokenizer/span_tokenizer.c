#include "tokenizer/span_tokenizer.h"

#include "formats/base/endian.h"
#include "tokenizer/span_lanes.h"

#if defined(__x86_64__)
static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2");
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
    *spans = (struct span_tokenizer){.remembers = remembers};
    if (!span_path_is_possible(path))
        return error_set(error, STATUS_USAGE, "this processor lacks the instructions asked for");
    if (path == SPAN_PATH_BEST) {
        path = SPAN_PATH_AVX512;
        while (!span_path_is_possible(path))
            path--;
    }
    spans->take = function_of(path);
    enum status status = word_cache_init(&spans->cache, error);
    if (status == STATUS_OK)
        status = word_splitter_init(&spans->splitter, vocabulary, basic, error);
    if (status != STATUS_OK)
        span_tokenizer_release(spans);
    return status;
}

void span_tokenizer_release(struct span_tokenizer *spans) {
    word_cache_release(&spans->cache);
    word_splitter_release(&spans->splitter);
}

/* The key of the `size` bytes; WORD_CACHE_LONG_KEY must be readable. */
static struct word_long_key long_key_of(const unsigned char *bytes, size_t size, bool fold) {
    struct word_long_key key = {{0, 0, 0, 0}};
    for (size_t i = 0; 8 * i < size; i++) {
        uint64_t part = lane_keep(load_le64(bytes + 8 * i), size - 8 * i);
        key.parts[i] = fold ? lane_fold(part) : part;
    }
    return key;
}

bool span_tokenizer_word(struct span_tokenizer *spans, const unsigned char *bytes, size_t size,
                         size_t rest, bool ask_long, uint32_t *ids, size_t *count) {
    struct word_long_key key;
    bool has_key = size <= WORD_CACHE_LONG_KEY && spans->remembers;
    if (has_key) {
        key = long_key_of(bytes, size, spans->splitter.lower_case);
        if (ask_long && word_cache_find_long(&spans->cache, &key, ids, count))
            return true;
    }
    if (!word_splitter_split(&spans->splitter, bytes, size, rest, ids, count))
        return false;
    if (has_key && bytes[0] != '[')
        word_cache_put(&spans->cache, &key, ids, *count);
    return true;
}

size_t span_tokenizer_plain_word(struct span_tokenizer *spans, struct word_key key, size_t size,
                                 uint32_t *ids) {
    size_t count = word_splitter_split_plain(&spans->splitter, key, size, ids);
    if (count > 0 && spans->remembers) {
        struct word_long_key whole = {{key.low, key.high, 0, 0}};
        word_cache_put(&spans->cache, &whole, ids, count);
    }
    return count;
}
