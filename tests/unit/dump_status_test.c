/* dump_status and dump_files: what is done, and in which order it comes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "formats/base/dump_date.h"
#include "tools/fetch/dump_status.h"

#define SHA1 "a9993e364706816aba3e25717850c26c9cd0d89d"
#define FILE_OF(name, size)                                                                        \
    "\"" name "\": {\"size\": " size ", \"url\": \"/x\", \"sha1\": \"" SHA1 "\"}"

static bool read_text(struct dump_files *files, bool *done, const char *text, const char *glob) {
    *files = (struct dump_files){.date = ""};
    return dump_status_read(files, done, view_of_string(text), glob);
}

static void jobs_and_their_files(void **state) {
    (void)state;
    static const char TEXT[] =
        "{\"version\": \"0.8\", \"jobs\": {\"a\": {\"status\": \"done\", \"files\": {" FILE_OF(
            "x10.bz2",
            "5") ", " FILE_OF("x9.bz2",
                              "6") "}}, \"b\": {\"status\": \"waiting\"},"
                                   "\"c\": {\"status\": \"in-progress\", \"files\": {" FILE_OF(
                                       "y.bz2", "7") "}}}}";
    struct dump_files files;
    bool done;
    assert_true(read_text(&files, &done, TEXT, "x*"));
    assert_true(done);
    assert_int_equal(files.count, 2);
    dump_files_sort(&files);
    assert_string_equal(files.files[0].name, "x9.bz2");
    assert_int_equal(files.files[0].bytes, 6);
    assert_string_equal(files.files[1].digests.hex[FILE_DIGEST_SHA1], SHA1);
    assert_non_null(dump_files_find(&files, "x10.bz2"));
    assert_null(dump_files_find(&files, "y.bz2"));
    dump_files_release(&files);
    assert_true(read_text(&files, &done, TEXT, "*"));
    assert_false(done);
    dump_files_release(&files);
    assert_true(read_text(&files, &done, TEXT, "z*"));
    assert_int_equal(files.count, 0);
}

static void facts_that_make_no_sense(void **state) {
    (void)state;
    static const char *const FILES[] = {
        "{}",
        "{\"size\": 0}",
        "{\"size\": -5}",
        "{\"size\": \"5\"}",
        "{\"size\": 5, \"sha1\": \"12\"}",
        "{\"size\": 5, \"md5\": \"x\"}",
        "7",
    };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        char text[256];
        struct dump_files files;
        bool done;
        snprintf(text, sizeof text,
                 "{\"jobs\": {\"a\": {\"status\": \"done\", \"files\": {\"x\": %s}}}}", FILES[i]);
        assert_true(read_text(&files, &done, text, "*"));
        assert_int_equal(files.count, 1);
        assert_false(done);
        dump_files_release(&files);
    }
}

static void other_documents(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"", "{", "[]", "{}", "{\"jobs\": []}", "{\"jobs\": {}} x"};
    struct dump_files files;
    bool done;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        assert_false(read_text(&files, &done, TEXTS[i], "*"));
    assert_true(read_text(&files, &done, "{\"jobs\": {\"a\": 5, \"b\": {\"files\": []}}}", "*"));
    assert_int_equal(files.count, 0);
}

static void names_and_dates(void **state) {
    (void)state;
    static const char *const NAMES[] = {"", ".", "..", ".a", "a/b", "a\nb", "a\x7f"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        assert_false(dump_files_is_name(NAMES[i]));
    assert_true(dump_files_is_name("enwiki-20240101-pages-articles.xml.bz2"));
    static const char *const DATES[] = {"",         "2024010",  "202401011", "20241301", "20240132",
                                        "20240100", "19991231", "2024010a",  "latest"};
    for (size_t i = 0; i < sizeof DATES / sizeof *DATES; i++)
        assert_false(dump_date_is(DATES[i]));
    assert_true(dump_date_is("20240131"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_and_their_files),
        cmocka_unit_test(facts_that_make_no_sense),
        cmocka_unit_test(other_documents),
        cmocka_unit_test(names_and_dates),
    };
    return cmocka_run_group_tests_name("dump_status", tests, NULL, NULL);
}
