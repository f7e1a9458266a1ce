#include "tokenizer/span_misses.h"

#include <string.h>

#include "tokenizer/span_lanes.h"
#include "tokenizer/span_tokenizer.h"
#include "tokenizer/word_folding.h"

/* Instead of a number of ids in a value: they stand among the batch's ids. */
#define MORE_IDS 0xFFu

/* What is known of a word that is missed. */
struct miss {
    const unsigned char *bytes;
    size_t word;
    size_t size;
};

/* As lane_key: the key of the `size` bytes; WORD_CACHE_KEY must be readable. */
static struct word_key key_of(const unsigned char *bytes, size_t size, bool fold) {
    if (size > WORD_CACHE_KEY)
        return WORD_KEY_NONE;
    struct word_key key;
    lane_key(&key, bytes, size, fold);
    return key;
}

/* Whether all of eight bytes, zeros aside, are ASCII but no control characters. */
static bool are_printable(uint64_t bytes) {
    const uint64_t each = 0x0101010101010101u;
    uint64_t filled = bytes | (((bytes + 0x7F * each) & 0x80 * each) ^ 0x80 * each) >> 1;
    uint64_t high = bytes & 0x80 * each;
    /* Below 0x21 there is a borrow into the top bit; 0x7F is told by adding one. */
    uint64_t low = (filled - 0x21 * each) & 0x80 * each;
    uint64_t deleted = (filled + each) & 0x80 * each;
    return (high | low | deleted) == 0;
}

/* Whether a word is all ASCII letters and digits, so that its key is what is to be cut. */
static bool is_plain(const struct word_splitter *splitter, const struct word_key *key,
                     size_t size) {
    return size <= WORD_CACHE_KEY && size <= splitter->limit && are_printable(key->low) &&
           are_printable(key->high) &&
           (size > 1 || splitter->ascii_classes[key->low & 0x7F] == CHARACTER_OTHER);
}

/* The miss before of the same word, which has a key and counts alone, or NULL. */
static const struct word_cache_value *find_again(struct span_window *window, size_t word,
                                                 size_t number) {
    const struct word_key *key = &window->texts.keys[number];
    uintptr_t bucket = (uintptr_t)window->values[word] / sizeof(struct word_cache_bucket);
    uint16_t *seen = &window->seen[bucket % SPAN_SEEN];
    size_t before = *seen;
    *seen = (uint16_t)number;
    if (before >= number || key->low == 0 || key->low == '[' ||
        !word_key_equal(&window->texts.keys[before], key))
        return NULL;
    *seen = (uint16_t)before;
    return &window->miss_values[before];
}

/* Gives a word to the batch that is not all letters and digits; false if it has to go the long way.
 */
static bool take_other(struct span_tokenizer *spans, struct span_window *window,
                       const struct miss *miss, unsigned char **folded) {
    struct word_batch *batch = &window->batch;
    size_t parts = batch->parts;
    size_t texts = batch->texts;
    size_t id_end = batch->id_end;
    /* What follows an opening bracket counts. */
    if (miss->bytes[0] != '[' &&
        word_folding_add(&spans->splitter, miss->bytes, miss->size, folded, batch))
        return true;
    batch->parts = parts;
    batch->texts = texts;
    batch->id_end = id_end;
    size_t count;
    size_t rest = window->cut - window->ends[miss->word];
    if (!word_splitter_split(&spans->splitter, miss->bytes, miss->size, rest, batch->ids + id_end,
                             &count))
        return false;
    word_batch_add_ids(batch, count);
    return true;
}

size_t span_misses_begin(struct span_tokenizer *spans, struct span_window *window,
                         const unsigned char *bytes) {
    unsigned char *folded = window->texts.folded;
    struct word_batch *batch = &window->batch;
    bool fold = spans->splitter.lower_case;
    size_t number = 0;
    size_t refused = window->words;
    word_batch_clear(batch, (const unsigned char *)&window->texts);
    for (size_t i = 0; i < window->miss_count; i++) {
        size_t word = window->misses[i];
        struct miss miss = {bytes + window->starts[word], word,
                            (size_t)window->ends[word] - window->starts[word]};
        struct word_key *key = &window->texts.keys[number];
        *key = key_of(miss.bytes, miss.size, fold);
        const struct word_cache_value *again = find_again(window, word, number);
        if (again != NULL) {
            window->values[word] = again;
            continue;
        }
        window->first_parts[number] = (uint16_t)batch->parts;
        if (is_plain(&spans->splitter, key, miss.size)) {
            word_batch_add_text(batch, (const unsigned char *)key, miss.size, miss.size);
        } else if (!take_other(spans, window, &miss, &folded)) {
            refused = word;
            break;
        }
        window->misses[number++] = (uint16_t)word;
    }
    window->miss_count = number;
    window->first_parts[number] = (uint16_t)batch->parts;
    return refused;
}

/* Puts the ids of the parts that a word consists of side by side; returns how many. */
static size_t join_parts(struct word_batch *batch, size_t first, size_t end) {
    size_t count = first < end ? batch->counts[first] : 0;
    for (size_t i = first + 1; i < end; i++) {
        memmove(batch->ids + batch->firsts[first] + count, batch->ids + batch->firsts[i],
                batch->counts[i] * sizeof *batch->ids);
        count += batch->counts[i];
    }
    return count;
}

void span_misses_end(struct span_window *window) {
    struct word_batch *batch = &window->batch;
    for (size_t i = 0; i < window->miss_count; i++) {
        struct word_cache_value *value = &window->miss_values[i];
        size_t first = window->first_parts[i];
        size_t count = join_parts(batch, first, window->first_parts[i + 1]);
        window->miss_ids[i] = count > 0 ? batch->firsts[first] : 0;
        window->miss_id_counts[i] = (uint16_t)count;
        window->values[window->misses[i]] = value;
        if (!word_cache_pack(value, batch->ids + window->miss_ids[i], count))
            value->count = MORE_IDS;
    }
}

size_t span_misses_copy(const struct span_window *window, const struct word_cache_value *value,
                        uint32_t *ids) {
    size_t miss = (size_t)(value - window->miss_values);
    size_t count = window->miss_id_counts[miss];
    memcpy(ids, window->batch.ids + window->miss_ids[miss], count * sizeof *ids);
    return count;
}

void span_misses_remember(struct span_tokenizer *spans, const struct span_window *window) {
    for (size_t i = 0; i < window->miss_count; i++) {
        const struct word_key *key = &window->texts.keys[i];
        const struct word_cache_value *value = &window->miss_values[i];
        if (key->low != 0 && key->low != '[' && value->count != MORE_IDS)
            word_cache_put(&spans->cache, *key, value);
    }
}
