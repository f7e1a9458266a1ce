/*
 * signing: AWS's published S3 examples, the public SigV4 suite where it is at hand, and generated
 * cases against botocore (another implementation) where Debian's Python has it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/byte_source.h"
#include "formats/base/sha256.h"
#include "tools/s3/signing.h"
#include "tools/s3/uri_encoding.h"

static const time_t DAY = 1369353600; /* 24 May 2013, 00:00:00 UTC */

/* "Examples: Signature Calculations", Amazon S3 API reference. */
static const struct signing_identity EXAMPLE = {
    "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", NULL, "us-east-1", "s3"};

static const char EMPTY[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

static void add(struct header_list *headers, const char *name, const char *value) {
    struct error error;
    assert_int_equal(header_list_add(headers, name, value, &error), STATUS_OK);
}

static const char *signature_of(const struct header_list *headers) {
    const char *value = header_list_find(headers, "Authorization");
    assert_non_null(value);
    const char *at = strstr(value, "Signature=");
    assert_non_null(at);
    return at + strlen("Signature=");
}

static void expect_example(const struct signing_request *request, const char *name,
                           const char *value, const char *more_name, const char *more_value,
                           const char *signature) {
    struct header_list headers = {NULL, 0, 0};
    struct error error;
    add(&headers, "Host", "examplebucket.s3.amazonaws.com");
    if (name != NULL)
        add(&headers, name, value);
    if (more_name != NULL)
        add(&headers, more_name, more_value);
    assert_int_equal(signing_sign(&headers, request, &EXAMPLE, DAY, &error), STATUS_OK);
    assert_string_equal(signature_of(&headers), signature);
    header_list_release(&headers);
}

static void published_examples_of_s3_come_out(void **state) {
    (void)state;
    const struct signing_request get = {"GET", "/test.txt", "", EMPTY};
    expect_example(&get, "Range", "bytes=0-9", NULL, NULL,
                   "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    const struct signing_request put = {
        "PUT", "/test%24file.text", "",
        "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"};
    expect_example(&put, "Date", "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class",
                   "REDUCED_REDUNDANCY",
                   "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    const struct signing_request lifecycle = {"GET", "/", "lifecycle", EMPTY};
    expect_example(&lifecycle, NULL, NULL, NULL, NULL,
                   "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    const struct signing_request list = {"GET", "/", "prefix=J&max-keys=2", EMPTY};
    expect_example(&list, NULL, NULL, NULL, NULL,
                   "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

static void the_token_is_sent_and_signed(void **state) {
    (void)state;
    struct signing_identity identity = EXAMPLE;
    identity.session_token = "TOKEN";
    struct header_list headers = {NULL, 0, 0};
    struct error error;
    const struct signing_request request = {"GET", "/", "", EMPTY};
    add(&headers, "Host", "h");
    assert_int_equal(signing_sign(&headers, &request, &identity, DAY, &error), STATUS_OK);
    assert_string_equal(header_list_find(&headers, "X-Amz-Security-Token"), "TOKEN");
    assert_non_null(strstr(header_list_find(&headers, "authorization"),
                           "SignedHeaders=host;x-amz-content-sha256;x-amz-date;"
                           "x-amz-security-token, "));
    header_list_release(&headers);
}

static void times_are_written_in_utc(void **state) {
    (void)state;
    char text[SIGNING_TIME_SIZE];
    signing_format_time(text, 0);
    assert_string_equal(text, "19700101T000000Z");
    signing_format_time(text, 951827696);
    assert_string_equal(text, "20000229T123456Z");
}

/* --- the public suite, a folder a case -------------------------------------------------------- */

/* A whole file as text; the caller frees. NULL when it is not there. */
static char *read_file(const char *folder, const char *name) {
    char path[4096];
    struct byte_source source;
    struct buffer text = BUFFER_INIT;
    struct error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (access(path, R_OK) != 0)
        return NULL;
    assert_int_equal(byte_source_open(&source, path, &error), STATUS_OK);
    assert_int_equal(byte_source_read_all(&source, 1 << 20, &text, &error), STATUS_OK);
    assert_int_equal(buffer_append(&text, "", 1, &error), STATUS_OK);
    byte_source_release(&source);
    return (char *)text.data;
}

/* Encodes what a query has no right to hold as it is; the suite writes UTF-8 into it. */
static void encode_query(struct buffer *query, const char *text) {
    struct error error;
    for (; *text != '\0'; text++) {
        bool kept = (unsigned char)*text < 0x80 && *text != ' ';
        enum status status =
            kept ? buffer_append(query, text, 1, &error)
                 : uri_encoding_append(query, (struct view){(const unsigned char *)text, 1}, false,
                                       &error);
        assert_int_equal(status, STATUS_OK);
    }
    assert_int_equal(buffer_append(query, "", 1, &error), STATUS_OK);
}

/* Adds the header lines up to the empty one; returns the body behind it. */
static const char *add_headers(struct header_list *headers, char *text) {
    while (*text != '\0' && *text != '\n') {
        char *end = text + strcspn(text, "\n");
        /* A line that begins with a space goes on with the value before it. */
        while (end[0] == '\n' && end[1] == ' ')
            end += 1 + strcspn(end + 1, "\n");
        char *next = *end == '\n' ? end + 1 : end;
        *end = '\0';
        char *colon = strchr(text, ':');
        assert_non_null(colon);
        *colon = '\0';
        add(headers, text, colon + 1);
        text = next;
    }
    return *text == '\n' ? text + 1 : text;
}

static void check_case(const char *folder) {
    json_error_t why;
    struct error error;
    char path[4096], hex[SHA256_HEX_SIZE];
    unsigned char digest[SHA256_SIZE];
    struct header_list headers = {NULL, 0, 0};
    struct buffer query = BUFFER_INIT, canonical = BUFFER_INIT;
    snprintf(path, sizeof path, "%s/context.json", folder);
    json_t *context = json_load_file(path, 0, &why);
    char *request_text = read_file(folder, "request.txt");
    char *wanted_canonical = read_file(folder, "header-canonical-request.txt");
    char *wanted = read_file(folder, "header-signature.txt");
    assert_non_null(context);
    assert_non_null(request_text);
    assert_non_null(wanted_canonical);
    assert_non_null(wanted);
    wanted[strcspn(wanted, "\n")] = '\0';

    /* "GET /path?query HTTP/1.1"; the path comes from the canonical request: see above. */
    char *line_end = strchr(request_text, '\n');
    *line_end = '\0';
    char *method_end = strchr(request_text, ' '), *target_end = strrchr(request_text, ' ');
    *method_end = *target_end = '\0';
    char *question = strchr(method_end + 1, '?');
    encode_query(&query, question == NULL ? "" : question + 1);
    const char *body = add_headers(&headers, line_end + 1);
    char *canonical_path = strchr(wanted_canonical, '\n') + 1;
    size_t path_length = strcspn(canonical_path, "\n");
    snprintf(path, sizeof path, "%.*s", (int)path_length, canonical_path);
    assert_int_equal(sha256_of(body, strlen(body), digest, &error), STATUS_OK);
    sha256_to_hex(digest, hex);

    json_t *keys = json_object_get(context, "credentials");
    const char *token = json_string_value(json_object_get(keys, "token"));
    bool omit = json_is_true(json_object_get(context, "omit_session_token"));
    const struct signing_identity identity = {
        json_string_value(json_object_get(keys, "access_key_id")),
        json_string_value(json_object_get(keys, "secret_access_key")), NULL,
        json_string_value(json_object_get(context, "region")),
        json_string_value(json_object_get(context, "service"))};
    const struct signing_request request = {request_text, path, (const char *)query.data, hex};
    add(&headers, "X-Amz-Date", "20150830T123600Z");
    if (token != NULL && !omit)
        add(&headers, "X-Amz-Security-Token", token);
    if (json_is_true(json_object_get(context, "sign_body")))
        add(&headers, "x-amz-content-sha256", hex);
    assert_int_equal(signing_canonical_request(&canonical, &request, &headers, &error), STATUS_OK);
    assert_int_equal(buffer_append(&canonical, "", 1, &error), STATUS_OK);
    assert_string_equal((const char *)canonical.data, wanted_canonical);
    assert_int_equal(signing_authorize(&headers, &request, &identity, 1440938160, &error),
                     STATUS_OK);
    assert_string_equal(signature_of(&headers), wanted);

    buffer_release(&canonical);
    buffer_release(&query);
    header_list_release(&headers);
    free(wanted);
    free(wanted_canonical);
    free(request_text);
    json_decref(context);
}

static void the_public_suite_comes_out(void **state) {
    (void)state;
    const char *shared = getenv("MLMPREP_SHARED");
    char folder[1024], path[2048];
    snprintf(folder, sizeof folder, "%s/s3/sigv4-vectors", shared == NULL ? "../shared" : shared);
    DIR *cases = opendir(folder);
    if (cases == NULL) {
        print_message("# skipped: there is no %s\n", folder);
        skip();
    }
    unsigned count = 0;
    const struct dirent *entry;
    while ((entry = readdir(cases)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check_case(path);
        count++;
    }
    closedir(cases);
    assert_true(count >= 30);
}

/* --- botocore --------------------------------------------------------------------------------- */

static void sign_generated(const json_t *test) {
    struct header_list headers = {NULL, 0, 0};
    struct buffer path = BUFFER_INIT;
    struct error error;
    const char *name;
    json_t *value;
    add(&headers, "Host", json_string_value(json_object_get(test, "host")));
    json_object_foreach(json_object_get(test, "headers"), name, value)
        add(&headers, name, json_string_value(value));
    assert_int_equal(buffer_append(&path, "/", 1, &error), STATUS_OK);
    assert_int_equal(
        uri_encoding_append(&path, view_of_string(json_string_value(json_object_get(test, "key"))),
                            true, &error),
        STATUS_OK);
    assert_int_equal(buffer_append(&path, "", 1, &error), STATUS_OK);
    const struct signing_identity identity = {
        json_string_value(json_object_get(test, "access_key")),
        json_string_value(json_object_get(test, "secret_key")),
        json_string_value(json_object_get(test, "token")),
        json_string_value(json_object_get(test, "region")), "s3"};
    const struct signing_request request = {
        json_string_value(json_object_get(test, "method")), (const char *)path.data,
        json_string_value(json_object_get(test, "query")),
        json_string_value(json_object_get(test, "payload_hash"))};
    time_t when = (time_t)json_integer_value(json_object_get(test, "time"));
    assert_int_equal(signing_sign(&headers, &request, &identity, when, &error), STATUS_OK);
    assert_string_equal(header_list_find(&headers, "Authorization"),
                        json_string_value(json_object_get(test, "authorization")));
    buffer_release(&path);
    header_list_release(&headers);
}

static void botocore_signs_the_same(void **state) {
    (void)state;
    FILE *cases = popen("/usr/bin/python3 tests/s3/signing_cases.py 300 2>/dev/null", "r");
    assert_non_null(cases);
    char *line = NULL;
    size_t capacity = 0;
    unsigned count = 0;
    while (getline(&line, &capacity, cases) > 0) {
        json_error_t why;
        json_t *test = json_loads(line, 0, &why);
        assert_non_null(test);
        sign_generated(test);
        json_decref(test);
        count++;
    }
    free(line);
    if (pclose(cases) != 0) {
        print_message("# skipped: Debian's Python with botocore is not here\n");
        skip();
    }
    assert_int_equal(count, 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_examples_of_s3_come_out),
        cmocka_unit_test(the_token_is_sent_and_signed),
        cmocka_unit_test(times_are_written_in_utc),
        cmocka_unit_test(the_public_suite_comes_out),
        cmocka_unit_test(botocore_signs_the_same),
    };
    return cmocka_run_group_tests_name("signing", tests, NULL, NULL);
}
