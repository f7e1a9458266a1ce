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

/* As assert_true, in a way that compilers understand. */
static void require(bool holds) {
    assert_true(holds);
    if (!holds)
        abort();
}

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

/* What one case is made of; owned. */
struct vector {
    json_t *context;
    char *request;   /* cut into its parts by split_request */
    char *canonical; /* wanted */
    char *signature; /* wanted */
    char path[2048];
    struct buffer query;
    struct header_list headers;
    char hash[SHA256_HEX_SIZE]; /* of the body */
};

static void read_vector(struct vector *vector, const char *folder) {
    char path[4096];
    json_error_t why;
    *vector = (struct vector){.query = BUFFER_INIT};
    snprintf(path, sizeof path, "%s/context.json", folder);
    vector->context = json_load_file(path, 0, &why);
    vector->request = read_file(folder, "request.txt");
    vector->canonical = read_file(folder, "header-canonical-request.txt");
    vector->signature = read_file(folder, "header-signature.txt");
    require(vector->context != NULL && vector->request != NULL && vector->canonical != NULL &&
            vector->signature != NULL);
    vector->signature[strcspn(vector->signature, "\n")] = '\0';
}

/* "GET /path?query HTTP/1.1", headers, body. The path is taken from the canonical request. */
static void split_request(struct vector *vector) {
    struct error error;
    unsigned char digest[SHA256_SIZE];
    char *line_end = vector->request + strcspn(vector->request, "\n");
    require(*line_end == '\n');
    *line_end = '\0';
    char *target = strchr(vector->request, ' '), *version = strrchr(vector->request, ' ');
    const char *path = strchr(vector->canonical, '\n');
    require(target != NULL && version != NULL && version > target && path != NULL);
    *target++ = *version = '\0';
    const char *question = strchr(target, '?');
    encode_query(&vector->query, question == NULL ? "" : question + 1);
    const char *body = add_headers(&vector->headers, line_end + 1);
    snprintf(vector->path, sizeof vector->path, "%.*s", (int)strcspn(path + 1, "\n"), path + 1);
    assert_int_equal(sha256_of(body, strlen(body), digest, &error), STATUS_OK);
    sha256_to_hex(digest, vector->hash);
}

static const char *text_of(const json_t *object, const char *name) {
    return json_string_value(json_object_get(object, name));
}

static void check_case(const char *folder) {
    struct vector vector;
    struct error error;
    struct buffer canonical = BUFFER_INIT;
    read_vector(&vector, folder);
    split_request(&vector);
    const json_t *keys = json_object_get(vector.context, "credentials");
    const char *token = text_of(keys, "token");
    const struct signing_identity identity = {
        text_of(keys, "access_key_id"), text_of(keys, "secret_access_key"), NULL,
        text_of(vector.context, "region"), text_of(vector.context, "service")};
    const struct signing_request request = {vector.request, vector.path,
                                            (const char *)vector.query.data, vector.hash};
    add(&vector.headers, "X-Amz-Date", "20150830T123600Z");
    if (token != NULL && !json_is_true(json_object_get(vector.context, "omit_session_token")))
        add(&vector.headers, "X-Amz-Security-Token", token);
    if (json_is_true(json_object_get(vector.context, "sign_body")))
        add(&vector.headers, "x-amz-content-sha256", vector.hash);
    assert_int_equal(signing_canonical_request(&canonical, &request, &vector.headers, &error),
                     STATUS_OK);
    assert_int_equal(buffer_append(&canonical, "", 1, &error), STATUS_OK);
    assert_string_equal((const char *)canonical.data, vector.canonical);
    assert_int_equal(signing_authorize(&vector.headers, &request, &identity, 1440938160, &error),
                     STATUS_OK);
    assert_string_equal(signature_of(&vector.headers), vector.signature);

    buffer_release(&canonical);
    buffer_release(&vector.query);
    header_list_release(&vector.headers);
    free(vector.request);
    free(vector.canonical);
    free(vector.signature);
    json_decref(vector.context);
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
        return;
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
    add(&headers, "Host", text_of(test, "host"));
    json_object_foreach(json_object_get(test, "headers"), name, value)
        add(&headers, name, json_string_value(value));
    assert_int_equal(buffer_append(&path, "/", 1, &error), STATUS_OK);
    assert_int_equal(uri_encoding_append(&path, view_of_string(text_of(test, "key")), true, &error),
                     STATUS_OK);
    assert_int_equal(buffer_append(&path, "", 1, &error), STATUS_OK);
    const struct signing_identity identity = {text_of(test, "access_key"),
                                              text_of(test, "secret_key"), text_of(test, "token"),
                                              text_of(test, "region"), "s3"};
    const struct signing_request request = {text_of(test, "method"), (const char *)path.data,
                                            text_of(test, "query"), text_of(test, "payload_hash")};
    time_t when = (time_t)json_integer_value(json_object_get(test, "time"));
    assert_int_equal(signing_sign(&headers, &request, &identity, when, &error), STATUS_OK);
    assert_string_equal(header_list_find(&headers, "Authorization"),
                        text_of(test, "authorization"));
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
