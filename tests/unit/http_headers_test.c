/* http_headers: what a trace does not show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(secrets_in_headers_are_blanked),
                                       cmocka_unit_test(passwords_in_urls_are_blanked)};
    return cmocka_run_group_tests_name("http_headers", tests, NULL, NULL);
}
