/*
 * fast_ways - for tests: document_tokenizer by every path this processor can go, with a word cache
 * and without, held against plain_way.
 *
 * A difference is told on stderr, with the text, and ends the program: so fuzzers can use it too.
 */
#ifndef TESTS_UNIT_FAST_WAYS_H
#define TESTS_UNIT_FAST_WAYS_H

#include "tests/unit/plain_way.h"

#define FAST_WAYS 6

/* Tokenizers of one set of options. They last, so that their caches fill. */
struct fast_ways {
    struct plain_way plain;
    struct bert_tokenizer *berts[FAST_WAYS]; /* NULL where the processor cannot */
};

static inline void fast_ways_init(struct fast_ways *ways, const struct vocabulary *vocabulary,
                                  const struct bert_tokenizer_options *options) {
    struct error error;
    plain_way_init(&ways->plain, vocabulary, options);
    for (unsigned i = 0; i < FAST_WAYS; i++) {
        struct bert_tokenizer_options own = *options;
        own.path = (enum span_path)(SPAN_PATH_PORTABLE + i / 2);
        own.forgets = i % 2 == 1;
        ways->berts[i] = NULL;
        if (span_path_is_possible(own.path))
            sample_require(bert_tokenizer_new(&ways->berts[i], vocabulary, &own, &error), &error);
    }
}

static inline void fast_ways_release(struct fast_ways *ways) {
    plain_way_release(&ways->plain);
    for (unsigned i = 0; i < FAST_WAYS; i++)
        bert_tokenizer_free(ways->berts[i]);
}

/* Moves what a batch holds to the end of another. */
static inline void fast_gather(struct token_batch *all, struct token_batch *batch) {
    struct error error;
    sample_require(token_batch_reserve(all, batch->id_count, batch->sentence_count,
                                       batch->document_count, &error),
                   &error);
    for (size_t i = 0; i < batch->id_count; i++)
        all->ids[all->id_count++] = batch->ids[i];
    for (size_t i = 0; i < batch->sentence_count; i++) {
        if (i == 0 && batch->first_sentence_continues)
            all->sentence_lengths[all->sentence_count - 1] += batch->sentence_lengths[0];
        else
            all->sentence_lengths[all->sentence_count++] = batch->sentence_lengths[i];
    }
    for (size_t i = 0; i < batch->document_count; i++) {
        struct token_batch_document document = batch->documents[i];
        if (i == 0 && batch->first_document_continues) {
            document.sentences += all->documents[--all->document_count].sentences;
            document.sentences -= batch->first_sentence_continues;
        }
        all->documents[all->document_count++] = document;
    }
    token_batch_clear(batch);
}

/* Reads a text in pieces, each a copy of its own size, so that a sanitizer sees any read beyond. */
static inline enum status fast_read(struct document_tokenizer *tokenizer, struct view text,
                                    size_t piece, struct token_batch *all, struct error *error) {
    struct token_batch batch;
    token_batch_init(&batch);
    document_tokenizer_begin(tokenizer, "text");
    enum status status = STATUS_OK;
    for (size_t at = 0; at < text.size && status == STATUS_OK; at += piece) {
        size_t size = text.size - at < piece ? text.size - at : piece;
        unsigned char *copy = malloc(size);
        if (copy == NULL)
            abort();
        memcpy(copy, text.data + at, size);
        status = document_tokenizer_feed(tokenizer, (struct view){copy, size}, &batch, error);
        free(copy);
        fast_gather(all, &batch);
    }
    if (status == STATUS_OK)
        status = document_tokenizer_end_of_file(tokenizer, &batch, error);
    fast_gather(all, &batch);
    token_batch_release(&batch);
    return status;
}

static inline bool fast_same_batches(const struct token_batch *a, const struct token_batch *b) {
    if (a->id_count != b->id_count || a->sentence_count != b->sentence_count ||
        a->document_count != b->document_count)
        return false;
    for (size_t i = 0; i < a->id_count; i++) {
        if (a->ids[i] != b->ids[i])
            return false;
    }
    for (size_t i = 0; i < a->sentence_count; i++) {
        if (a->sentence_lengths[i] != b->sentence_lengths[i])
            return false;
    }
    for (size_t i = 0; i < a->document_count; i++) {
        if (a->documents[i].sentences != b->documents[i].sentences ||
            a->documents[i].input_end != b->documents[i].input_end)
            return false;
    }
    return true;
}

static inline bool fast_same(const struct document_tokenizer *tokenizer,
                             const struct token_batch *batch, const struct plain_result *plain) {
    /* Where a file ends early, neither the last document's end nor the bytes are known. */
    if (plain->status != STATUS_OK)
        return batch->id_count == plain->batch.id_count &&
               tokenizer->counts.lines == plain->counts.lines;
    size_t places = plain->counts.malformed < DOCUMENT_TOKENIZER_MALFORMED_KEPT
                        ? (size_t)plain->counts.malformed
                        : DOCUMENT_TOKENIZER_MALFORMED_KEPT;
    return fast_same_batches(batch, &plain->batch) &&
           memcmp(&tokenizer->counts, &plain->counts, sizeof plain->counts) == 0 &&
           memcmp(tokenizer->malformed, plain->malformed, places * sizeof *plain->malformed) == 0;
}

static inline void fast_show(const char *what, const struct document_tokenizer_counts *counts) {
    fprintf(stderr,
            "%s: %llu bytes, %llu lines, %llu documents, %llu sentences, %llu tokens, "
            "%llu unknown, %llu malformed\n",
            what, (unsigned long long)counts->bytes, (unsigned long long)counts->lines,
            (unsigned long long)counts->documents, (unsigned long long)counts->sentences,
            (unsigned long long)counts->tokens, (unsigned long long)counts->unknown_tokens,
            (unsigned long long)counts->malformed);
}

static inline void fast_fail(unsigned way, size_t piece, struct view text) {
    fprintf(stderr, "path %u, cache %s, pieces of %zu bytes: another result for: ", 1 + way / 2,
            way % 2 == 0 ? "on" : "off", piece);
    for (size_t i = 0; i < text.size && i < 4000; i++)
        fprintf(stderr,
                text.data[i] > ' ' && text.data[i] < 0x7F && text.data[i] != '\\' ? "%c"
                                                                                  : "\\x%02X",
                text.data[i]);
    fprintf(stderr, "\n");
    abort();
}

/* One way, whole or in pieces; `way` without a tokenizer is passed over. */
static inline void fast_check_way(struct fast_ways *ways, unsigned way, size_t piece,
                                  struct view text, const struct plain_result *plain) {
    if (ways->berts[way] == NULL)
        return;
    struct document_tokenizer tokenizer;
    struct token_batch batch;
    struct error error;
    token_batch_init(&batch);
    document_tokenizer_init(&tokenizer, ways->berts[way], false);
    if (fast_read(&tokenizer, text, piece, &batch, &error) != plain->status ||
        !fast_same(&tokenizer, &batch, plain)) {
        fast_show("fast", &tokenizer.counts);
        fast_show("plain", &plain->counts);
        fast_fail(way, piece, text);
    }
    token_batch_release(&batch);
    document_tokenizer_release(&tokenizer);
}

/* Every way, whole, and with piece > 0 in such pieces too. */
static inline void fast_check(struct fast_ways *ways, struct view text, size_t piece) {
    struct plain_result plain;
    plain_way_read(&ways->plain, text, &plain);
    for (unsigned way = 0; way < FAST_WAYS; way++) {
        fast_check_way(ways, way, text.size + 1, text, &plain);
        if (piece > 0)
            fast_check_way(ways, way, piece, text, &plain);
    }
    plain_result_release(&plain);
}

#endif
