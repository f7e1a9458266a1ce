#include "tools/mlm/shard_tokens.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/mlm/growing_array.h"

void shard_tokens_init(struct shard_tokens *shard, uint32_t vocabulary_size) {
    *shard = (struct shard_tokens){.vocabulary_size = vocabulary_size};
}

void shard_tokens_release(struct shard_tokens *shard) {
    growing_array_free(shard->narrow_ids, shard->id_capacity, sizeof *shard->narrow_ids);
    growing_array_free(shard->wide_ids, shard->id_capacity, sizeof *shard->wide_ids);
    growing_array_free(shard->sentence_starts, shard->sentence_capacity,
                       sizeof *shard->sentence_starts);
    growing_array_free(shard->document_starts, shard->document_capacity,
                       sizeof *shard->document_starts);
    shard_tokens_init(shard, shard->vocabulary_size);
}

void shard_tokens_clear(struct shard_tokens *shard) {
    shard->token_count = 0;
    shard->sentence_count = 0;
    shard->document_count = 0;
}

size_t shard_tokens_memory(const struct shard_tokens *shard) {
    return shard->token_count * shard_tokens_id_size(shard) +
           ((size_t)shard->sentence_count + shard->document_count) * sizeof(uint32_t);
}

/* An array of starts holds one element more than it counts: the closing one. */
static enum status reserve_starts(uint32_t **starts, size_t *capacity, size_t needed,
                                  struct error *error) {
    if (needed + 1 <= *capacity)
        return STATUS_OK;
    uint32_t *grown = growing_array_grow(*starts, capacity, needed + 1, sizeof **starts);
    if (grown == NULL)
        return error_no_memory(error, "the sentences of a shard");
    *starts = grown;
    return STATUS_OK;
}

static enum status reserve_ids(struct shard_tokens *shard, size_t needed, struct error *error) {
    needed += SHARD_TOKENS_SLACK / sizeof(uint16_t);
    if (needed <= shard->id_capacity)
        return STATUS_OK;
    bool narrow = shard_tokens_id_size(shard) == sizeof(uint16_t);
    void *ids = narrow ? (void *)shard->narrow_ids : (void *)shard->wide_ids;
    void *grown = growing_array_grow(ids, &shard->id_capacity, needed, shard_tokens_id_size(shard));
    if (grown == NULL)
        return error_no_memory(error, "the tokens of a shard");
    if (narrow)
        shard->narrow_ids = grown;
    else
        shard->wide_ids = grown;
    return STATUS_OK;
}

static enum status reserve(struct shard_tokens *shard, const struct token_columns *columns,
                           struct error *error) {
    enum status status =
        reserve_ids(shard, (size_t)shard->token_count + columns->token_count, error);
    if (status == STATUS_OK)
        status = reserve_starts(&shard->sentence_starts, &shard->sentence_capacity,
                                (size_t)shard->sentence_count + columns->sentence_count, error);
    if (status == STATUS_OK)
        status = reserve_starts(&shard->document_starts, &shard->document_capacity,
                                (size_t)shard->document_count + columns->document_count, error);
    return status;
}

static uint64_t sum_of(const uint32_t *numbers, uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

static inline uint32_t largest_of(const struct token_columns *columns, size_t begin, size_t count) {
    uint16_t narrow = 0;
    uint32_t wide = 0;
    if (columns->narrow_ids != NULL)
        for (size_t i = begin; i < begin + count; i++)
            narrow = columns->narrow_ids[i] > narrow ? columns->narrow_ids[i] : narrow;
    else
        for (size_t i = begin; i < begin + count; i++)
            wide = columns->wide_ids[i] > wide ? columns->wide_ids[i] : wide;
    return columns->narrow_ids != NULL ? narrow : wide;
}

static uint32_t largest_id(const struct token_columns *columns) {
    enum { STEP = 256 }; /* for vector code, as below */
    uint32_t largest = 0;
    for (size_t at = 0; at < columns->token_count;) {
        size_t left = columns->token_count - at;
        uint32_t one = left >= STEP ? largest_of(columns, at, STEP) : largest_of(columns, at, left);
        largest = one > largest ? one : largest;
        at += left >= STEP ? STEP : left;
    }
    return largest;
}

/* Tokens of the last sentence begun, which is the one that a piece may go on with. */
static bool has_open_sentence(const struct shard_tokens *shard) {
    return shard->document_count > 0 &&
           shard->sentence_count > shard->document_starts[shard->document_count - 1];
}

static enum status check_continuation(const struct shard_tokens *shard,
                                      const struct token_columns *columns, struct error *error) {
    if (columns->first_document_continues &&
        (columns->document_count == 0 || shard->document_count == 0))
        return error_set(error, STATUS_CORRUPT,
                         "a block of tokens goes on with a document that never began");
    if (columns->first_sentence_continues &&
        (!columns->first_document_continues || columns->document_sentences[0] == 0 ||
         !has_open_sentence(shard)))
        return error_set(error, STATUS_CORRUPT,
                         "a block of tokens goes on with a sentence that never began");
    return STATUS_OK;
}

static enum status check(const struct shard_tokens *shard, const struct token_columns *columns,
                         struct error *error) {
    uint64_t sentences = sum_of(columns->document_sentences, columns->document_count);
    uint64_t tokens = sum_of(columns->sentence_lengths, columns->sentence_count);
    if (sentences != columns->sentence_count)
        return error_set(error, STATUS_CORRUPT,
                         "a block's documents have %" PRIu64 " sentences, the block has %" PRIu32,
                         sentences, columns->sentence_count);
    if (tokens != columns->token_count)
        return error_set(error, STATUS_CORRUPT,
                         "a block's sentences have %" PRIu64 " tokens, the block has %" PRIu64,
                         tokens, columns->token_count);
    if (tokens > UINT32_MAX - shard->token_count)
        return error_set(error, STATUS_FAILED,
                         "a shard of more than %" PRIu32
                         " tokens is too large; make smaller shards",
                         UINT32_MAX);
    /* Documents and sentences may be empty, but their numbers must fit as well. */
    if (sentences >= UINT32_MAX - shard->sentence_count ||
        columns->document_count >= UINT32_MAX - shard->document_count)
        return error_set(error, STATUS_FAILED,
                         "a shard of more than %" PRIu32
                         " sentences is too large; make smaller shards",
                         UINT32_MAX - 1);
    uint32_t largest = largest_id(columns);
    if (largest >= shard->vocabulary_size)
        return error_set(error, STATUS_CORRUPT,
                         "token id %" PRIu32 " is not in the vocabulary of %" PRIu32 " tokens",
                         largest, shard->vocabulary_size);
    return check_continuation(shard, columns, error);
}

static void copy_ids(struct shard_tokens *shard, const struct token_columns *columns) {
    size_t count = columns->token_count;
    bool narrow = shard_tokens_id_size(shard) == sizeof(uint16_t);
    if (count == 0)
        return;
    if (narrow && columns->narrow_ids != NULL) {
        memcpy(shard->narrow_ids + shard->token_count, columns->narrow_ids, count * 2);
    } else if (narrow) {
        for (size_t i = 0; i < count; i++)
            shard->narrow_ids[shard->token_count + i] = (uint16_t)columns->wide_ids[i];
    } else if (columns->narrow_ids != NULL) {
        for (size_t i = 0; i < count; i++)
            shard->wide_ids[shard->token_count + i] = columns->narrow_ids[i];
    } else {
        memcpy(shard->wide_ids + shard->token_count, columns->wide_ids, count * 4);
    }
}

/*
 * An empty sentence or document keeps its place until the next one begins, and gives it up then:
 * until the end of the shard nobody can know whether it stays empty.
 */
static void drop_empty_sentence(struct shard_tokens *shard, uint32_t token_count) {
    if (has_open_sentence(shard) &&
        shard->sentence_starts[shard->sentence_count - 1] == token_count)
        shard->sentence_count--;
}

static void drop_empty_document(struct shard_tokens *shard, uint32_t token_count) {
    drop_empty_sentence(shard, token_count);
    if (shard->document_count > 0 && !has_open_sentence(shard))
        shard->document_count--;
}

enum status shard_tokens_append(struct shard_tokens *shard, const struct token_columns *columns,
                                struct error *error) {
    enum status status = check(shard, columns, error);
    if (status == STATUS_OK)
        status = reserve(shard, columns, error);
    if (status != STATUS_OK)
        return status;
    copy_ids(shard, columns);
    uint32_t token = shard->token_count;
    uint32_t sentence = 0;
    for (uint32_t i = 0; i < columns->document_count; i++) {
        if (i > 0 || !columns->first_document_continues) {
            drop_empty_document(shard, token);
            shard->document_starts[shard->document_count++] = shard->sentence_count;
        }
        for (uint32_t j = 0; j < columns->document_sentences[i]; j++, sentence++) {
            if (sentence > 0 || !columns->first_sentence_continues) {
                drop_empty_sentence(shard, token);
                shard->sentence_starts[shard->sentence_count++] = token;
            }
            token += columns->sentence_lengths[sentence];
        }
    }
    shard->token_count = token;
    return STATUS_OK;
}

enum status shard_tokens_finish(struct shard_tokens *shard, struct error *error) {
    static const struct token_columns NOTHING = {0};
    enum status status = reserve(shard, &NOTHING, error);
    if (status != STATUS_OK)
        return status;
    drop_empty_document(shard, shard->token_count);
    shard->sentence_starts[shard->sentence_count] = shard->token_count;
    shard->document_starts[shard->document_count] = shard->sentence_count;
    return STATUS_OK;
}

/* Whether any of `count` numbers of `size` bytes, 2 or 4, is `id`. */
static inline bool any_is(const void *ids, size_t count, uint32_t id, size_t size) {
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t one =
            size == sizeof(uint16_t) ? ((const uint16_t *)ids)[i] : ((const uint32_t *)ids)[i];
        found |= one == id;
    }
    return found != 0;
}

bool shard_tokens_contain(const struct shard_tokens *shard, uint32_t id) {
    /* Steps of a fixed length become vector code at -O2, where a loop of any length does not. */
    enum { STEP = 1024 };
    size_t at = 0;
    bool found = false;
    for (; shard->token_count - at >= STEP && !found; at += STEP)
        found = shard->narrow_ids != NULL
                    ? any_is(shard->narrow_ids + at, STEP, id, sizeof(uint16_t))
                    : any_is(shard->wide_ids + at, STEP, id, sizeof(uint32_t));
    for (; at < shard->token_count && !found; at++)
        found = shard_tokens_id(shard, (uint32_t)at) == id;
    return found;
}
