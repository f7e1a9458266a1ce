#include "tokenizer/span_misses.h"

#include <string.h>

#include "tokenizer/span_lanes.h"
#include "tokenizer/span_tokenizer.h"

/* Instead of a number of ids in a value: they stand among the batch's ids. */
#define MORE_IDS 0xFFu

/* Misses looked at before the first of them is taken: what they need is on its way from memory. */
#define LOOKED_AT 16

/* What is known of a word that is missed. */
struct miss {
    const unsigned char *bytes;
    size_t word;
    size_t size;
    struct word_long_key key; /* if it has one */
    bool may_be_long;         /* in the cache as a long key */
};

static size_t size_of(const struct span_window *window, size_t word) {
    return (size_t)window->ends[word] - window->starts[word];
}

/* The key of the `size` bytes, at most WORD_CACHE_LONG_KEY, which must be readable. */
static struct word_long_key key_of(const unsigned char *bytes, size_t size, bool fold) {
    struct word_long_key key = {{0, 0, 0, 0}};
    size_t parts = size > WORD_CACHE_SHORT_KEY ? 4 : 2;
    for (size_t i = 0; i < parts; i++) {
        uint64_t part = lane_keep(load_le64(bytes + 8 * i), size > 8 * i ? size - 8 * i : 0);
        key.parts[i] = fold ? lane_fold(part) : part;
    }
    return key;
}

static struct word_key short_key_of(const struct miss *miss) {
    if (miss->size > WORD_CACHE_SHORT_KEY)
        return WORD_KEY_NONE;
    return (struct word_key){miss->key.parts[0], miss->key.parts[1]};
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
    return size <= WORD_CACHE_SHORT_KEY && size <= splitter->limit && are_printable(key->low) &&
           are_printable(key->high) &&
           (size > 1 || splitter->ascii_classes[key->low & 0x7F] == CHARACTER_OTHER);
}

/* The bucket in which the word was looked for. */
static const struct word_cache_bucket *bucket_of(const struct span_window *window,
                                                 const struct miss *miss) {
    return word_cache_bucket_of_value(window->values[miss->word]);
}

static void look_at(struct miss *miss, const struct span_tokenizer *spans,
                    const struct span_window *window, const unsigned char *bytes, size_t word) {
    miss->bytes = bytes + window->starts[word];
    miss->word = word;
    miss->size = size_of(window, word);
    miss->may_be_long = false;
    if (miss->size > WORD_CACHE_LONG_KEY)
        return;
    miss->key = key_of(miss->bytes, miss->size, spans->splitter.lower_case);
    struct word_key key = short_key_of(miss);
    miss->may_be_long =
        miss->size > WORD_CACHE_SHORT_KEY || word_cache_asks_long(bucket_of(window, miss), &key);
    if (miss->may_be_long)
        word_cache_prefetch_long(&spans->cache, &miss->key);
}

/* The miss before of the same word, which has a short key, or NULL. */
static const struct word_cache_value *find_again(struct span_window *window,
                                                 const struct miss *miss, size_t number) {
    uint16_t *seen = &window->seen[(uintptr_t)bucket_of(window, miss) /
                                   sizeof(struct word_cache_bucket) % SPAN_SEEN];
    size_t before = *seen;
    *seen = (uint16_t)number;
    if (before >= number || miss->size > WORD_CACHE_SHORT_KEY || miss->bytes[0] == '[' ||
        !word_key_equal(&window->texts.keys[before], &window->texts.keys[number]))
        return NULL;
    *seen = (uint16_t)before;
    return &window->miss_values[before];
}

/* Gives a word to the batch; false if it has to go the long way. */
static bool take(struct span_tokenizer *spans, struct span_window *window, const struct miss *miss,
                 unsigned char **folded, bool *found) {
    struct word_batch *batch = &window->batch;
    size_t parts = batch->parts;
    size_t texts = batch->texts;
    size_t id_end = batch->id_end;
    size_t count;
    *found = miss->may_be_long &&
             word_cache_find_long(&spans->cache, &miss->key, batch->ids + id_end, &count);
    /* What follows an opening bracket counts. */
    if (!*found && miss->bytes[0] != '[' &&
        word_splitter_fold(&spans->splitter, miss->bytes, miss->size, folded, batch))
        return true;
    batch->parts = parts;
    batch->texts = texts;
    batch->id_end = id_end;
    size_t rest = window->cut - window->ends[miss->word];
    if (!*found && !word_splitter_split(&spans->splitter, miss->bytes, miss->size, rest,
                                        batch->ids + id_end, &count))
        return false;
    word_batch_add_ids(batch, count);
    return true;
}

/* Takes the miss of a number, or, when it is the same as one before, its value: *again tells. */
static bool take_miss(struct span_tokenizer *spans, struct span_window *window,
                      const struct miss *miss, size_t number, unsigned char **folded, bool *again) {
    struct word_batch *batch = &window->batch;
    struct word_key *key = &window->texts.keys[number];
    *key = short_key_of(miss);
    const struct word_cache_value *value = find_again(window, miss, number);
    *again = value != NULL;
    if (*again) {
        window->values[miss->word] = value;
        return true;
    }
    window->first_parts[number] = (uint16_t)batch->parts;
    if (!miss->may_be_long && is_plain(&spans->splitter, key, miss->size)) {
        word_batch_add_text(batch, (const unsigned char *)key, miss->size, miss->size);
        window->unstored[number] = spans->remembers;
        return true;
    }
    bool found;
    bool taken = take(spans, window, miss, folded, &found);
    window->unstored[number] =
        !found && spans->remembers && miss->bytes[0] != '[' && miss->size <= WORD_CACHE_LONG_KEY;
    return taken;
}

size_t span_misses_begin(struct span_tokenizer *spans, struct span_window *window,
                         const unsigned char *bytes) {
    unsigned char *folded = window->texts.folded;
    size_t miss_count = window->miss_count;
    size_t taken = 0;
    size_t refused = window->words;
    struct miss misses[LOOKED_AT];
    word_batch_clear(&window->batch, (const unsigned char *)&window->texts);
    for (size_t from = 0; from < miss_count && refused == window->words; from += LOOKED_AT) {
        size_t count = miss_count - from < LOOKED_AT ? miss_count - from : LOOKED_AT;
        for (size_t i = 0; i < count; i++)
            look_at(&misses[i], spans, window, bytes, window->misses[from + i]);
        for (size_t i = 0; i < count && refused == window->words; i++) {
            bool again = false;
            if (!take_miss(spans, window, &misses[i], taken, &folded, &again))
                refused = misses[i].word;
            else if (!again)
                window->misses[taken++] = (uint16_t)misses[i].word;
        }
    }
    window->miss_count = taken;
    window->first_parts[taken] = (uint16_t)window->batch.parts;
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

/* False if the ids have no room in a value. */
static bool pack(struct word_cache_value *value, const uint32_t *ids, size_t count) {
    uint32_t all = 0;
    for (size_t i = 0; i < count; i++) {
        all |= ids[i];
        store_le32(value->ids + i * WORD_CACHE_ID_BYTES, ids[i]); /* the count is set after it */
    }
    value->count = (unsigned char)count;
    return all <= 0xFFFFFF;
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
        if (count > WORD_CACHE_SHORT_IDS || !pack(value, batch->ids + window->miss_ids[i], count))
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

void span_misses_remember(struct span_tokenizer *spans, const struct span_window *window,
                          const unsigned char *bytes) {
    for (size_t i = 0; i < window->miss_count; i++) {
        if (!window->unstored[i])
            continue;
        const struct word_key *start = &window->texts.keys[i];
        struct word_long_key key = {{start->low, start->high, 0, 0}};
        size_t size = size_of(window, window->misses[i]);
        if (size > WORD_CACHE_SHORT_KEY)
            key =
                key_of(bytes + window->starts[window->misses[i]], size, spans->splitter.lower_case);
        word_cache_put(&spans->cache, &key, window->batch.ids + window->miss_ids[i],
                       window->miss_id_counts[i]);
    }
}
