/* http_headers: what a trace does not show, and how long a server wants us to wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tools/s3/http.h"

static void secrets_in_headers_are_blanked(void **state) {
    (void)state;
    char line[] = "Authorization: AWS4-HMAC-SHA256 Credential=AKID/20130524/us-east-1/s3/"
                  "aws4_request, SignedHeaders=host, Signature=f0e8";
    http_blank_secrets(line);
    assert_string_equal(line, "Authorization: AWS4-HMAC-SHA256 Credential=****/20130524/us-east-1/"
                              "s3/aws4_request, SignedHeaders=host, Signature=****");
    char token[] = "X-Amz-Security-Token:SECRET";
    http_blank_secrets(token);
    assert_string_equal(token, "X-Amz-Security-Token:******");
    char basic[] = "authorization: Basic SECRET";
    http_blank_secrets(basic);
    assert_null(strstr(basic, "SECRET"));
    char metadata[] = "X-aws-ec2-metadata-token: SECRET";
    http_blank_secrets(metadata);
    assert_null(strstr(metadata, "SECRET"));
    char other[] = "x-amz-date: 20130524T000000Z";
    http_blank_secrets(other);
    assert_string_equal(other, "x-amz-date: 20130524T000000Z");
}

static void passwords_in_urls_are_blanked(void **state) {
    (void)state;
    char quoted[] = "Unsupported proxy scheme for 'htp://me:se@cret@host:1' or http://b@c/";
    http_blank_passwords(quoted);
    assert_string_equal(quoted,
                        "Unsupported proxy scheme for 'htp://**********@host:1' or http://*@c/");
    char none[] = "no answer from https://host/a: reset";
    http_blank_passwords(none);
    assert_string_equal(none, "no answer from https://host/a: reset");
}

/* The pause that an answer with these headers, each with a NUL behind it, asks for. */
static uint64_t pause_of(const char *headers, size_t size) {
    struct http_response response = {.status = 0};
    struct error error;
    assert_int_equal(buffer_append(&response.headers, headers, size, &error), STATUS_OK);
    uint64_t pause = http_response_pause(&response);
    http_response_release(&response);
    return pause;
}

#define PAUSE_OF(headers) pause_of(headers, sizeof(headers))

static void servers_ask_for_pauses(void **state) {
    (void)state;
    assert_int_equal(PAUSE_OF("ETag: 7"), 0);
    assert_int_equal(PAUSE_OF("Retry-After: 7"), 7000);
    assert_int_equal(PAUSE_OF("retry-after: 1 "), 1000);
    assert_int_equal(PAUSE_OF("Retry-After: 0"), 0);
    assert_int_equal(PAUSE_OF("Retry-After: -5"), 0);
    assert_int_equal(PAUSE_OF("Retry-After: soon"), 0);
    assert_int_equal(PAUSE_OF("Retry-After:"), 0);
    assert_int_equal(PAUSE_OF("Retry-After: 99999999999999999999"), 3600000);
    static const char *const DATES[] = {"Sun, 06 Nov 1994 08:49:37 GMT",
                                        "Sunday, 06-Nov-94 08:49:37 GMT",
                                        "Sun Nov  6 08:49:37 1994"};
    for (size_t i = 0; i < 3; i++) {
        char headers[128];
        int length =
            snprintf(headers, sizeof headers,
                     "Date: Sun, 06 Nov 1994 08:49:30 GMT%cRetry-After: %s", '\0', DATES[i]);
        assert_int_equal(pause_of(headers, (size_t)length + 1), 7000);
        /* Without the server's time by ours: long past. */
        length = snprintf(headers, sizeof headers, "Retry-After: %s", DATES[i]);
        assert_int_equal(pause_of(headers, (size_t)length + 1), 0);
    }
    assert_int_equal(PAUSE_OF("Retry-After: Fri, 01 Jan 2100 00:00:00 GMT"), 3600000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(secrets_in_headers_are_blanked),
                                       cmocka_unit_test(passwords_in_urls_are_blanked),
                                       cmocka_unit_test(servers_ask_for_pauses)};
    return cmocka_run_group_tests_name("http_headers", tests, NULL, NULL);
}
