/*
 * Record streams and provenance when an allocation fails: STATUS_NO_MEMORY, nothing leaked, nothing
 * wrong written; and with memory again, the right bytes.
 *
 * All that the streams allocate goes through buffers, whose source is compiled into this program
 * with an allocator that can be told to fail; so is the provenance's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/failing_allocators.h"
#include "formats/stream/example_stream_reader.h"
#include "formats/stream/example_stream_writer.h"
#include "formats/stream/token_stream_reader.h"
#include "formats/stream/token_stream_writer.h"
#include "tests/unit/example_gathering.h"

#define calloc  failing_calloc
#define realloc failing_realloc
#undef strdup
#define strdup failing_strdup
/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "formats/base/buffer.c"
#include "formats/stream/provenance.c"
/* NOLINTEND(bugprone-suspicious-include) */
#undef calloc
#undef realloc
#undef strdup

static struct error error;

/* What is tried with fewer allocations than it needs: appends its result to `output`. */
typedef enum status attempt_function(struct buffer *output);

static void append_or_abort(struct buffer *output, const void *bytes, size_t size) {
    int left = allocations_left;
    allocations_left = INT_MAX;
    struct error failure;
    if (buffer_append(output, bytes, size, &failure) != STATUS_OK)
        abort();
    allocations_left = left;
}

/*
 * Tries with no allocation, one, two... until it goes well; the result is then what it is with
 * plenty. Each failure is one of memory, or `also`.
 */
static void try_all(attempt_function *attempt, unsigned at_least, enum status also) {
    struct buffer wanted = BUFFER_INIT, output = BUFFER_INIT;
    assert_int_equal(attempt(&wanted), STATUS_OK);
    enum status status = STATUS_NO_MEMORY;
    unsigned failures = 0;
    for (int allowed = 0; status != STATUS_OK; allowed++) {
        buffer_clear(&output);
        allocations_left = allowed;
        status = attempt(&output);
        allocations_left = INT_MAX;
        if (status != STATUS_OK && status != STATUS_NO_MEMORY && status != also)
            fail_msg("%d allocations: status %d: %s", allowed, (int)status, error.message);
        failures += status != STATUS_OK;
    }
    assert_true(failures >= at_least);
    assert_int_equal(output.size, wanted.size);
    assert_memory_equal(output.data, wanted.data, wanted.size);
    buffer_release(&wanted);
    buffer_release(&output);
}

/* A sink that takes everything without an allocation of its own that counts. */
static enum status take(struct byte_sink *sink, const void *bytes, size_t size,
                        struct error *failure) {
    (void)failure;
    append_or_abort(sink->context, bytes, size);
    return STATUS_OK;
}

enum { SENTENCES = 200, ROWS = 300 };

static enum status write_tokens(struct buffer *output) {
    static const uint32_t IDS[1000] = {1, 2, 3};
    struct byte_sink sink;
    struct token_stream_writer writer;
    byte_sink_to_function(&sink, take, output, "memory");
    token_stream_writer_init(&writer, &sink, 2);
    enum status status = shard_stream_writer_begin(&writer.stream, view_of_string("{}"), &error);
    if (status == STATUS_OK)
        status = shard_stream_writer_shard(&writer.stream, "s", 0, &error);
    for (int i = 0; i < SENTENCES && status == STATUS_OK; i++) {
        status = token_stream_writer_ids(&writer, IDS, 1000, &error);
        if (status == STATUS_OK)
            status = token_stream_writer_end_document(&writer, 0, &error);
    }
    if (status == STATUS_OK)
        status = token_stream_writer_end_shard(&writer, &error);
    if (status == STATUS_OK)
        status = shard_stream_writer_end(&writer.stream, &error);
    token_stream_writer_release(&writer);
    byte_sink_release(&sink);
    return status;
}

static struct buffer token_stream, example_stream;

static enum status read_tokens(struct buffer *output) {
    struct byte_source source;
    struct token_stream_reader reader;
    struct shard_record record;
    struct token_block block;
    byte_source_from_memory(&source, buffer_view(&token_stream), "memory");
    token_stream_reader_init(&reader, &source);
    token_stream_reader_set_ids(&reader, 2, 100);
    enum status status = shard_stream_reader_begin(&reader.stream, &error);
    while (status == STATUS_OK) {
        status = shard_stream_reader_next(&reader.stream, &record, &error);
        if (status != STATUS_OK || record.kind != SHARD_RECORD_CONTENT)
            continue;
        status = token_stream_reader_block(&reader, &record, &block, &error);
        if (status == STATUS_OK)
            append_or_abort(output, block.ids, 2 * (size_t)block.tokens);
    }
    token_stream_reader_release(&reader);
    return status == STATUS_END ? STATUS_OK : status;
}

static enum status write_examples(struct buffer *output) {
    static const uint32_t IDS[512] = {1, 2, 3};
    static const uint16_t POSITIONS[] = {3, 5};
    static const struct gathered_row ROW = {IDS, 512, 5, 1, 2, POSITIONS, IDS};
    struct byte_sink sink;
    struct example_stream_writer writer;
    byte_sink_to_function(&sink, take, output, "memory");
    example_stream_writer_init(&writer, &sink, 2);
    struct example_gathering gathering = {.writer = &writer};
    enum status status = shard_stream_writer_begin(&writer.stream, view_of_string("{}"), &error);
    if (status == STATUS_OK)
        status = shard_stream_writer_shard(&writer.stream, "s", 0, &error);
    for (int i = 0; i < ROWS && status == STATUS_OK; i++)
        status = example_gathering_add(&gathering, &ROW, &error);
    if (status == STATUS_OK)
        status = example_gathering_end_shard(&gathering, &error);
    if (status == STATUS_OK)
        status = shard_stream_writer_end(&writer.stream, &error);
    example_gathering_release(&gathering);
    example_stream_writer_release(&writer);
    byte_sink_release(&sink);
    return status;
}

static enum status read_examples(struct buffer *output) {
    struct byte_source source;
    struct example_stream_reader reader;
    struct shard_record record;
    struct example_block block;
    byte_source_from_memory(&source, buffer_view(&example_stream), "memory");
    example_stream_reader_init(&reader, &source);
    example_stream_reader_set_shape(&reader, 2, 100, 512, 2);
    enum status status = shard_stream_reader_begin(&reader.stream, &error);
    while (status == STATUS_OK) {
        status = shard_stream_reader_next(&reader.stream, &record, &error);
        if (status != STATUS_OK || record.kind != SHARD_RECORD_CONTENT)
            continue;
        status = example_stream_reader_block(&reader, &record, &block, &error);
        if (status == STATUS_OK)
            append_or_abort(output, block.ids, (size_t)2 * 512 * block.examples);
    }
    example_stream_reader_release(&reader);
    return status == STATUS_END ? STATUS_OK : status;
}

static void streams_live_with_little_memory(void **state) {
    (void)state;
    try_all(write_tokens, 10, STATUS_NO_MEMORY);
    assert_int_equal(write_tokens(&token_stream), STATUS_OK);
    try_all(read_tokens, 2, STATUS_NO_MEMORY);
    try_all(write_examples, 10, STATUS_NO_MEMORY);
    assert_int_equal(write_examples(&example_stream), STATUS_OK);
    try_all(read_examples, 2, STATUS_NO_MEMORY);
    buffer_release(&token_stream);
    buffer_release(&example_stream);
}

static struct provenance_repeat repeats[] = {{1, 5}, {2, 6}};

static enum status write_provenance(struct buffer *output) {
    const struct provenance_tokens tokens = {.vocabulary_size = 10,
                                             .repeats = repeats,
                                             .repeat_count = 2,
                                             .unicode = "14.0",
                                             .max_chars_per_word = 1,
                                             .shard_tokens = 7,
                                             .shard_bytes = 8};
    const struct provenance_examples examples = {
        .max_seq_length = 5, .dupe_factor = 1, .random_seed = (char *)(uintptr_t) "1"};
    struct buffer earlier = BUFFER_INIT, text = BUFFER_INIT;
    enum status status = provenance_write_tokens(&tokens, &earlier, &error);
    if (status == STATUS_OK)
        status = provenance_write_examples(&examples, &text, buffer_view(&earlier), &error);
    buffer_clear(&earlier);
    if (status == STATUS_OK)
        status = provenance_write_shards("hdf5", "none", &earlier, buffer_view(&text), &error);
    if (status == STATUS_OK)
        append_or_abort(output, earlier.data, earlier.size);
    buffer_release(&earlier);
    buffer_release(&text);
    return status;
}

static struct buffer provenance;

static enum status read_provenance(struct buffer *output) {
    struct provenance_tokens tokens;
    struct provenance_examples examples;
    enum status status = provenance_read_tokens(&tokens, buffer_view(&provenance), &error);
    if (status != STATUS_OK)
        return status;
    append_or_abort(output, tokens.repeats, tokens.repeat_count * sizeof *tokens.repeats);
    status = provenance_read_examples(&examples, buffer_view(&provenance), &error);
    if (status == STATUS_OK)
        append_or_abort(output, examples.random_seed, 1);
    provenance_tokens_release(&tokens);
    provenance_examples_release(&examples);
    return status;
}

static void provenance_lives_with_little_memory(void **state) {
    (void)state;
    json_set_alloc_funcs(failing_malloc, free);
    assert_int_equal(write_provenance(&provenance), STATUS_OK);
    /* Parsing JSON cannot tell want of memory from faults in the text. */
    try_all(read_provenance, 50, STATUS_CORRUPT);
    try_all(write_provenance, 100, STATUS_CORRUPT);
    buffer_release(&provenance);
    json_set_alloc_funcs(malloc, free);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_live_with_little_memory),
        cmocka_unit_test(provenance_lives_with_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
