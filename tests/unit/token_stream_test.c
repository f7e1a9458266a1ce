/*
 * Token streams written and read back: the same documents come out, however they went in, and the
 * same bytes whatever the pieces.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "formats/stream/column.h"
#include "formats/stream/token_stream_writer.h"
#include "tests/unit/stream_bytes.h"
#include "tests/unit/token_reading.h"

enum { LIMIT = 512 * 1024, BLOCK = 64 * 1024 };

/* Content: lengths of sentences; between them ends of documents and of shards. */
#define DOCUMENT UINT32_MAX
#define SHARD    (UINT32_MAX - 1)

struct content {
    unsigned id_bytes;
    uint32_t vocabulary_size;
    size_t count;
    const uint32_t *items;
};

static struct error error;

static uint32_t id_at(const struct content *content, uint32_t n) {
    /* The highest id and zero are among them. */
    if (n % 1000 == 3)
        return content->vocabulary_size - 1;
    return (uint32_t)((n * UINT64_C(2654435761)) % content->vocabulary_size);
}

static void require(enum status status) {
    if (status != STATUS_OK)
        fail_msg("%s", error.message);
}

/* The text that reading the content gives. */
static void describe(const struct content *content, struct buffer *text) {
    unsigned shards = 0;
    uint32_t n = 0, start = 0;
    unsigned documents = 0, sentences = 0;
    bool in_document = false;
    buffer_clear(text);
    require(buffer_format(text, &error, "shard s%u 0 7\n", shards));
    for (size_t i = 0; i < content->count; i++) {
        uint32_t length = content->items[i];
        if (length == SHARD) {
            require(
                buffer_format(text, &error, "\nend %u %u %u\n", documents, sentences, n - start));
            shards++;
            if (i + 1 < content->count)
                require(buffer_format(text, &error, "shard s%u %u 7\n", shards, shards));
            documents = sentences = 0;
            start = n;
        }
        if (length == SHARD || length == DOCUMENT) {
            in_document = false;
            continue;
        }
        token_reading_add(text, in_document ? " S" : " D S");
        documents += !in_document;
        in_document = true;
        sentences++;
        for (uint32_t j = 0; j < length; j++)
            token_reading_add_id(text, id_at(content, n++));
    }
    require(buffer_format(text, &error, "done\n"));
}

/* Writes a sentence in pieces of at most `piece` ids; false when writing failed. */
static bool write_sentence(struct token_stream_writer *writer, const struct content *content,
                           uint32_t *n, uint32_t length, size_t piece) {
    static uint32_t ids[1 << 20];
    while (length > 0) {
        uint32_t part = length < piece ? length : (uint32_t)piece;
        for (uint32_t i = 0; i < part; i++)
            ids[i] = id_at(content, (*n)++);
        if (token_stream_writer_ids(writer, ids, part, &error) != STATUS_OK)
            return false;
        length -= part;
    }
    return token_stream_writer_end_sentence(writer, &error) == STATUS_OK;
}

/*
 * Writes the sentences from items[*next] to the next end as they stand in a stream, `group` at a
 * time, the last of each group in halves, of which the second may have nothing.
 */
static enum status write_stored(struct token_stream_writer *writer, const struct content *content,
                                size_t *next, uint32_t *n, size_t group) {
    static uint32_t ids[3 << 19], lengths[70000];
    uint32_t rest = 0;
    bool open = false;
    for (bool more = true; more;) {
        size_t count = 0;
        uint32_t total = 0;
        struct buffer stored = BUFFER_INIT;
        if (open)
            total = lengths[count++] = rest;
        while (count < group && *next < content->count && content->items[*next] < SHARD)
            total += lengths[count++] = content->items[(*next)++];
        more = *next < content->count && content->items[*next] < SHARD;
        rest = more ? lengths[count - 1] / 2 : 0;
        open = more;
        lengths[count - 1] -= rest;
        total -= rest;
        for (uint32_t j = 0; j < total; j++)
            ids[j] = id_at(content, (*n)++);
        require(column_append_ids(&stored, ids, total, content->id_bytes, &error));
        enum status status =
            token_stream_writer_sentences(writer, stored.data, lengths, count, !more, &error);
        buffer_release(&stored);
        if (status != STATUS_OK)
            return status;
        group += 2;
    }
    return STATUS_OK;
}

static enum status begin_shard(struct token_stream_writer *writer, unsigned shard) {
    char name[16];
    snprintf(name, sizeof name, "s%u", shard);
    return shard_stream_writer_shard(&writer->stream, name, 7, &error);
}

/* Writes all of it, as write_stored does where `piece` is 0; the status of the first call that
 * fails. */
static enum status write_content(struct byte_sink *sink, const struct content *content,
                                 size_t piece) {
    struct token_stream_writer writer;
    unsigned shards = 0;
    uint32_t n = 0;
    token_stream_writer_init(&writer, sink, content->id_bytes);
    enum status status = shard_stream_writer_begin(&writer.stream, view_of_string("{}"), &error);
    if (status == STATUS_OK)
        status = begin_shard(&writer, shards++);
    size_t next;
    for (size_t i = 0; i < content->count && status == STATUS_OK; i = next) {
        uint32_t item = content->items[i];
        next = piece == 0 && item < SHARD ? i : i + 1;
        if (item == DOCUMENT)
            status = token_stream_writer_end_document(&writer, n, &error);
        else if (item == SHARD)
            status = token_stream_writer_end_shard(&writer, &error);
        else if (piece == 0)
            status = write_stored(&writer, content, &next, &n, 1);
        else if (!write_sentence(&writer, content, &n, item, piece))
            status = error.status;
        if (status == STATUS_OK && item == SHARD && i + 1 < content->count)
            status = begin_shard(&writer, shards++);
    }
    if (status == STATUS_OK)
        status = shard_stream_writer_end(&writer.stream, &error);
    token_stream_writer_release(&writer);
    return status;
}

/* Writes, reads, compares; then writes in other pieces and compares the bytes. */
static void assert_round_trip(const struct content *content, unsigned blocks) {
    static const size_t PIECES[] = {0, 1, 7, 65536, 1 << 20};
    struct buffer bytes = BUFFER_INIT, again = BUFFER_INIT, text = BUFFER_INIT;
    struct byte_sink sink;
    byte_sink_to_memory(&sink, &bytes, "memory");
    require(write_content(&sink, content, 1000));
    byte_sink_release(&sink);
    struct token_reading reading = {.id_bytes = content->id_bytes,
                                    .vocabulary_size = content->vocabulary_size};
    assert_int_equal(token_reading_of(&reading, buffer_view(&bytes)), STATUS_END);
    describe(content, &text);
    assert_int_equal(reading.text.size, text.size);
    assert_memory_equal(reading.text.data, text.data, text.size);
    assert_int_equal(reading.blocks, blocks);
    assert_true(reading.largest_block <= LIMIT);
    for (size_t i = 0; i < sizeof PIECES / sizeof PIECES[0]; i++) {
        buffer_clear(&again);
        byte_sink_to_memory(&sink, &again, "memory");
        require(write_content(&sink, content, PIECES[i]));
        byte_sink_release(&sink);
        assert_int_equal(again.size, bytes.size);
        assert_memory_equal(again.data, bytes.data, bytes.size);
    }
    buffer_release(&reading.text);
    buffer_release(&text);
    buffer_release(&again);
    buffer_release(&bytes);
}

#define ROUND_TRIP(bytes, size, blocks, ...)                                                       \
    do {                                                                                           \
        static const uint32_t ITEMS[] = {__VA_ARGS__};                                             \
        struct content content = {bytes, size, sizeof ITEMS / sizeof ITEMS[0], ITEMS};             \
        assert_round_trip(&content, blocks);                                                       \
    } while (0)

static void ids_of_two_and_of_four_bytes(void **state) {
    (void)state;
    ROUND_TRIP(2, 65536, 1, 3, 1, DOCUMENT, 2000, DOCUMENT, SHARD);
    ROUND_TRIP(4, 65537, 1, 3, 1, DOCUMENT, 2000, DOCUMENT, SHARD);
    ROUND_TRIP(2, 1, 1, 5, DOCUMENT, SHARD);
    ROUND_TRIP(4, INT32_MAX, 1, 5, DOCUMENT, SHARD);
}

static void shards_follow_each_other(void **state) {
    (void)state;
    ROUND_TRIP(2, 30522, 3, 1, SHARD, 2, 3, DOCUMENT, 4, SHARD, 5, DOCUMENT, SHARD);
    /* Ends that end nothing, and a shard with nothing in it. */
    ROUND_TRIP(2, 30522, 2, DOCUMENT, 1, DOCUMENT, DOCUMENT, SHARD, SHARD, 2, SHARD);
}

static void documents_end_a_block_where_it_is_full(void **state) {
    (void)state;
    ROUND_TRIP(2, 30522, 1, BLOCK - 1, DOCUMENT, 1, SHARD);
    ROUND_TRIP(2, 30522, 2, BLOCK, DOCUMENT, 1, SHARD);
    ROUND_TRIP(2, 30522, 2, BLOCK - 1, DOCUMENT, 1, DOCUMENT, 1, SHARD);
    ROUND_TRIP(2, 30522, 3, BLOCK, DOCUMENT, BLOCK, DOCUMENT, SHARD, 1, SHARD);
}

static void sentences_may_be_longer_than_a_block(void **state) {
    (void)state;
    ROUND_TRIP(2, 65536, 2, 5, LIMIT + 1000, 3, DOCUMENT, 2, SHARD);
    ROUND_TRIP(4, 65537, 3, 2 * LIMIT + 1, DOCUMENT, SHARD);
    ROUND_TRIP(2, 30522, 4, 2 * LIMIT + 1, SHARD, 1, SHARD);
}

/* A block that is just full, and everything that may come next. */
static void borders_fall_anywhere(void **state) {
    (void)state;
    ROUND_TRIP(2, 30522, 1, LIMIT, SHARD);
    ROUND_TRIP(2, 30522, 2, LIMIT, DOCUMENT, 7, SHARD);
    ROUND_TRIP(2, 30522, 2, LIMIT, 7, DOCUMENT, 2, SHARD);
    ROUND_TRIP(2, 30522, 2, LIMIT - 1, 7, DOCUMENT, 2, SHARD);
    ROUND_TRIP(2, 30522, 2, LIMIT - 1, 1, 1, 5, DOCUMENT, 2, SHARD);
    ROUND_TRIP(2, 30522, 2, 1, LIMIT, SHARD);
    ROUND_TRIP(2, 30522, 3, LIMIT, SHARD, LIMIT, 1, SHARD);
}

static void a_document_may_be_longer_than_a_block(void **state) {
    (void)state;
    static uint32_t items[70000];
    size_t count = sizeof items / sizeof items[0];
    for (size_t i = 0; i < count; i++)
        items[i] = (uint32_t)(1 + i % 17);
    items[count - 1] = SHARD;
    items[count - 2] = 3;
    items[count - 3] = DOCUMENT;
    struct content content = {2, 30522, count, items};
    assert_round_trip(&content, 3);
}

/* Takes writes until one is to fail. */
static enum status fail_at(struct byte_sink *sink, const void *bytes, size_t size,
                           struct error *failure) {
    unsigned *left = sink->context;
    (void)bytes, (void)size;
    if (*left == 0)
        return error_set(failure, STATUS_FAILED, "%s is full", sink->name);
    --*left;
    return STATUS_OK;
}

static void every_failing_write_is_told(void **state) {
    (void)state;
    static const uint32_t ITEMS[] = {BLOCK, DOCUMENT, LIMIT + 5, 7, DOCUMENT, SHARD, 9, SHARD};
    struct content content = {2, 30522, sizeof ITEMS / sizeof ITEMS[0], ITEMS};
    unsigned failures = 0;
    for (;; failures++) {
        unsigned left = failures;
        struct byte_sink sink;
        byte_sink_to_function(&sink, fail_at, &left, "the disk");
        enum status status = write_content(&sink, &content, 1 << 20);
        byte_sink_release(&sink);
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_FAILED);
        assert_string_equal(error.message, "the disk is full");
    }
    assert_true(failures >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_of_two_and_of_four_bytes),
        cmocka_unit_test(shards_follow_each_other),
        cmocka_unit_test(documents_end_a_block_where_it_is_full),
        cmocka_unit_test(sentences_may_be_longer_than_a_block),
        cmocka_unit_test(borders_fall_anywhere),
        cmocka_unit_test(a_document_may_be_longer_than_a_block),
        cmocka_unit_test(every_failing_write_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
