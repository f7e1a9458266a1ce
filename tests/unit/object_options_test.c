/* What users may ask for an object: refused before anything is sent, or a header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tools/s3/object_options.h"

static void refuses(const struct object_options *options, const char *named) {
    struct error error = {.message = ""};
    assert_int_equal(object_options_check(options, &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, named));
}

static void refuses_nonsense(void **state) {
    (void)state;
    refuses(&(struct object_options){.sse = "aes"}, "--sse");
    refuses(&(struct object_options){.sse_kms_key = "k"}, "--sse-kms-key-id");
    refuses(&(struct object_options){.sse = "AES256", .sse_kms_key = "k"}, "--sse-kms-key-id");
    refuses(&(struct object_options){.acl = "a\r\nx-evil: 1"}, "--acl");
    refuses(&(struct object_options){.storage_class = "\xC3\xA4"}, "--storage-class");
    const char *const tag[] = {"name"}, *const empty_tag[] = {"=x"};
    refuses(&(struct object_options){.tags = tag, .tag_count = 1}, "--tag");
    refuses(&(struct object_options){.tags = empty_tag, .tag_count = 1}, "--tag");
    const char *const many[11] = {"a=", "b=", "c=", "d=", "e=", "f=", "g=", "h=", "i=", "j=", "k="};
    refuses(&(struct object_options){.tags = many, .tag_count = 11}, "10 tags");
    static const char *const METADATA[] = {"x", "=x", "a b=x", "sha256=x", "SHA256=x", "a=\n"};
    for (size_t i = 0; i < sizeof METADATA / sizeof *METADATA; i++)
        refuses(&(struct object_options){.metadata = &METADATA[i], .metadata_count = 1},
                "--metadata");
    const char *const twice[] = {"a=1", "ab=1", "a=2"};
    refuses(&(struct object_options){.tags = twice, .tag_count = 3}, "'a' twice");
    const char *const twice_in_headers[] = {"A=1", "a=2"};
    refuses(&(struct object_options){.metadata = twice_in_headers, .metadata_count = 2},
            "'a' twice");
    refuses(&(struct object_options){.request_payer = "owner"}, "--request-payer");
    refuses(&(struct object_options){.expected_bucket_owner = "12345"}, "--expected-bucket-owner");
    refuses(&(struct object_options){.expected_bucket_owner = "11112222333x"}, "12 digits");
}

static void makes_headers(void **state) {
    (void)state;
    const char *const tags[] = {"a b=c/d", "e="}, *const metadata[] = {"Run=7=8"};
    const struct object_options options = {.sse = "aws:kms",
                                           .sse_kms_key = "key",
                                           .storage_class = "STANDARD_IA",
                                           .acl = "private",
                                           .content_type = "text/plain",
                                           .tags = tags,
                                           .tag_count = 2,
                                           .metadata = metadata,
                                           .metadata_count = 1,
                                           .request_payer = "requester",
                                           .expected_bucket_owner = "111122223333"};
    struct header_list headers = {NULL, 0, 0};
    struct error error;
    assert_int_equal(object_options_check(&options, &error), STATUS_OK);
    assert_int_equal(object_options_add(&headers, &options, &error), STATUS_OK);
    assert_int_equal(object_options_add_metadata(&headers, &options, "abc", &error), STATUS_OK);
    assert_int_equal(object_options_add_always(&headers, &options, &error), STATUS_OK);
    static const char *const WANTED[][2] = {{"x-amz-server-side-encryption", "aws:kms"},
                                            {"x-amz-server-side-encryption-aws-kms-key-id", "key"},
                                            {"x-amz-storage-class", "STANDARD_IA"},
                                            {"x-amz-acl", "private"},
                                            {"content-type", "text/plain"},
                                            {"x-amz-tagging", "a%20b=c%2Fd&e="},
                                            {"x-amz-meta-sha256", "abc"},
                                            {"x-amz-meta-run", "7=8"},
                                            {"x-amz-request-payer", "requester"},
                                            {"x-amz-expected-bucket-owner", "111122223333"}};
    for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++)
        assert_string_equal(header_list_find(&headers, WANTED[i][0]), WANTED[i][1]);
    assert_int_equal(headers.count, sizeof WANTED / sizeof *WANTED);
    header_list_release(&headers);
}

static void adds_nothing_unasked(void **state) {
    (void)state;
    const struct object_options options = {.sse = NULL};
    struct header_list headers = {NULL, 0, 0};
    struct error error;
    assert_int_equal(object_options_check(&options, &error), STATUS_OK);
    assert_int_equal(object_options_add(&headers, &options, &error), STATUS_OK);
    assert_int_equal(object_options_add(&headers, NULL, &error), STATUS_OK);
    assert_int_equal(object_options_add_metadata(&headers, NULL, "", &error), STATUS_OK);
    assert_int_equal(object_options_add_always(&headers, &options, &error), STATUS_OK);
    assert_int_equal(headers.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_nonsense),
        cmocka_unit_test(makes_headers),
        cmocka_unit_test(adds_nothing_unasked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
