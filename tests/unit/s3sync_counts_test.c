/* What a run counts: actions, requests by kind, and the line that closes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tools/join/s3sync_counts.h"

static void count_request(struct s3sync_counts *counts, const char *operation, const char *method,
                          uint64_t attempt) {
    const struct request_note note = {.operation = operation, .method = method, .attempt = attempt};
    s3sync_counts_add_request(counts, &note);
}

static void count_action(struct s3sync_counts *counts, enum sync_action_kind kind, uint64_t bytes,
                         enum status status) {
    const struct sync_result result = {.bytes = bytes};
    s3sync_counts_add_action(counts, kind, &result, status);
}

static void nothing_is_a_line_too(void **state) {
    (void)state;
    struct s3sync_counts counts = {0};
    char line[512];
    s3sync_counts_line(&counts, line, sizeof line);
    assert_string_equal(line, "0 uploaded, 0 skipped, 0 deleted, 0 failed; 0 bytes; 0 requests, "
                              "0 retries");
}

static void counts_by_kind(void **state) {
    (void)state;
    struct s3sync_counts counts = {0};
    char line[512];
    count_action(&counts, SYNC_UPLOAD, 1000, STATUS_OK);
    count_action(&counts, SYNC_UPLOAD, 24, STATUS_OK);
    count_action(&counts, SYNC_UPLOAD, 99, STATUS_FAILED);
    count_action(&counts, SYNC_SKIP, 0, STATUS_OK);
    count_action(&counts, SYNC_DELETE_OBJECT, 0, STATUS_OK);
    count_action(&counts, SYNC_DELETE_FILE, 0, STATUS_OK);
    count_request(&counts, "PutObject", "PUT", 1);
    count_request(&counts, "PutObject", "PUT", 2);
    count_request(&counts, "ListObjectsV2", "GET", 1);
    count_request(&counts, "ListParts", "GET", 1);
    count_request(&counts, "GetObject", "GET", 1);
    count_request(&counts, "HeadObject", "HEAD", 1);
    count_request(&counts, "DeleteObjects", "POST", 1);
    count_request(&counts, "AbortMultipartUpload", "DELETE", 3);
    s3sync_counts_line(&counts, line, sizeof line);
    assert_string_equal(line, "2 uploaded, 1 skipped, 2 deleted, 1 failed; 1.0 KiB; 8 requests "
                              "(2 PUT, 1 GET, 1 HEAD, 2 LIST, 1 POST, 1 DELETE), 2 retries");
}

static void downloads_and_copies_have_names_of_their_own(void **state) {
    (void)state;
    struct s3sync_counts counts = {0};
    char line[512];
    count_action(&counts, SYNC_DOWNLOAD, 1, STATUS_OK);
    count_action(&counts, SYNC_COPY_OBJECT, 1, STATUS_OK);
    count_action(&counts, SYNC_COPY_FILE, 1, STATUS_OK);
    s3sync_counts_line(&counts, line, sizeof line);
    assert_string_equal(line, "1 downloaded, 2 copied, 0 skipped, 0 deleted, 0 failed; 3 bytes; "
                              "0 requests, 0 retries");
    /* A short text is cut, not overrun. */
    for (size_t size = 1; size < 100; size++) {
        memset(line, '#', sizeof line);
        s3sync_counts_line(&counts, line, size);
        assert_true(strlen(line) < size);
        assert_int_equal(line[size], '#');
    }
}

static void the_report_has_them_all(void **state) {
    (void)state;
    struct s3sync_counts counts = {.uploaded = 7, .retries = 3, .requests = {[REQUEST_LIST] = 5}};
    struct run_report report;
    unsigned found = 0;
    run_report_init(&report);
    s3sync_counts_report(&counts, &report);
    for (unsigned i = 0; i < report.count; i++) {
        found += strcmp(report.counts[i].name, "uploaded") == 0 && report.counts[i].value == 7;
        found += strcmp(report.counts[i].name, "list_requests") == 0 && report.counts[i].value == 5;
        found += strcmp(report.counts[i].name, "retries") == 0 && report.counts[i].value == 3;
    }
    assert_int_equal(found, 3);
    assert_true(report.count < RUN_REPORT_COUNTS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_a_line_too),
        cmocka_unit_test(counts_by_kind),
        cmocka_unit_test(downloads_and_copies_have_names_of_their_own),
        cmocka_unit_test(the_report_has_them_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
