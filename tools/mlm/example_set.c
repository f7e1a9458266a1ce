#include "tools/mlm/example_set.h"

#include <stdlib.h>
#include <string.h>

#include "tools/mlm/growing_array.h"

/* Records begin at multiples of this, so that a 32-bit number finds one in 16 GiB. */
#define RECORD_UNIT 4

/*
 * The fixed part of a record. Behind it come the ids that replace the predicted tokens, of the
 * size of the shard's ids, and then the positions.
 */
struct record_header {
    uint32_t first_start;
    uint32_t second_start;
    uint16_t first_length;
    uint16_t second_length;
    uint16_t prediction_count;
    uint16_t next_label;
};

void example_set_init(struct example_set *set) {
    *set = (struct example_set){0};
}

void example_set_release(struct example_set *set) {
    free(set->records);
    free(set->order);
    example_set_init(set);
}

void example_set_start(struct example_set *set, const struct shard_tokens *shard,
                       const struct example_options *options) {
    set->shard = shard;
    set->cls_id = options->cls_id;
    set->sep_id = options->sep_id;
    set->position_size = options->max_seq_length <= 256 ? 1 : 2;
    set->record_size = 0;
    set->count = 0;
    size_t taken = shard_tokens_memory(shard);
    set->memory_limit = SIZE_MAX;
    if (options->memory_limit != 0)
        set->memory_limit =
            options->memory_limit > taken ? (size_t)options->memory_limit - taken : 0;
}

size_t example_set_memory(const struct example_set *set) {
    return set->record_capacity + set->order_capacity * sizeof *set->order;
}

uint32_t example_set_most_predictions(const struct example_options *options) {
    uint32_t most = example_options_most_predictions(options);
    return most < options->max_predictions_per_seq ? most : options->max_predictions_per_seq;
}

/* Makes room for one more record of `size` bytes. */
static enum status reserve_record(struct example_set *set, size_t size, struct error *error) {
    if ((set->record_size + size) / RECORD_UNIT > UINT32_MAX || set->count >= UINT32_MAX)
        return error_set(error, STATUS_FAILED,
                         "a shard of %lu tokens makes too many examples; make smaller shards",
                         (unsigned long)set->shard->token_count);
    if (set->record_size + size + set->count * sizeof *set->order > set->memory_limit)
        return error_set(
            error, STATUS_FAILED,
            "the examples of %lu tokens need more memory than is allowed: there are %zu "
            "of them, in %zu KiB, and more to come; make smaller shards",
            (unsigned long)set->shard->token_count, set->count, set->record_size >> 10);
    if (set->record_size + size > set->record_capacity) {
        void *records =
            growing_array_grow(set->records, &set->record_capacity, set->record_size + size, 1);
        if (records == NULL)
            return error_no_memory(error, "the examples of a shard");
        set->records = records;
    }
    if (set->count == set->order_capacity) {
        void *order = growing_array_grow(set->order, &set->order_capacity, set->count + 1,
                                         sizeof *set->order);
        if (order == NULL)
            return error_no_memory(error, "the examples of a shard");
        set->order = order;
    }
    return STATUS_OK;
}

/* Keeps the low `size` bytes of each number. */
static void store_numbers(unsigned char *to, const uint32_t *numbers, uint32_t count, size_t size) {
    if (size == sizeof(uint32_t)) {
        memcpy(to, numbers, count * size);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint16_t narrow = (uint16_t)numbers[i];
        memcpy(to + i * sizeof narrow, &narrow, sizeof narrow);
    }
}

static void store_positions(unsigned char *to, const uint16_t *positions, uint32_t count,
                            size_t size) {
    if (size == sizeof(uint16_t)) {
        memcpy(to, positions, count * size);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        to[i] = (unsigned char)positions[i];
}

enum status example_set_add(struct example_set *set, const struct sentence_pair *pair,
                            const struct masking *masking, struct error *error) {
    size_t id_size = shard_tokens_id_size(set->shard);
    size_t size = sizeof(struct record_header) + masking->count * (id_size + set->position_size);
    size = (size + RECORD_UNIT - 1) / RECORD_UNIT * RECORD_UNIT;
    enum status status = reserve_record(set, size, error);
    if (status != STATUS_OK)
        return status;
    struct record_header header = {
        .first_start = pair->first_start,
        .second_start = pair->second_start,
        .first_length = (uint16_t)pair->first_length,
        .second_length = (uint16_t)pair->second_length,
        .prediction_count = (uint16_t)masking->count,
        .next_label = pair->is_random_next ? 1 : 0,
    };
    unsigned char *at = set->records + set->record_size;
    memcpy(at, &header, sizeof header);
    at += sizeof header;
    store_numbers(at, masking->replacements, masking->count, id_size);
    at += masking->count * id_size;
    store_positions(at, masking->positions, masking->count, set->position_size);
    set->order[set->count++] = (uint32_t)(set->record_size / RECORD_UNIT);
    set->record_size += size;
    return STATUS_OK;
}

void example_set_shuffle(struct example_set *set, struct python_random *random) {
    python_random_shuffle(random, set->order, (uint32_t)set->count);
}

/* The number at `index` of an array of numbers of `size` bytes each: 1, 2 or 4. */
static inline uint32_t load_number(const unsigned char *numbers, size_t index, size_t size) {
    uint32_t wide;
    uint16_t narrow;
    if (size == 1)
        return numbers[index];
    if (size == sizeof narrow) {
        memcpy(&narrow, numbers + index * sizeof narrow, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, numbers + index * sizeof wide, sizeof wide);
    return wide;
}

/* Puts the replacements into the row, and what stood there into the labels. */
static inline void apply_predictions(struct example *example, const unsigned char *replacements,
                                     size_t id_size, size_t position_size) {
    const unsigned char *positions = replacements + example->prediction_count * id_size;
    uint32_t kept = id_size == sizeof(uint16_t) ? (uint16_t)MASKING_KEPT : MASKING_KEPT;
    for (uint32_t i = 0; i < example->prediction_count; i++) {
        uint32_t position = load_number(positions, i, position_size);
        uint32_t id = load_number(replacements, i, id_size);
        uint32_t label = example->ids[position];
        example->positions[i] = (uint16_t)position;
        example->labels[i] = label;
        example->ids[position] = id == kept ? label : id;
    }
}

/*
 * The final order jumps about in records and text that no cache holds, so each call asks memory
 * for what later ones will need, with enough calls between for it to answer: the record of the row
 * RECORD_AHEAD further on, and the text of the row TEXT_AHEAD further on, whose record has come.
 */
#define TEXT_AHEAD   8
#define RECORD_AHEAD 16
/* Bytes that a processor fetches at a time, or a divisor of that. */
static const size_t CACHE_LINE = 64;
/* What is fetched of a record: of its usual length of 76 bytes nearly always all. */
static const size_t RECORD_PREFETCH = 128;

/* GCC takes a function that only prefetches for one without effect, and drops calls of it. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE void prefetch(const unsigned char *bytes, size_t size) {
    for (size_t at = 0; at < size; at += CACHE_LINE)
        __builtin_prefetch(bytes + at);
    __builtin_prefetch(bytes + size - 1);
}

static ALWAYS_INLINE void prefetch_record(const struct example_set *set, size_t index) {
    size_t at = (size_t)set->order[index] * RECORD_UNIT;
    size_t left = set->record_size - at;
    prefetch(set->records + at, left < RECORD_PREFETCH ? left : RECORD_PREFETCH);
}

static ALWAYS_INLINE void prefetch_text(const struct example_set *set, size_t index) {
    const struct shard_tokens *shard = set->shard;
    const unsigned char *ids =
        shard->narrow_ids != NULL ? (const void *)shard->narrow_ids : (const void *)shard->wide_ids;
    size_t id_size = shard_tokens_id_size(shard);
    struct record_header header;
    memcpy(&header, set->records + (size_t)set->order[index] * RECORD_UNIT, sizeof header);
    prefetch(ids + header.first_start * id_size, header.first_length * id_size);
    prefetch(ids + header.second_start * id_size, header.second_length * id_size);
}

void example_set_get(const struct example_set *set, struct example *example, size_t index) {
    if (set->count - index > RECORD_AHEAD)
        prefetch_record(set, index + RECORD_AHEAD);
    if (set->count - index > TEXT_AHEAD)
        prefetch_text(set, index + TEXT_AHEAD);
    const unsigned char *record = set->records + (size_t)set->order[index] * RECORD_UNIT;
    struct record_header header;
    memcpy(&header, record, sizeof header);
    uint32_t first = header.first_length;
    uint32_t second = header.second_length;
    uint32_t *ids = example->ids;
    ids[0] = set->cls_id;
    shard_tokens_copy(set->shard, ids + 1, header.first_start, first);
    ids[first + 1] = set->sep_id;
    shard_tokens_copy(set->shard, ids + first + 2, header.second_start, second);
    ids[first + second + 2] = set->sep_id;
    example->length = first + second + 3;
    example->first_length = first + 2;
    example->next_label = header.next_label;
    example->prediction_count = header.prediction_count;
    /* With the usual sizes written out the compiler makes a loop for just these. */
    size_t id_size = shard_tokens_id_size(set->shard);
    if (id_size == sizeof(uint16_t) && set->position_size == 1)
        apply_predictions(example, record + sizeof header, sizeof(uint16_t), 1);
    else
        apply_predictions(example, record + sizeof header, id_size, set->position_size);
}
