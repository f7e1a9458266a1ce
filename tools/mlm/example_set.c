#include "tools/mlm/example_set.h"

#include <stdlib.h>
#include <string.h>

#include "tools/mlm/example_record.h"
#include "tools/mlm/growing_array.h"

void example_set_init(struct example_set *set) {
    *set = (struct example_set){0};
}

void example_set_release(struct example_set *set) {
    growing_array_free(set->records, set->record_capacity, 1);
    growing_array_free(set->order, set->order_capacity, sizeof *set->order);
    example_set_init(set);
}

void example_set_start(struct example_set *set, const struct shard_tokens *shard,
                       const struct example_options *options) {
    set->shard = shard;
    set->cls_id = options->cls_id;
    set->sep_id = options->sep_id;
    set->mask_id = options->mask_id;
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
    return set->record_size + set->count * sizeof *set->order;
}

/* Tells of the examples so far and one more, whose records take `needed` bytes. */
static enum status refuse(const struct example_set *set, size_t needed, struct error *error) {
    size_t tokens = shard_tokens_memory(set->shard);
    return error_set(error, STATUS_FAILED,
                     "its %lu tokens and the first %zu examples need %zu KiB, and the memory "
                     "allowed is %zu KiB; make smaller shards",
                     (unsigned long)set->shard->token_count, set->count + 1,
                     (tokens + needed + 1023) >> 10, (set->memory_limit + tokens) >> 10);
}

/* Makes room for one more record of `size` bytes. */
static enum status reserve_record(struct example_set *set, size_t size, struct error *error) {
    if ((set->record_size + size) / EXAMPLE_RECORD_UNIT > UINT32_MAX || set->count >= UINT32_MAX)
        return error_set(error, STATUS_FAILED,
                         "a shard of %lu tokens makes too many examples; make smaller shards",
                         (unsigned long)set->shard->token_count);
    size_t needed = set->record_size + size + (set->count + 1) * sizeof *set->order;
    if (needed > set->memory_limit)
        return refuse(set, needed, error);
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

/* Puts a number down in `size` bytes, 1, 2 or 4, which it fits; returns what lies behind it. */
static inline unsigned char *put(unsigned char *at, uint32_t number, size_t size) {
    uint16_t narrow = (uint16_t)number;
    if (size == 1)
        *at = (unsigned char)number;
    else if (size == sizeof narrow)
        memcpy(at, &narrow, sizeof narrow);
    else
        memcpy(at, &number, sizeof number);
    return at + size;
}

/* Puts down a bit for each position of a row of `length`, set when it is predicted. */
static unsigned char *put_bits(unsigned char *at, const struct masking *masking, uint32_t length) {
    const uint16_t *positions = masking->positions;
    size_t size = example_record_words(length) * sizeof(uint64_t);
    if (length <= 128) {
        /* Two words fit registers, where a bit is set without waiting for the one before. */
        uint64_t words[2] = {0, 0};
        for (uint32_t i = 0; i < masking->count; i++) {
            uint64_t bit = (uint64_t)1 << (positions[i] % 64);
            uint64_t is_second = 0U - (uint64_t)(positions[i] / 64);
            words[0] |= bit & ~is_second;
            words[1] |= bit & is_second;
        }
        memcpy(at, words, size);
        return at + size;
    }
    memset(at, 0, size);
    for (uint32_t i = 0; i < masking->count; i++) {
        unsigned char *place = at + positions[i] / 64 * sizeof(uint64_t);
        uint64_t word;
        memcpy(&word, place, sizeof word);
        word |= (uint64_t)1 << (positions[i] % 64);
        memcpy(place, &word, sizeof word);
    }
    return at + size;
}

static unsigned char *put_predictions(unsigned char *at, const struct masking *masking,
                                      uint32_t length, size_t id_size, size_t position_size) {
    at = put_bits(at, masking, length);
    for (uint32_t i = 0; i < masking->random_count; i++)
        at = put(at, masking->random[i].id, id_size);
    for (uint32_t i = 0; i < masking->random_count; i++)
        at = put(at, masking->random[i].position, position_size);
    for (uint32_t i = 0; i < masking->kept_count; i++)
        at = put(at, masking->kept[i], position_size);
    return at;
}

enum status example_set_add(struct example_set *set, const struct sentence_pair *pair,
                            const struct masking *masking, struct error *error) {
    struct example_record record = {
        .first_start = pair->first_start,
        .second_start = pair->second_start,
        .first_length = (uint16_t)pair->first_length,
        .second_length = (uint16_t)pair->second_length,
        .prediction_count = (uint16_t)masking->count,
        .random_count = (uint16_t)masking->random_count,
        .kept_count = (uint16_t)masking->kept_count,
        .label_and_borders = (uint16_t)(2 * pair->border_count + (pair->is_random_next ? 1 : 0)),
    };
    size_t id_size = shard_tokens_id_size(set->shard);
    uint32_t length = example_record_length(&record);
    size_t size = sizeof record + example_record_words(length) * sizeof(uint64_t) +
                  masking->random_count * (id_size + set->position_size) +
                  masking->kept_count * set->position_size +
                  pair->border_count * sizeof *pair->borders;
    size = (size + EXAMPLE_RECORD_UNIT - 1) / EXAMPLE_RECORD_UNIT * EXAMPLE_RECORD_UNIT;
    enum status status = reserve_record(set, size, error);
    if (status != STATUS_OK)
        return status;
    unsigned char *at = set->records + set->record_size;
    memcpy(at, &record, sizeof record);
    at = put_predictions(at + sizeof record, masking, length, id_size, set->position_size);
    if (pair->border_count > 0)
        memcpy(at, pair->borders, pair->border_count * sizeof *pair->borders);
    set->order[set->count++] = (uint32_t)(set->record_size / EXAMPLE_RECORD_UNIT);
    set->record_size += size;
    return STATUS_OK;
}

void example_set_shuffle(struct example_set *set, struct python_random *random) {
    python_random_shuffle(random, set->order, (uint32_t)set->count);
}
