/*
 * wpiece_workers, chunk_tokenizer, document_join, text_shards: the same output, counts and failures
 * for any number of threads and any size of chunks, and those of a tokenizer that reads it all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

static int set_up(void **state) {
    vocabulary = sample_small_vocabulary("a\nb\n##b\nc\n,\n");
    if (scratch_folder_make(state) != 0)
        return 1;
    text_path = strdup(scratch_path("text.txt"));
    return text_path == NULL;
}

static int tear_down(void **state) {
    vocabulary_free(vocabulary);
    free((void *)(uintptr_t)text_path);
    return scratch_folder_remove(state);
}

static void write_text(struct view text) {
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

static void outcome_release(struct outcome *outcome) {
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

static enum status write_some(struct byte_sink *sink, const void *bytes, size_t size,
                              struct error *error) {
    if (writes_left == 0)
        return error_set(error, STATUS_CLOSED_PIPE, "the reader of %s has gone", sink->name);
    writes_left -= writes_left > 0;
    return buffer_append(sink->context, bytes, size, error);
}

/* Tokenizes the file, or standard input where there are limits. */
static void run(struct outcome *outcome, const struct setting *setting) {
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

/* The same by a tokenizer that reads the whole text at once, and the writer's other functions. */
static void run_plainly(struct outcome *outcome, struct view text, const struct setting *setting) {
    const struct text_shards_options *limits = &setting->limits;
    const char *name = limits->name == NULL ? "text" : limits->name;
    uint64_t size = limits->name == NULL ? text.size : UINT64_MAX;
    struct bert_tokenizer *bert = sample_tokenizer(vocabulary, true);
    struct document_tokenizer tokenizer;
    struct token_batch batch;
    struct token_stream_writer writer;
    struct byte_sink sink;
    struct error *error = &outcome->error;
    *outcome = (struct outcome){.bytes = BUFFER_INIT};
    byte_sink_to_memory(&sink, &outcome->bytes, "memory");
    token_stream_writer_init(&writer, &sink, 2);
    document_tokenizer_init(&tokenizer, bert, false);
    token_batch_init(&batch);
    document_tokenizer_begin(&tokenizer, "text");
    sample_require(document_tokenizer_feed(&tokenizer, text, &batch, error), error);
    sample_require(document_tokenizer_end_of_file(&tokenizer, &batch, error), error);
    sample_require(shard_stream_writer_begin(&writer.stream, view_of_string("{}"), error), error);
    const uint32_t *ids = batch.ids;
    const uint32_t *lengths = batch.sentence_lengths;
    size_t in_shard = 0;
    uint64_t start = 0;
    for (size_t i = 0; i < batch.document_count; i++) {
        if (in_shard++ == 0)
            sample_require(shard_stream_writer_shard(&writer.stream, name, size, error), error);
        outcome->shards.shards += in_shard == 1;
        for (uint32_t left = batch.documents[i].sentences; left > 0; left--) {
            sample_require(token_stream_writer_ids(&writer, ids, *lengths, error), error);
            sample_require(token_stream_writer_end_sentence(&writer, error), error);
            ids += *lengths++;
        }
        uint64_t end = batch.documents[i].input_end;
        sample_require(token_stream_writer_end_document(&writer, end - start, error), error);
        if ((limits->documents != 0 && in_shard >= limits->documents) ||
            (limits->bytes != 0 && end - start >= limits->bytes) || i + 1 == batch.document_count) {
            sample_require(token_stream_writer_end_shard(&writer, error), error);
            in_shard = 0;
            start = end;
        }
    }
    sample_require(shard_stream_writer_end(&writer.stream, error), error);
    outcome->shards.documents = tokenizer.counts.documents;
    outcome->shards.sentences = tokenizer.counts.sentences;
    outcome->shards.tokens = tokenizer.counts.tokens;
    outcome->shards.unknown = tokenizer.counts.unknown_tokens;
    outcome->shards.malformed = tokenizer.counts.malformed;
    outcome->shards.bytes = tokenizer.counts.bytes;
    memcpy(outcome->shards.malformed_at, tokenizer.malformed, sizeof tokenizer.malformed);
    token_batch_release(&batch);
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
    token_stream_writer_release(&writer);
    byte_sink_release(&sink);
}

static void assert_equal_outcomes(const struct outcome *got, const struct outcome *wanted) {
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

/* A text of this many parts, of which a third end lines in every way. */
static void make_text(struct buffer *text, unsigned seed, unsigned parts, bool malformed) {
    static const char *const PARTS[] = {"a",
                                        "b c",
                                        "bb,b a",
                                        " ",
                                        "[MASK] c",
                                        "A\xC3\x80 \xE4\xB8\xAD",
                                        "\xE2\x80\x8B",
                                        "\n",
                                        "\r\n",
                                        "\r",
                                        "\n\n",
                                        "a\n",
                                        "a b c a b c a b c a b c a b c a b c",
                                        "\xC2\xA0\n",
                                        "b\r\n\r\n",
                                        "\xE2\x80\x8B\n\n",
                                        "c\xFF"
                                        "b",
                                        "\xE2\x82"};
    struct error error;
    size_t kinds = sizeof PARTS / sizeof PARTS[0] - (malformed ? 0 : 2);
    for (unsigned i = 0; i < parts; i++) {
        seed = seed * 1103515245 + 12345;
        const char *part = PARTS[seed / 65536 % kinds];
        sample_require(buffer_append(text, part, strlen(part), &error), &error);
    }
    sample_require(buffer_append(text, " a", 2, &error), &error);
}

/* Has standard input read the file. */
static void redirect_input(void) {
    assert_ptr_equal(freopen(text_path, "r", stdin), stdin);
    assert_int_equal(lseek(STDIN_FILENO, 0, SEEK_SET), 0);
}

static void any_threads_and_chunks_give_the_same_stream(void **state) {
    (void)state;
    static const struct text_shards_options LIMITS[] = {
        {.name = NULL},
        {.name = "n", .documents = 1},
        {.name = "n", .documents = 3},
        {.name = "n", .bytes = 25},
        {.name = "n", .bytes = 60, .documents = 2},
    };
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        for (size_t size = 1 + threads % CHUNK_STEP; size <= LARGEST_CHUNK; size += CHUNK_STEP) {
            struct buffer text = BUFFER_INIT;
            struct outcome wanted, got;
            struct setting setting = {threads, size, TOKEN_FORM_IDS_2,
                                      false,   1,    LIMITS[(threads + size) % 5]};
            make_text(&text, threads * 100 + (unsigned)size, 60, true);
            write_text(buffer_view(&text));
            redirect_input();
            run_plainly(&wanted, buffer_view(&text), &setting);
            run(&got, &setting);
            assert_equal_outcomes(&got, &wanted);
            outcome_release(&wanted);
            outcome_release(&got);
            buffer_release(&text);
        }
    }
}

static void any_threads_and_chunks_give_the_same_lines(void **state) {
    (void)state;
    struct bert_tokenizer *bert = sample_tokenizer(vocabulary, true);
    struct document_tokenizer tokenizer;
    struct error error;
    document_tokenizer_init(&tokenizer, bert, false);
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        for (size_t size = 1 + threads % 3; size <= LARGEST_CHUNK; size += 2 + CHUNK_STEP) {
            struct buffer text = BUFFER_INIT;
            struct outcome got;
            struct sample_ids wanted = {.begun = false};
            struct setting setting = {
                .threads = threads, .chunk_size = size, .form = TOKEN_FORM_NUMBERS, .files = 2};
            make_text(&text, threads * 200 + (unsigned)size, 50, false);
            write_text(buffer_view(&text));
            for (int i = 0; i < 2; i++)
                sample_require(
                    sample_tokenize(&tokenizer, &wanted, buffer_view(&text), 1000, &error), &error);
            run(&got, &setting);
            assert_int_equal(got.status, STATUS_OK);
            assert_int_equal(got.bytes.size, wanted.text.size);
            assert_memory_equal(got.bytes.data, wanted.text.data, wanted.text.size);
            assert_int_equal(got.shards.shards, 2);
            outcome_release(&got);
            sample_ids_release(&wanted);
            buffer_release(&text);
        }
    }
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
}

static void tokens_are_written_out(void **state) {
    (void)state;
    struct outcome got;
    struct setting setting = {.threads = 2, .form = TOKEN_FORM_TOKENS, .files = 1};
    static const char WANTED[] = "a b [UNK]\nb ##b\n\nc ,\n";
    write_text(view_of_string("\nA b x\nbb\n\n\nc,"));
    for (setting.chunk_size = 1; setting.chunk_size < 20; setting.chunk_size++) {
        run(&got, &setting);
        assert_int_equal(got.status, STATUS_OK);
        assert_int_equal(got.bytes.size, strlen(WANTED));
        assert_memory_equal(got.bytes.data, WANTED, strlen(WANTED));
        outcome_release(&got);
    }
}

/* The message of the plain tokenizer, and the sentences before the line that fails. */
static void check_failure(struct view text, bool strict, const char *ids) {
    struct bert_tokenizer *bert = sample_tokenizer(vocabulary, true);
    struct document_tokenizer tokenizer;
    struct sample_ids ignored = {.begun = false};
    struct outcome first = {.status = STATUS_OK};
    struct outcome got;
    struct error wanted, error;
    document_tokenizer_init(&tokenizer, bert, strict);
    assert_int_not_equal(sample_tokenize(&tokenizer, &ignored, text, text.size, &wanted),
                         STATUS_OK);
    write_text(text);
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        for (size_t size = 1; size <= LARGEST_CHUNK; size += CHUNK_STEP + size / 12) {
            struct setting setting = {.threads = threads,
                                      .chunk_size = size,
                                      .form = TOKEN_FORM_NUMBERS,
                                      .strict = strict,
                                      .files = 2};
            run(&got, &setting);
            assert_int_equal(got.status, wanted.status);
            /* Names differ. */
            assert_string_equal(strstr(got.error.message, "' "), strstr(wanted.message, "' "));
            if (size >= 30) {
                assert_int_equal(got.bytes.size, strlen(ids));
                assert_memory_equal(got.bytes.data, ids, strlen(ids));
                if (first.status == STATUS_OK)
                    first = got;
                else
                    assert_equal_outcomes(&got, &first);
            }
            if (got.bytes.data != first.bytes.data)
                outcome_release(&got);
        }
    }
    error = first.error;
    assert_int_not_equal(error.status, STATUS_OK);
    outcome_release(&first);
    sample_ids_release(&ignored);
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
}

static void the_first_failure_is_told(void **state) {
    (void)state;
    check_failure(view_of_string("a\nb\n\nc c\nb a \xFF b\nc\n\nc\xFF\nb\n\n\xFF\n"), true,
                  "5\n6\n\n8 8\n");
    check_failure(view_of_string("\r\na\r\n\r\nb\xE2\x82"), true, "5\n");
    check_failure(view_of_string("a\nb,\n\030it rains\nb\n\n\030and snows\nc\n"), false,
                  "5\n6 9\n");
    check_failure(view_of_string("a b\n\n\nc\n\xFF\n\030it rains"), false, "5 6\n\n8\n");
}

/* More than one sentence of all threads waits for a reader that goes away. */
static void a_failed_write_ends_all(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct error error;
    for (int i = 0; i < 60000; i++)
        sample_require(buffer_append(&text, "a b\n\n", 5, &error), &error);
    write_text(buffer_view(&text));
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        struct outcome got;
        struct setting setting = {
            .threads = threads, .chunk_size = 700, .form = TOKEN_FORM_NUMBERS, .files = 1};
        writes_left = (int)threads % 3;
        run(&got, &setting);
        writes_left = -1;
        assert_int_equal(got.status, STATUS_CLOSED_PIPE);
        outcome_release(&got);
    }
    buffer_release(&text);
}

/* The input has bytes, but neither more nor an end. */
static void a_failed_write_wakes_who_reads(void **state) {
    (void)state;
    static char zeros[60000];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    memset(zeros, ',', sizeof zeros);
    for (size_t i = 0; i < sizeof zeros; i += 100)
        zeros[i] = '\n';
    assert_int_equal(write(ends[1], zeros, sizeof zeros), sizeof zeros);
    struct outcome got;
    struct setting setting = {.threads = 3,
                              .chunk_size = 1000,
                              .form = TOKEN_FORM_NUMBERS,
                              .files = 1,
                              .limits = {.name = "n"}};
    writes_left = 0;
    run(&got, &setting);
    writes_left = -1;
    assert_int_equal(got.status, STATUS_CLOSED_PIPE);
    outcome_release(&got);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_threads_and_chunks_give_the_same_stream),
        cmocka_unit_test(any_threads_and_chunks_give_the_same_lines),
        cmocka_unit_test(tokens_are_written_out),
        cmocka_unit_test(the_first_failure_is_told),
        cmocka_unit_test(a_failed_write_ends_all),
        cmocka_unit_test(a_failed_write_wakes_who_reads),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
