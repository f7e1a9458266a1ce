/*
 * plain_way - for tests: documents read without any of the fast ways, a line at a time.
 *
 * Lines are cut by a loop over bytes, stretches at ASCII white space, and each stretch goes through
 * stretch_tokenizer, whole. No window, no cache, no vector, no piece of a line kept for later.
 */
#ifndef TESTS_UNIT_PLAIN_WAY_H
#define TESTS_UNIT_PLAIN_WAY_H

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/stretch_tokenizer.h"

/* What document_tokenizer makes of a file. */
struct plain_result {
    struct token_batch batch;
    struct document_tokenizer_counts counts;
    struct document_tokenizer_place malformed[DOCUMENT_TOKENIZER_MALFORMED_KEPT];
    enum status status; /* STATUS_UPSTREAM at a CANCEL line; what follows is not read */
};

struct plain_way {
    struct stretch_tokenizer stretches;
};

static inline void plain_way_init(struct plain_way *plain, const struct vocabulary *vocabulary,
                                  const struct bert_tokenizer_options *options) {
    struct error error;
    sample_require(stretch_tokenizer_init(&plain->stretches, vocabulary, options, &error), &error);
}

static inline void plain_way_release(struct plain_way *plain) {
    stretch_tokenizer_release(&plain->stretches);
}

static inline bool plain_is_space(unsigned char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/*
 * Appends the ids of a line to a batch (not to its other columns); what else is known of it is in
 * plain->stretches.line. STATUS_FAILED when a sigma cannot be decided.
 */
static inline enum status plain_way_line(struct plain_way *plain, struct view line,
                                         struct token_batch *batch) {
    struct error error;
    struct stretch_tokenizer *stretches = &plain->stretches;
    sample_require(token_batch_reserve(batch, line.size + 1, 0, 0, &error), &error);
    basic_tokenizer_reset(&stretches->basic);
    stretches->line = (struct bert_tokenizer_line){.blank = true, .bytes = line.size};
    stretches->ids = batch->ids + batch->id_count;
    for (size_t at = 0; at < line.size; at++) {
        size_t start = at;
        while (at < line.size && !plain_is_space(line.data[at]))
            at++;
        size_t taken;
        enum status status = stretch_tokenizer_take_part(stretches, &taken, line.data + start,
                                                         at - start, start, true, &error);
        if (status != STATUS_OK)
            return status;
        stretch_tokenizer_end_parts(stretches);
    }
    batch->id_count = (size_t)(stretches->ids - batch->ids);
    return STATUS_OK;
}

static inline void plain_note_malformed(struct plain_result *result,
                                        const struct bert_tokenizer_line *line, uint64_t start) {
    for (uint64_t i = 0; i < line->malformed; i++, result->counts.malformed++) {
        if (i < BERT_TOKENIZER_MALFORMED_KEPT &&
            result->counts.malformed < DOCUMENT_TOKENIZER_MALFORMED_KEPT)
            result->malformed[result->counts.malformed] = (struct document_tokenizer_place){
                result->counts.lines, start + line->malformed_at[i]};
    }
}

/* Adds a line's sentence, if its ids from `before` on make one. */
static inline void plain_add_sentence(struct plain_result *result, size_t before, bool *open) {
    struct error error;
    struct token_batch *batch = &result->batch;
    if (batch->id_count == before)
        return;
    sample_require(token_batch_reserve(batch, 0, 1, 1, &error), &error);
    if (!*open)
        batch->documents[batch->document_count++] = (struct token_batch_document){0, 0};
    *open = true;
    batch->documents[batch->document_count - 1].sentences++;
    batch->sentence_lengths[batch->sentence_count++] = (uint32_t)(batch->id_count - before);
}

static inline void plain_count(const struct plain_way *plain, struct plain_result *result) {
    uint32_t unknown = vocabulary_special(plain->stretches.vocabulary, SPECIAL_UNK);
    for (size_t i = 0; i < result->batch.id_count; i++)
        result->counts.unknown_tokens += result->batch.ids[i] == unknown;
    result->counts.tokens = result->batch.id_count;
    result->counts.sentences = result->batch.sentence_count;
    result->counts.documents = result->batch.document_count;
}

/* Reads a file; the result is to be released. */
static inline void plain_way_read(struct plain_way *plain, struct view text,
                                  struct plain_result *result) {
    *result = (struct plain_result){.status = STATUS_OK};
    token_batch_init(&result->batch);
    bool open = false;
    uint64_t text_end = 0;
    for (size_t at = 0; at < text.size && result->status == STATUS_OK;) {
        size_t start = at;
        result->counts.lines++;
        while (at < text.size && text.data[at] != '\n' && text.data[at] != '\r')
            at++;
        struct view line = {text.data + start, at - start};
        if (at < text.size)
            at += text.data[at] == '\r' && at + 1 < text.size && text.data[at + 1] == '\n' ? 2 : 1;
        if (line.size > 0 && line.data[0] == 0x18) {
            result->status = STATUS_UPSTREAM;
            break;
        }
        size_t before = result->batch.id_count;
        result->status = plain_way_line(plain, line, &result->batch);
        plain_note_malformed(result, &plain->stretches.line, start);
        plain_add_sentence(result, before, &open);
        if (!plain->stretches.line.blank)
            text_end = at;
        if (open && (plain->stretches.line.blank || at == text.size)) {
            result->batch.documents[result->batch.document_count - 1].input_end = text_end;
            open = false;
        }
        result->counts.bytes = at;
    }
    plain_count(plain, result);
}

static inline void plain_result_release(struct plain_result *result) {
    token_batch_release(&result->batch);
}

#endif
