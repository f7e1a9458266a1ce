/* tokenizer_sample - for tests: files, vocabularies and tokenizers of the sample, ids as text. */
#ifndef TESTS_UNIT_TOKENIZER_SAMPLE_H
#define TESTS_UNIT_TOKENIZER_SAMPLE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/byte_source.h"
#include "tokenizer/document_tokenizer.h"

#define SAMPLE "tests/sample/"

/* Tests stop at a failure that is not what they test. */
static inline void sample_require(enum status status, const struct error *error) {
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    abort();
}

/* Appends a file; false when it is not there. */
static inline bool sample_read(struct buffer *bytes, const char *path) {
    struct error error;
    struct byte_source source;
    if (byte_source_open(&source, path, &error) != STATUS_OK)
        return false;
    sample_require(byte_source_read_all(&source, (size_t)1 << 30, bytes, &error), &error);
    byte_source_release(&source);
    return true;
}

static inline struct vocabulary *sample_vocabulary(const char *path) {
    struct error error;
    struct byte_source source;
    struct vocabulary *vocabulary;
    sample_require(byte_source_open(&source, path, &error), &error);
    sample_require(vocabulary_load(&vocabulary, &source, &error), &error);
    byte_source_release(&source);
    return vocabulary;
}

/* The special tokens on lines 0 to 4, then what is given. */
static inline struct vocabulary *sample_small_vocabulary(const char *lines) {
    struct error error;
    struct byte_source source;
    struct vocabulary *vocabulary;
    struct buffer bytes = BUFFER_INIT;
    sample_require(buffer_format(&bytes, &error, "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n%s", lines),
                   &error);
    byte_source_from_memory(&source, buffer_view(&bytes), "small");
    sample_require(vocabulary_load(&vocabulary, &source, &error), &error);
    buffer_release(&bytes);
    return vocabulary;
}

static inline struct bert_tokenizer *sample_tokenizer(const struct vocabulary *vocabulary,
                                                      bool lower_case) {
    struct error error;
    struct bert_tokenizer *tokenizer;
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    options.lower_case = lower_case;
    options.strip_accents = lower_case;
    sample_require(bert_tokenizer_new(&tokenizer, vocabulary, &options, &error), &error);
    return tokenizer;
}

/* Ids as text, batch by batch: a line per sentence, an empty line between documents. */
struct sample_ids {
    struct buffer text;
    bool sentence_open; /* the last line is not ended, though it may be empty */
    bool begun;
};

static inline void sample_ids_add(struct sample_ids *ids, const struct token_batch *batch) {
    struct error error;
    size_t sentence = 0;
    size_t id = 0;
    for (size_t i = 0; i < batch->document_count; i++) {
        bool continues = i == 0 && batch->first_document_continues;
        if (!continues && ids->begun)
            sample_require(buffer_append(&ids->text, "\n", 1, &error), &error);
        ids->begun = true;
        for (uint32_t left = batch->documents[i].sentences; left > 0; left--, sentence++) {
            bool line_begun = sentence == 0 && batch->first_sentence_continues;
            if (line_begun != ids->sentence_open)
                abort(); /* the flags contradict the batch before */
            for (uint32_t j = 0; j < batch->sentence_lengths[sentence]; j++, line_begun = true)
                sample_require(buffer_format(&ids->text, &error, "%s%lu", line_begun ? " " : "",
                                             (unsigned long)batch->ids[id++]),
                               &error);
            ids->sentence_open = sentence + 1 == batch->sentence_count && batch->last_sentence_open;
            if (!ids->sentence_open)
                sample_require(buffer_append(&ids->text, "\n", 1, &error), &error);
        }
    }
    if (sentence != batch->sentence_count || id != batch->id_count)
        abort();
}

/* Feeds bytes in pieces of this size, clearing the batch after each, and ends the file. */
static inline enum status sample_tokenize(struct document_tokenizer *tokenizer,
                                          struct sample_ids *ids, struct view bytes, size_t piece,
                                          struct error *error) {
    struct token_batch batch;
    token_batch_init(&batch);
    document_tokenizer_begin(tokenizer, "sample");
    enum status status = STATUS_OK;
    for (size_t at = 0; at < bytes.size && status == STATUS_OK; at += piece) {
        size_t size = bytes.size - at < piece ? bytes.size - at : piece;
        /* A copy of its own size, so that a sanitizer sees any read beyond it. */
        unsigned char *copy = malloc(size);
        if (copy == NULL)
            abort();
        memcpy(copy, bytes.data + at, size);
        status = document_tokenizer_feed(tokenizer, (struct view){copy, size}, &batch, error);
        free(copy);
        sample_ids_add(ids, &batch);
        token_batch_clear(&batch);
    }
    if (status == STATUS_OK)
        status = document_tokenizer_end_of_file(tokenizer, &batch, error);
    sample_ids_add(ids, &batch);
    token_batch_release(&batch);
    return status;
}

static inline void sample_ids_release(struct sample_ids *ids) {
    buffer_release(&ids->text);
    *ids = (struct sample_ids){.begun = false};
}

#endif
