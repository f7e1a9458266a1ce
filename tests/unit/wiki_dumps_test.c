/* Dumps as they are: those of the folder wiki/dumps of MLMPREP_SHARED, where it is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "tests/unit/dump_reading.h"

struct dump {
    const char *file, *language;
    struct dump_counts counts;
    const char *first; /* how the first page given begins */
};

static const struct dump DUMPS[] = {
    {"aawiki-20260101-pages-meta-current.xml.bz2", "aa", {507, 0, 505, 1, 0, 1, 0}, ""},
    {"bgwiki-gensim-shortened.xml.bz2", "bg", {3, 1, 2, 0, 0, 0, 0}, "0 "},
    {"enwiki-gensim-shortened.xml.bz2", "en", {206, 106, 1, 99, 0, 0, 0}, "0 12 Anarchism|"},
    {"enwiki-gensim-table-markup.xml.bz2", "en", {5, 5, 0, 0, 0, 0, 0}, "0 "},
    {"enwiki-json-wikipedia-small-test.xml.bz2", "it", {3, 3, 0, 0, 0, 0, 0}, "0 "},
    {"enwiki-mercedes.xml", "it", {1, 1, 0, 0, 0, 0, 0}, "0 "},
    {"mini-ar.xml.bz2", "en", {3, 3, 0, 0, 0, 0, 0}, "0 "},
    {"mini-de.xml.bz2", "en", {2, 2, 0, 0, 0, 0, 0}, "0 "},
    {"mini-en.xml.bz2", "en", {27, 24, 1, 2, 0, 0, 0}, "0 "},
    {"mini-fr.xml.bz2", "en", {3, 3, 0, 0, 0, 0, 0}, "0 "},
    {"mini-ja.xml.bz2", "en", {1, 1, 0, 0, 0, 0, 0}, "0 "},
    {"mini-ru.xml.bz2", "en", {1, 1, 0, 0, 0, 0, 0}, "0 "},
    {"mini-zh.xml.bz2", "en", {1, 1, 0, 0, 0, 0, 0}, "0 "},
    {"tinywiki-dumpster-dive.xml", "ltg", {8, 7, 0, 1, 0, 0, 0}, "0 1 Hello|"},
};

static const char *dump_path(const char *file) {
    static char path[4096];
    const char *shared = getenv("MLMPREP_SHARED");
    snprintf(path, sizeof path, "%s/wiki/dumps/%s", shared == NULL ? "../shared" : shared, file);
    return path;
}

/* False where the file is not there. */
static bool load(struct buffer *bytes, const char *file) {
    struct error error;
    struct byte_source source;
    if (byte_source_open(&source, dump_path(file), &error) != STATUS_OK) {
        print_message("# no %s\n", dump_path(file));
        return false;
    }
    buffer_clear(bytes);
    assert_int_equal(byte_source_read_all(&source, (size_t)1 << 30, bytes, &error), STATUS_OK);
    byte_source_release(&source);
    return true;
}

static void every_dump_is_read(void **state) {
    (void)state;
    struct buffer bytes = BUFFER_INIT;
    struct dump_reading reading = {.batch_size = 0};
    for (size_t i = 0; i < sizeof DUMPS / sizeof DUMPS[0]; i++) {
        const struct dump *dump = &DUMPS[i];
        if (!load(&bytes, dump->file))
            continue;
        enum status status = dump_reading_memory(&reading, buffer_view(&bytes));
        if (status != STATUS_END ||
            memcmp(&reading.counts, &dump->counts, sizeof dump->counts) != 0)
            fail_msg("%s: status %d, %llu pages, %llu given: %s", dump->file, status,
                     (unsigned long long)reading.counts.pages,
                     (unsigned long long)reading.counts.given, reading.error.message);
        assert_string_equal(reading.header_language, dump->language);
        size_t size = strlen(dump->first);
        assert_true(reading.pages.size >= size);
        if (size > 0)
            assert_memory_equal(reading.pages.data, dump->first, size);
    }
    buffer_release(&bytes);
    buffer_release(&reading.pages);
}

/* Positions of pieces of a compressed dump. */
static size_t borders(struct view file, uint64_t *bits, size_t most) {
    struct error error;
    struct byte_source input;
    struct bzip2_scanner scanner;
    struct bzip2_piece piece;
    size_t count = 0;
    byte_source_from_memory(&input, file, "a.bz2");
    bzip2_scanner_init(&scanner, &input);
    bzip2_piece_init(&piece);
    while (count < most && bzip2_scanner_next(&scanner, &piece, &error) == STATUS_OK)
        bits[count++] = piece.bit;
    bzip2_piece_release(&piece);
    bzip2_scanner_release(&scanner);
    return count;
}

/* What is left of a compressed dump gives a beginning of its pages, and a sentence. */
static void damaged_compression_is_told(void **state) {
    (void)state;
    struct buffer bytes = BUFFER_INIT;
    if (!load(&bytes, "enwiki-gensim-shortened.xml.bz2")) {
        skip();
        return;
    }
    struct dump_reading whole = {.batch_size = 0};
    struct dump_reading reading = {.batch_size = 0};
    assert_int_equal(dump_reading_memory(&whole, buffer_view(&bytes)), STATUS_END);
    uint64_t bits[32];
    size_t count = borders(buffer_view(&bytes), bits, 32);
    assert_int_equal(count, 8);
    size_t before = 0;
    for (size_t i = 0; i < count; i++) {
        struct view cut = {bytes.data, (size_t)((bits[i] + 7) / 8)};
        assert_int_equal(dump_reading_memory(&reading, cut), STATUS_CUT_SHORT);
        assert_true(reading.pages.size >= before && reading.pages.size <= whole.pages.size);
        if (reading.pages.size > 0) {
            assert_memory_equal(reading.pages.data, whole.pages.data, reading.pages.size);
            assert_non_null(strstr(reading.error.message, "the last whole page is '"));
        }
        assert_true(i < 2 || reading.pages.size > before);
        before = reading.pages.size;
        size_t byte = (size_t)(bits[i] / 8) + 40;
        if (i + 1 == count)
            break;
        bytes.data[byte] ^= 4;
        assert_int_equal(dump_reading_memory(&reading, buffer_view(&bytes)), STATUS_CORRUPT);
        bytes.data[byte] ^= 4;
        assert_int_equal(reading.pages.size, before);
        assert_non_null(strstr(reading.error.message, "'a.xml' is damaged"));
    }
    buffer_release(&bytes);
    buffer_release(&whole.pages);
    buffer_release(&reading.pages);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_dump_is_read),
        cmocka_unit_test(damaged_compression_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
