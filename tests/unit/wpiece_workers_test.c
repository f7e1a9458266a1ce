/*
 * wpiece_workers, chunk_tokenizer, document_join, text_shards: the same output and counts for any
 * number of threads and any size of chunks, and those of a tokenizer that reads it all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/wpiece_working.h"

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
                                        "c\xFF,",
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_threads_and_chunks_give_the_same_stream),
        cmocka_unit_test(any_threads_and_chunks_give_the_same_lines),
        cmocka_unit_test(tokens_are_written_out),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
