/* download_part and download_state: what the next process finds of a download. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/stat.h>

#include "tests/unit/scratch_folder.h"
#include "tools/fetch/download_part.h"

static const char URL[] = "http://a/b";

/* Opens a part of "file", checked by a sum or not. */
static void open_part(struct download_part *part, const char *url, bool checked, uint64_t held) {
    struct error error;
    assert_int_equal(download_part_open(part, scratch_path("file"), url, checked, &error),
                     STATUS_OK);
    assert_int_equal(part->held, held);
}

/* A part of five bytes of ten; of them three are certainly on disk. */
static void leave_part(const char *etag, const char *modified) {
    struct download_part part;
    struct error error;
    assert_int_equal(download_part_open(&part, scratch_path("file"), URL, true, &error), STATUS_OK);
    assert_int_equal(download_part_begin(&part, etag, modified, 10, &error), STATUS_OK);
    assert_int_equal(download_part_add(&part, "abc", 3, &error), STATUS_OK);
    assert_int_equal(download_part_sync(&part, &error), STATUS_OK);
    assert_int_equal(download_part_add(&part, "de", 2, &error), STATUS_OK);
    download_part_close(&part);
}

static void what_is_there_is_found(void **state) {
    (void)state;
    struct download_part part;
    leave_part("\"x\"", "Fri, 05 Jan 2024 12:00:00 GMT");
    open_part(&part, URL, true, 5);
    assert_string_equal(download_state_validator(&part.state), "\"x\"");
    assert_int_equal(part.state.total, 10);
    download_part_close(&part);
    open_part(&part, URL, false, 3);
    download_part_close(&part);
    /* What nobody checks and nobody can ask the server about is worth nothing. */
    leave_part(NULL, NULL);
    open_part(&part, URL, false, 0);
    download_part_close(&part);
    leave_part("W/\"x\"", NULL);
    open_part(&part, URL, true, 5);
    assert_null(download_state_validator(&part.state));
    download_part_close(&part);
}

static void rests_of_states_are_removed(void **state) {
    (void)state;
    struct download_part part;
    scratch_write(".mlmprep-4194305-0123456789abcdef.tmp", "{\"form");
    open_part(&part, URL, true, 0);
    download_part_close(&part);
    assert_int_equal(scratch_count(NULL), 0);
}

static void parts_of_others_are_thrown_away(void **state) {
    (void)state;
    struct download_part part;
    leave_part("\"x\"", NULL);
    open_part(&part, "http://a/c", true, 0);
    assert_null(download_state_validator(&part.state));
    download_part_close(&part);
    assert_int_equal(scratch_count(NULL), 0);
}

static void damaged_states_are_none(void **state) {
    (void)state;
    struct download_part part;
    char path[PATH_MAX + 300];
    leave_part("\"x\"", NULL);
    open_part(&part, URL, true, 5);
    strcpy(path, part.state_path);
    download_part_close(&part);
    assert_int_equal(truncate(path, 20), 0);
    open_part(&part, URL, true, 0);
    download_part_close(&part);
    leave_part("\"x\"", NULL);
    assert_int_equal(unlink(path), 0);
    open_part(&part, URL, true, 0);
    download_part_close(&part);
}

static void one_at_a_time(void **state) {
    (void)state;
    struct download_part part, other;
    struct error error;
    open_part(&part, URL, true, 0);
    assert_int_equal(download_part_open(&other, scratch_path("file"), URL, true, &error),
                     STATUS_TEMPORARY);
    assert_non_null(strstr(error.message, "another process"));
    download_part_close(&other);
    assert_true(scratch_exists(part.path));
    download_part_close(&part);
    assert_int_equal(scratch_count(NULL), 0);
}

static void published_at_the_end(void **state) {
    (void)state;
    struct download_part part;
    struct error error;
    struct stat info;
    leave_part("\"x\"", NULL);
    open_part(&part, URL, true, 5);
    assert_int_equal(download_part_add(&part, "fghij", 5, &error), STATUS_OK);
    part.modified = 1704456000;
    assert_int_equal(download_part_publish(&part, &error), STATUS_OK);
    assert_string_equal(scratch_read("file"), "abcdefghij");
    assert_int_equal(scratch_count(NULL), 1);
    assert_int_equal(stat(scratch_path("file"), &info), 0);
    assert_int_equal(info.st_mtime, 1704456000);
}

static void texts_of_states(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "",
        "{}",
        "[1]",
        "{\"format\": \"mlmprep download\", \"version\": 2, \"of\": \"\", \"total\": 1, "
        "\"durable\": 0}",
        "{\"format\": \"mlmprep download\", \"version\": 1, \"of\": \"\", \"total\": -1, "
        "\"durable\": 0}",
        "{\"format\": \"mlmprep download\", \"version\": 1, \"of\": \"\", \"total\": 1}",
        "{\"format\": \"mlmprep download\", \"version\": 1, \"of\": \"\", \"total\": 1, "
        "\"durable\": 0, "
        "\"etag\": \"\\r\\nX: y\"}",
        "{\"format\": \"mlmprep download\", \"version\": 1, \"of\": \"\", \"total\": 1, "
        "\"durable\": 0, "
        "\"etag\": 5}",
    };
    struct download_state made = {.etag = "\"\xc3\xa4\"", .total = 5, .durable = 4}, read;
    struct buffer text = BUFFER_INIT;
    struct error error;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        assert_false(download_state_parse(&read, view_of_string(TEXTS[i])));
    assert_int_equal(download_state_of(&made, URL, &error), STATUS_OK);
    assert_int_equal(download_state_write(&made, &text, &error), STATUS_OK);
    assert_true(download_state_parse(&read, buffer_view(&text)));
    assert_memory_equal(&read, &made, sizeof read);
    /* Bytes that are no UTF-8 are as if the server had not said them. */
    strcpy(made.etag, "\"\xff\"");
    buffer_clear(&text);
    assert_int_equal(download_state_write(&made, &text, &error), STATUS_OK);
    assert_true(download_state_parse(&read, buffer_view(&text)));
    assert_string_equal(read.etag, "");
    buffer_release(&text);
}

int main(void) {
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, scratch_folder_make, scratch_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_there_is_found),
        IN_FOLDER(rests_of_states_are_removed),
        IN_FOLDER(parts_of_others_are_thrown_away),
        IN_FOLDER(damaged_states_are_none),
        IN_FOLDER(one_at_a_time),
        IN_FOLDER(published_at_the_end),
        cmocka_unit_test(texts_of_states),
    };
    return cmocka_run_group_tests_name("download_part", tests, NULL, NULL);
}
