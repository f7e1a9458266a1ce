/* credential_document and iso_time: what is taken, what is refused, and that no secret gets out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tools/s3/credential_document.h"
#include "tools/s3/iso_time.h"

static const enum credential_document_kind PROCESS = CREDENTIAL_DOCUMENT_PROCESS;
static const enum credential_document_kind METADATA = CREDENTIAL_DOCUMENT_METADATA;

static void expect_refusal(const char *text, enum credential_document_kind kind,
                           const char *piece) {
    struct credentials credentials;
    struct error error;
    assert_int_equal(
        credential_document_read(&credentials, view_of_string(text), kind, "it", &error),
        STATUS_FAILED);
    if (strstr(error.message, piece) == NULL)
        fail_msg("%s gave \"%s\", which lacks \"%s\"", text, error.message, piece);
    if (strstr(error.message, "HUSH") != NULL)
        fail_msg("\"%s\" tells a secret", error.message);
    assert_null(credentials.access_key_id);
    assert_null(credentials.secret_access_key);
}

static void documents_of_both_kinds_are_taken(void **state) {
    (void)state;
    static const char OF_PROCESS[] =
        "{\"Version\": 1, \"AccessKeyId\": \"AK\", \"SecretAccessKey\": \"S/+=\",\n"
        " \"SessionToken\": \"T\", \"Token\": \"no\", \"Expiration\": \"2030-01-02T03:04:05Z\"}\n";
    static const char OF_INSTANCE[] =
        "{\"Code\": \"Success\", \"Type\": \"AWS-HMAC\", \"AccessKeyId\": \"AK\","
        "\"SecretAccessKey\": \"S\", \"Token\": \"T\", \"Expiration\": \"2030-01-02T03:04:05Z\"}";
    struct credentials credentials;
    struct error error;
    assert_int_equal(
        credential_document_read(&credentials, view_of_string(OF_PROCESS), PROCESS, "it", &error),
        STATUS_OK);
    assert_string_equal(credentials.access_key_id, "AK");
    assert_string_equal(credentials.secret_access_key, "S/+=");
    assert_string_equal(credentials.session_token, "T");
    assert_int_equal(credentials.expires, 1893553445);
    assert_string_equal(credentials.origin, "it");
    credentials_release(&credentials);
    assert_int_equal(
        credential_document_read(&credentials, view_of_string(OF_INSTANCE), METADATA, "it", &error),
        STATUS_OK);
    assert_string_equal(credentials.session_token, "T");
    credentials_release(&credentials);
}

static void what_is_missing_is_not_needed(void **state) {
    (void)state;
    static const char TEXT[] = "{\"Version\": 1, \"AccessKeyId\": \"AK\", \"SecretAccessKey\": "
                               "\"S\", \"SessionToken\": null, \"Expiration\": null}";
    struct credentials credentials;
    struct error error;
    assert_int_equal(
        credential_document_read(&credentials, view_of_string(TEXT), PROCESS, "it", &error),
        STATUS_OK);
    assert_null(credentials.session_token);
    assert_int_equal(credentials.expires, CREDENTIALS_NEVER_EXPIRE);
    credentials_release(&credentials);
}

static void wrong_documents_are_refused(void **state) {
    (void)state;
    expect_refusal("", PROCESS, "no JSON");
    expect_refusal("HUSH", PROCESS, "no JSON: line 1");
    expect_refusal("{\"SecretAccessKey\": \"HUSH}", METADATA, "no JSON");
    expect_refusal("[\"HUSH\"]", PROCESS, "no object");
    expect_refusal("{\"AccessKeyId\": \"A\", \"SecretAccessKey\": \"HUSH\"}", PROCESS, "Version");
    expect_refusal("{\"Version\": 2}", PROCESS, "Version");
    expect_refusal("{\"Version\": \"1\"}", PROCESS, "Version");
    expect_refusal("{\"Version\": 1}", PROCESS, "no keys in it");
    expect_refusal("{\"AccessKeyId\": 1, \"SecretAccessKey\": \"HUSH\"}", METADATA,
                   "no access key id");
    expect_refusal("{\"AccessKeyId\": \"A\"}", METADATA, "no secret access key");
    expect_refusal("{\"AccessKeyId\": \"A\", \"SecretAccessKey\": \"HUSH\\n\"}", METADATA,
                   "control character");
    expect_refusal("{\"AccessKeyId\": \"A\", \"SecretAccessKey\": \"HUSH\", \"Token\": \"a b\"}",
                   METADATA, "control character");
    expect_refusal("{\"AccessKeyId\": \"A\", \"SecretAccessKey\": \"HUSH\", \"Expiration\": 1}",
                   METADATA, "Expiration");
    expect_refusal("{\"AccessKeyId\": \"A\", \"SecretAccessKey\": \"HUSH\", \"Expiration\": "
                   "\"tomorrow\"}",
                   METADATA, "Expiration");
    expect_refusal("{\"Code\": \"Role\\u001bFailed\", \"Message\": \"why\"}", METADATA,
                   "'Role?Failed' instead of credentials: why");
    expect_refusal("{\"a\": \"HUSH\", \"a\": \"HUSH\"}", METADATA, "no JSON");
}

static void times_of_every_form_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        long long wanted;
    } CASES[] = {{"1970-01-01T00:00:00Z", 0},
                 {"2030-01-02T03:04:05Z", 1893553445},
                 {"2030-01-02T03:04:05.678Z", 1893553445},
                 {"2030-01-02T03:04:05+00:00", 1893553445},
                 {"2030-01-02T05:34:05+02:30", 1893553445},
                 {"2030-01-01T23:04:05-0400", 1893553445},
                 {"2030-01-02 03:04:05z", 1893553445},
                 {"2028-02-29T00:00:00Z", 1835395200}};
    static const char *const WRONG[] = {"",
                                        "2030",
                                        "2030-01-02",
                                        "2030-01-02T03:04:05",
                                        "2030-13-02T03:04:05Z",
                                        "2030-01-02T24:04:05Z",
                                        "2030-01-02T03:04:05.Z",
                                        "2030-01-02T03:04:05Zx",
                                        "2030-01-02T03:04:05+1",
                                        "2030-01-02T03:04:05+25:00",
                                        "1969-12-31T23:59:59Z",
                                        "20300102T030405Z",
                                        "-030-01-02T03:04:05Z"};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        time_t when = -1;
        assert_true(iso_time_parse(&when, CASES[i].text));
        assert_int_equal(when, CASES[i].wanted);
    }
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        time_t when = 7;
        if (iso_time_parse(&when, WRONG[i]) || when != 7)
            fail_msg("'%s' was taken for a time", WRONG[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_of_both_kinds_are_taken),
        cmocka_unit_test(what_is_missing_is_not_needed),
        cmocka_unit_test(wrong_documents_are_refused),
        cmocka_unit_test(times_of_every_form_are_read),
    };
    return cmocka_run_group_tests_name("credential_document", tests, NULL, NULL);
}
