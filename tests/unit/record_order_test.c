/*
 * Record streams that are whole block by block, and wrong or joined all the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "formats/stream/shard_stream_writer.h"
#include "tests/unit/small_stream.h"

static struct buffer bytes, payload;
static struct token_reading reading;
static struct error error;

static int release(void **state) {
    (void)state;
    buffer_release(&bytes);
    buffer_release(&payload);
    buffer_release(&reading.text);
    return 0;
}

/* A stream's header and provenance. */
static void begin(void) {
    buffer_clear(&bytes);
    stream_header(&bytes, 1, 1);
    stream_block(&bytes, 0, "PROV", "{}", 2);
}

static void assert_read(enum status wanted, const char *part) {
    enum status status = small_reading(&reading, buffer_view(&bytes));
    if (status != wanted || (wanted != STATUS_END && strstr(reading.error.message, part) == NULL))
        fail_msg("status %d instead of %d: %s", (int)status, (int)wanted, reading.error.message);
}

static void shards_do_not_nest_and_nothing_is_outside(void **state) {
    (void)state;
    begin();
    stream_shard_begin(&bytes, 1, 0, "a");
    stream_shard_begin(&bytes, 2, 0, "b");
    assert_read(STATUS_CORRUPT, "a shard begins inside a shard");
    begin();
    small_stream_documents(&bytes, 1);
    assert_read(STATUS_CORRUPT, "content outside of a shard");
    begin();
    stream_block(&bytes, 1, "prog", "\0\0\0\0\0\0\0", 8);
    assert_read(STATUS_CORRUPT, "a progress block out of place");
    begin();
    stream_shard_end(&bytes, 1, 0, 0, 0);
    assert_read(STATUS_CORRUPT, "a shard end out of place");
    begin();
    stream_shard_begin(&bytes, 1, 0, "a");
    stream_end(&bytes, 2, 0, 0);
    assert_read(STATUS_CORRUPT, "a stream end out of place");
    begin();
    stream_block(&bytes, 1, "PROV", "{}", 2);
    assert_read(STATUS_CORRUPT, "a type of block that this version does not know");
}

static void payloads_of_the_wrong_size_are_refused(void **state) {
    (void)state;
    static const unsigned char ZEROS[40] = {0};
    for (size_t size = 0; size < sizeof ZEROS; size++) {
        begin();
        stream_block(&bytes, 1, "SBEG", ZEROS, size);
        assert_read(STATUS_CORRUPT, size < 16 ? "a shard begin that is too short" : "name");
        begin();
        stream_shard_begin(&bytes, 1, 0, "a");
        stream_block(&bytes, 2, "prog", ZEROS, size);
        assert_read(size == 8 ? STATUS_CUT_SHORT : STATUS_CORRUPT, "");
        begin();
        stream_shard_begin(&bytes, 1, 0, "a");
        stream_block(&bytes, 2, "SEND", ZEROS, size);
        assert_read(size == 24 ? STATUS_CUT_SHORT : STATUS_CORRUPT, "");
        begin();
        stream_block(&bytes, 1, "ENDS", ZEROS, size);
        assert_read(size == 16 ? STATUS_END : STATUS_CORRUPT, "a stream end out of place");
    }
}

static void totals_must_agree(void **state) {
    (void)state;
    static const uint64_t WRONG[][3] = {{1, 3, 6}, {3, 3, 6}, {2, 2, 6}, {2, 4, 6},
                                        {2, 3, 5}, {2, 3, 7}, {0, 0, 0}};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        begin();
        stream_shard_begin(&bytes, 1, 0, "a");
        small_stream_documents(&bytes, 2);
        stream_shard_end(&bytes, 3, WRONG[i][0], WRONG[i][1], WRONG[i][2]);
        assert_read(STATUS_CORRUPT, "a shard's totals differ from its content");
    }
    static const uint64_t WRONG_END[][2] = {{0, 6}, {2, 6}, {1, 5}, {1, 7}, {0, 0}};
    for (size_t i = 0; i < sizeof WRONG_END / sizeof WRONG_END[0]; i++) {
        begin();
        stream_shard_begin(&bytes, 1, 0, "a");
        small_stream_documents(&bytes, 2);
        stream_shard_end(&bytes, 3, 2, 3, 6);
        stream_end(&bytes, 4, WRONG_END[i][0], WRONG_END[i][1]);
        assert_read(STATUS_CORRUPT, "the stream's totals differ from its content");
    }
}

static void shards_are_numbered_in_order(void **state) {
    (void)state;
    begin();
    stream_shard_begin(&bytes, 1, 1, "a");
    assert_read(STATUS_CORRUPT, "a shard's index is out of order");
    begin();
    for (uint32_t i = 0; i < 3; i++) {
        stream_shard_begin(&bytes, 3 * i + 1, i < 2 ? i : 3, "a");
        small_stream_documents(&bytes, 3 * i + 2);
        stream_shard_end(&bytes, 3 * i + 3, 2, 3, 6);
    }
    assert_read(STATUS_CORRUPT, "a shard's index is out of order");
}

static void shards_need_names(void **state) {
    (void)state;
    char name[258];
    memset(name, 'n', sizeof name);
    name[255] = '\0';
    const char *const good[] = {"a",
                                "größe",
                                "..",
                                "a b",
                                "\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80",
                                "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf",
                                name};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        begin();
        stream_shard_begin(&bytes, 1, 0, good[i]);
        assert_read(STATUS_CUT_SHORT, good[i]);
    }
    char long_name[257];
    memset(long_name, 'n', sizeof long_name);
    long_name[256] = '\0';
    const char *const bad[] = {
        "", "a/b", "/", "a\n", "\x1b[2J", "\x7f", long_name,
        /* What is no UTF-8: cut, alone, too long, half a pair, beyond the last code point. */
        "\xff", "gr\xf6sse", "a\xc3", "\xe2\x82", "\xf0\x9f\x98", "\x80", "\xc0\xaf", "\xc1\xbf",
        "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
        "\xe2\x28\xa1", "\xe2\x82\x28", "\xc3\x28"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        begin();
        stream_shard_begin(&bytes, 1, 0, bad[i]);
        assert_read(STATUS_CORRUPT, "a shard's name that is none");
        /* Nor does the writer take it. */
        struct shard_stream_writer writer;
        struct byte_sink sink;
        buffer_clear(&bytes);
        byte_sink_to_memory(&sink, &bytes, "memory");
        shard_stream_writer_init(&writer, &sink, RECORD_KIND_TOKENS);
        assert_int_equal(shard_stream_writer_shard(&writer, bad[i], 0, &error), STATUS_USAGE);
        byte_sink_release(&sink);
        assert_int_equal(bytes.size, 0);
    }
}

static void equal_streams_can_be_joined(void **state) {
    (void)state;
    buffer_clear(&bytes);
    buffer_clear(&payload);
    for (int i = 0; i < 3; i++) {
        stream_raw(&bytes, SMALL_STREAM, SMALL_STREAM_SIZE);
        assert_int_equal(buffer_format(&payload, &error, "shard sea %d 17\n%.*s", i,
                                       (int)(strlen(SMALL_STREAM_TEXT) - 15 - 5),
                                       SMALL_STREAM_TEXT + 15),
                         STATUS_OK);
    }
    assert_int_equal(buffer_format(&payload, &error, "done\n"), STATUS_OK);
    assert_read(STATUS_END, "");
    assert_int_equal(reading.text.size, payload.size);
    assert_memory_equal(reading.text.data, payload.data, payload.size);
}

static void what_is_joined_must_be_whole(void **state) {
    (void)state;
    for (size_t size = 1; size < SMALL_STREAM_SIZE; size++) {
        buffer_clear(&bytes);
        stream_raw(&bytes, SMALL_STREAM, SMALL_STREAM_SIZE);
        stream_raw(&bytes, SMALL_STREAM, size);
        assert_read(STATUS_CUT_SHORT, size < 24 ? "behind the stream's end: " : "");
        buffer_clear(&bytes);
        stream_raw(&bytes, SMALL_STREAM, size);
        stream_raw(&bytes, SMALL_STREAM, SMALL_STREAM_SIZE);
        if (size >= 8)
            assert_read(STATUS_CORRUPT, "");
        else
            assert_int_not_equal(small_status(&bytes), STATUS_END);
    }
    static const char *const RUBBISH[] = {"x", "\n", "rubbish that is longer than a header"};
    for (size_t i = 0; i < sizeof RUBBISH / sizeof RUBBISH[0]; i++) {
        buffer_clear(&bytes);
        stream_raw(&bytes, SMALL_STREAM, SMALL_STREAM_SIZE);
        stream_raw(&bytes, RUBBISH[i], strlen(RUBBISH[i]));
        assert_read(STATUS_NOT_OURS, "behind the stream's end: stream is no stream of tokens");
    }
}

static void what_is_joined_must_be_of_one_kind_and_origin(void **state) {
    (void)state;
    static const char *const OTHERS[] = {"{ }", "", "[]", "{\"a\":1}"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        buffer_clear(&bytes);
        stream_raw(&bytes, SMALL_STREAM, SMALL_STREAM_SIZE);
        stream_header(&bytes, 1, 1);
        stream_block(&bytes, 0, "PROV", OTHERS[i], strlen(OTHERS[i]));
        stream_end(&bytes, 1, 0, 0);
        assert_read(STATUS_CORRUPT, "concatenated streams were made with different options or "
                                    "vocabularies");
    }
    for (unsigned kind = 2; kind < 4; kind++) {
        buffer_clear(&bytes);
        stream_raw(&bytes, SMALL_STREAM, SMALL_STREAM_SIZE);
        stream_header(&bytes, 1, kind);
        assert_read(STATUS_NOT_OURS, "where tokens are needed");
    }
    buffer_clear(&bytes);
    stream_raw(&bytes, SMALL_STREAM, SMALL_STREAM_SIZE);
    stream_header(&bytes, 1, 1);
    stream_block(&bytes, 0, "ERRO", "\1\0\0\0wpiece: no", 14);
    assert_read(STATUS_UPSTREAM, "wpiece: no");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shards_do_not_nest_and_nothing_is_outside),
        cmocka_unit_test(payloads_of_the_wrong_size_are_refused),
        cmocka_unit_test(totals_must_agree),
        cmocka_unit_test(shards_are_numbered_in_order),
        cmocka_unit_test(shards_need_names),
        cmocka_unit_test(equal_streams_can_be_joined),
        cmocka_unit_test(what_is_joined_must_be_whole),
        cmocka_unit_test(what_is_joined_must_be_of_one_kind_and_origin),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
