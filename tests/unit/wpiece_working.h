/*
 * wpiece_working - for tests: runs of wpiece_workers over a file with a small vocabulary, their
 * output in memory.
 */
#ifndef TESTS_UNIT_WPIECE_WORKING_H
#define TESTS_UNIT_WPIECE_WORKING_H

#include "tests/unit/scratch_folder.h"
#include "tests/unit/tokenizer_sample.h"
#include "tools/join/wpiece_workers.h"

enum { MOST_THREADS = 7, LARGEST_CHUNK = 70 };

/* Making tokenizers takes long under a sanitizer: one size in so many will do there. */
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
enum { CHUNK_STEP = 11 };
#else
enum { CHUNK_STEP = 1 };
#endif

static struct vocabulary *vocabulary;
static const char *text_path;

static inline int set_up(void **state) {
    vocabulary = sample_small_vocabulary("a\nb\n##b\nc\n,\n");
    if (scratch_folder_make(state) != 0)
        return 1;
    text_path = strdup(scratch_path("text.txt"));
    return text_path == NULL;
}

static inline int tear_down(void **state) {
    vocabulary_free(vocabulary);
    free((void *)(uintptr_t)text_path);
    return scratch_folder_remove(state);
}

static inline void write_text(struct view text) {
    FILE *file = fopen(text_path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
}

/* What came of a run. */
struct outcome {
    struct buffer bytes;
    struct text_shards shards; /* counts */
    enum status status;
    struct error error;
};

static inline void outcome_release(struct outcome *outcome) {
    buffer_release(&outcome->bytes);
}

struct setting {
    unsigned threads;
    size_t chunk_size;
    enum token_form form;
    bool strict;
    size_t files;                      /* times that the text is read */
    struct text_shards_options limits; /* of standard input, with a name; else a file is read */
};

static struct messages quiet = {.tool = "test", .quiet = true};
static struct progress no_progress;

/* The writes that a sink takes before it fails; -1 for any number. */
static int writes_left = -1;

static inline enum status write_some(struct byte_sink *sink, const void *bytes, size_t size,
                                     struct error *error) {
    if (writes_left == 0)
        return error_set(error, STATUS_CLOSED_PIPE, "the reader of %s has gone", sink->name);
    writes_left -= writes_left > 0;
    return buffer_append(sink->context, bytes, size, error);
}

/* Tokenizes the file, or standard input where there are limits. */
static inline void run(struct outcome *outcome, const struct setting *setting) {
    const char *paths[2] = {text_path, text_path};
    struct chunk_tokenizer_options options = {.vocabulary = vocabulary,
                                              .bert = BERT_TOKENIZER_OPTIONS_INIT,
                                              .strict = setting->strict,
                                              .form = setting->form};
    struct wpiece_workers_options workers = {setting->threads, setting->chunk_size, paths,
                                             setting->files};
    struct text_shards_options limits = setting->limits;
    struct chunk_tokenizer tokenizer;
    struct token_output output;
    struct byte_sink sink;
    struct error *error = &outcome->error;
    if (limits.name != NULL)
        paths[0] = "-";
    limits.strict = setting->strict;
    *outcome = (struct outcome){.bytes = BUFFER_INIT};
    byte_sink_to_function(&sink, write_some, &outcome->bytes, "memory");
    token_output_init(&output, setting->form, &sink);
    text_shards_init(&outcome->shards, &limits, &output, &quiet, &no_progress);
    sample_require(chunk_tokenizer_init(&tokenizer, &options, error), error);
    sample_require(token_output_begin(&output, view_of_string("{}"), error), error);
    outcome->status = wpiece_workers_run(&workers, &tokenizer, &outcome->shards, error);
    if (outcome->status == STATUS_OK)
        sample_require(token_output_end(&output, error), error);
    else
        token_output_fail(&output, "test", outcome->status, error);
    text_shards_release(&outcome->shards);
    chunk_tokenizer_release(&tokenizer);
    token_output_release(&output);
    byte_sink_release(&sink);
}

static inline void assert_equal_outcomes(const struct outcome *got, const struct outcome *wanted) {
    assert_int_equal(got->status, wanted->status);
    if (wanted->status != STATUS_OK)
        assert_string_equal(got->error.message, wanted->error.message);
    assert_int_equal(got->bytes.size, wanted->bytes.size);
    assert_memory_equal(got->bytes.data, wanted->bytes.data, wanted->bytes.size);
    assert_int_equal(got->shards.shards, wanted->shards.shards);
    assert_int_equal(got->shards.documents, wanted->shards.documents);
    assert_int_equal(got->shards.sentences, wanted->shards.sentences);
    assert_int_equal(got->shards.tokens, wanted->shards.tokens);
    assert_int_equal(got->shards.unknown, wanted->shards.unknown);
    assert_int_equal(got->shards.malformed, wanted->shards.malformed);
    assert_int_equal(got->shards.bytes, wanted->shards.bytes);
    for (uint64_t i = 0; i < wanted->shards.malformed && i < DOCUMENT_TOKENIZER_MALFORMED_KEPT; i++)
        assert_memory_equal(&got->shards.malformed_at[i], &wanted->shards.malformed_at[i],
                            sizeof wanted->shards.malformed_at[i]);
}

#endif
