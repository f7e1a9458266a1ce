/* s3_url, uri_encoding and endpoint: what is accepted, what is refused and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tools/s3/endpoint.h"
#include "tools/s3/s3_url.h"
#include "tools/s3/uri_encoding.h"

static void expect_bucket(const char *text, const char *bucket, const char *prefix) {
    struct s3_url url;
    struct error error;
    assert_int_equal(s3_url_parse(&url, text, &error), STATUS_OK);
    assert_int_equal(url.kind, S3_URL_BUCKET);
    assert_string_equal(url.bucket, bucket);
    assert_string_equal(url.prefix, prefix);
    s3_url_release(&url);
}

static void expect_folder(const char *text, const char *folder) {
    struct s3_url url;
    struct error error;
    assert_int_equal(s3_url_parse(&url, text, &error), STATUS_OK);
    assert_int_equal(url.kind, S3_URL_FOLDER);
    assert_string_equal(url.folder, folder);
    s3_url_release(&url);
}

/* Refused with a sentence that has `piece` in it. */
static void expect_refusal(const char *text, const char *piece) {
    struct s3_url url;
    struct error error;
    assert_int_equal(s3_url_parse(&url, text, &error), STATUS_USAGE);
    if (strstr(error.message, piece) == NULL)
        fail_msg("'%s' gave \"%s\", which lacks \"%s\"", text, error.message, piece);
    assert_null(url.bucket);
    assert_null(url.folder);
}

static void urls_are_taken_apart(void **state) {
    (void)state;
    expect_bucket("s3://bucket", "bucket", "");
    expect_bucket("s3://bucket/", "bucket", "");
    expect_bucket("s3://my.bucket-1/a/b", "my.bucket-1", "a/b");
    expect_bucket("s3://bucket/a//b%20 c/", "bucket", "a//b%20 c");
    expect_bucket("s3://bucket//a//", "bucket", "a");
    expect_folder("file:///a/b/", "/a/b");
    expect_folder("file:///", "/");
    expect_folder("file:///a b", "/a b");
}

static void wrong_urls_are_refused_with_the_reason(void **state) {
    (void)state;
    expect_refusal("out/folder", "s3://bucket/prefix");
    expect_refusal("", "not a target");
    expect_refusal("S3://bucket", "not a target");
    expect_refusal("s3://", "names no bucket");
    expect_refusal("s3:///key", "names no bucket");
    expect_refusal("s3://ab", "3 to 63");
    expect_refusal("s3://Bucket/x", "begin and end");
    expect_refusal("s3://bu_cket/x", "may only have");
    expect_refusal("s3://bucket-/x", "begin and end");
    expect_refusal("s3://bu..cket", "two dots");
    expect_refusal("s3://192.168.5.4/x", "IP address");
    expect_refusal("s3://bucket?x=1/y", "may only have");
    expect_refusal("file://folder/x", "three slashes");
    expect_refusal("file://", "three slashes");
    expect_refusal("file:///a%20b", "percent sign");
    char longest[2000] = "s3://bucket/";
    memset(longest + strlen(longest), 'x', 1500);
    expect_refusal(longest, "longer than 1024");
}

static void expect_join(const char *text, const char *relative, const char *wanted) {
    struct s3_url url;
    struct error error;
    struct buffer key = BUFFER_INIT;
    assert_int_equal(s3_url_parse(&url, text, &error), STATUS_OK);
    assert_int_equal(s3_url_join(&key, &url, relative, &error), STATUS_OK);
    assert_string_equal((const char *)key.data, wanted);
    buffer_release(&key);
    s3_url_release(&url);
}

static void keys_are_joined_with_one_slash(void **state) {
    (void)state;
    expect_join("s3://bucket/a/", "b/c", "a/b/c");
    expect_join("s3://bucket", "b/c", "b/c");
    expect_join("file:///", "b/c", "/b/c");
    expect_join("file:///a", "b/c", "/a/b/c");
}

static void a_key_of_more_than_1024_bytes_is_refused(void **state) {
    (void)state;
    struct s3_url url;
    struct error error;
    struct buffer key = BUFFER_INIT;
    char relative[1025] = "";
    memset(relative, 'x', 1022);
    assert_int_equal(s3_url_parse(&url, "s3://bucket/p", &error), STATUS_OK);
    assert_int_equal(s3_url_join(&key, &url, relative, &error), STATUS_OK);
    buffer_clear(&key);
    relative[1022] = 'x';
    assert_int_equal(s3_url_join(&key, &url, relative, &error), STATUS_FAILED);
    buffer_release(&key);
    s3_url_release(&url);
}

static void every_byte_is_encoded_or_kept(void **state) {
    (void)state;
    static const char KEPT[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    struct error error;
    for (int byte = 0; byte < 256; byte++) {
        struct buffer text = BUFFER_INIT;
        unsigned char raw = (unsigned char)byte;
        char wanted[8];
        assert_int_equal(uri_encoding_append(&text, (struct view){&raw, 1}, false, &error),
                         STATUS_OK);
        if (byte != 0 && strchr(KEPT, byte) != NULL)
            snprintf(wanted, sizeof wanted, "%c", byte);
        else
            snprintf(wanted, sizeof wanted, "%%%02X", (unsigned)byte);
        assert_int_equal(text.size, strlen(wanted));
        assert_memory_equal(text.data, wanted, text.size);
        buffer_release(&text);
    }
    struct buffer path = BUFFER_INIT;
    assert_int_equal(uri_encoding_append(&path, view_of_string("a//b +=%/\xC3\xA9"), true, &error),
                     STATUS_OK);
    assert_int_equal(buffer_append(&path, "", 1, &error), STATUS_OK);
    assert_string_equal((const char *)path.data, "a//b%20%2B%3D%25/%C3%A9");
    buffer_release(&path);
}

static enum status init(struct endpoint *endpoint, const char *url, const char *region,
                        const char *bucket, enum endpoint_style style) {
    struct error error;
    const struct endpoint_place place = {.url = url, .region = region, .style = style};
    return endpoint_init(endpoint, &place, bucket, &error);
}

static void expect_endpoint(const char *url, const char *bucket, enum endpoint_style style,
                            const char *wanted) {
    struct endpoint endpoint;
    struct error error;
    struct buffer path = BUFFER_INIT;
    char got[512];
    assert_int_equal(init(&endpoint, url, "eu-west-1", bucket, style), STATUS_OK);
    assert_int_equal(endpoint_append_path(&path, &endpoint, "a b", &error), STATUS_OK);
    snprintf(got, sizeof got, "%s://%s%s", endpoint.scheme, endpoint.host, (const char *)path.data);
    assert_string_equal(got, wanted);
    buffer_release(&path);
    endpoint_release(&endpoint);
}

static void buckets_are_named_in_host_or_path(void **state) {
    (void)state;
    const enum endpoint_style any = ENDPOINT_AUTOMATIC;
    expect_endpoint(NULL, "bucket", any, "https://bucket.s3.eu-west-1.amazonaws.com/a%20b");
    expect_endpoint(NULL, "buc.ket", any, "https://s3.eu-west-1.amazonaws.com/buc.ket/a%20b");
    expect_endpoint(NULL, "bucket", ENDPOINT_PATH,
                    "https://s3.eu-west-1.amazonaws.com/bucket/a%20b");
    expect_endpoint("http://127.0.0.1:7480", "bucket", any, "http://127.0.0.1:7480/bucket/a%20b");
    expect_endpoint("http://127.0.0.1:7480/", "bucket", any, "http://127.0.0.1:7480/bucket/a%20b");
    expect_endpoint("https://Minio.Example:443/s3/", "bucket", any,
                    "https://minio.example/s3/bucket/a%20b");
    expect_endpoint("http://s3.localhost:80", "bucket", ENDPOINT_VIRTUAL_HOST,
                    "http://bucket.s3.localhost/a%20b");
    expect_endpoint("https://s3.us-east-1.amazonaws.com", "bucket", any,
                    "https://bucket.s3.us-east-1.amazonaws.com/a%20b");
    expect_endpoint("http://[::1]:7480", "bucket", any, "http://[::1]:7480/bucket/a%20b");
    expect_endpoint("https://s3.us-east-1.amazonaws.com/x", "bucket", any,
                    "https://s3.us-east-1.amazonaws.com/x/bucket/a%20b");
    expect_endpoint("https://bucket.vpce-1a-2b.s3.us-east-1.vpce.amazonaws.com", "bucket", any,
                    "https://bucket.vpce-1a-2b.s3.us-east-1.vpce.amazonaws.com/bucket/a%20b");
}

/* Where a bucket in front of the host cannot work, it goes into the path all the same. */
static void some_hosts_take_no_bucket_in_front(void **state) {
    (void)state;
    const enum endpoint_style in_host = ENDPOINT_VIRTUAL_HOST;
    expect_endpoint("http://127.0.0.1:7480", "bucket", in_host,
                    "http://127.0.0.1:7480/bucket/a%20b");
    expect_endpoint("http://[::1]", "bucket", in_host, "http://[::1]/bucket/a%20b");
    expect_endpoint(NULL, "buc.ket", in_host, "https://s3.eu-west-1.amazonaws.com/buc.ket/a%20b");
    expect_endpoint("https://s3.example", "b.u", in_host, "https://s3.example/b.u/a%20b");
    expect_endpoint("http://s3.example", "b.u", in_host, "http://b.u.s3.example/a%20b");
    expect_endpoint("http://7.example:1", "bu", in_host, "http://bu.7.example:1/a%20b");
}

static void the_chinese_partition_has_its_own_domain(void **state) {
    (void)state;
    struct endpoint endpoint;
    assert_int_equal(init(&endpoint, NULL, "cn-north-1", "bucket", ENDPOINT_AUTOMATIC), STATUS_OK);
    assert_string_equal(endpoint.host, "bucket.s3.cn-north-1.amazonaws.com.cn");
    endpoint_release(&endpoint);
}

static void expect_host(const char *region, bool sts, bool dual_stack, bool fips,
                        const char *wanted) {
    struct endpoint endpoint;
    struct error error;
    const struct endpoint_place place = {.region = region, .dual_stack = dual_stack, .fips = fips};
    assert_int_equal(sts ? endpoint_init_sts(&endpoint, &place, &error)
                         : endpoint_init(&endpoint, &place, "b.1", &error),
                     STATUS_OK);
    assert_string_equal(endpoint.host, wanted);
    assert_string_equal(endpoint.scheme, "https");
    assert_string_equal(endpoint.base_path, sts ? "" : "/b.1");
    endpoint_release(&endpoint);
}

static void dual_stack_and_fips_have_addresses_of_their_own(void **state) {
    (void)state;
    expect_host("eu-west-1", false, true, false, "s3.dualstack.eu-west-1.amazonaws.com");
    expect_host("us-west-2", false, false, true, "s3-fips.us-west-2.amazonaws.com");
    expect_host("us-west-2", false, true, true, "s3-fips.dualstack.us-west-2.amazonaws.com");
    expect_host("cn-north-1", false, true, false, "s3.dualstack.cn-north-1.amazonaws.com.cn");
    expect_host("us-iso-east-1", false, false, false, "s3.us-iso-east-1.c2s.ic.gov");
    expect_host("eu-west-1", true, false, false, "sts.eu-west-1.amazonaws.com");
    expect_host("eu-west-1", true, true, false, "sts.eu-west-1.api.aws");
    expect_host("us-east-2", true, false, true, "sts-fips.us-east-2.amazonaws.com");
    expect_host("us-gov-west-1", true, false, true, "sts.us-gov-west-1.amazonaws.com");
    expect_host("cn-north-1", true, false, false, "sts.cn-north-1.amazonaws.com.cn");
    expect_host("us-gov-east-1", true, true, false, "sts.us-gov-east-1.api.aws");
    expect_host("us-gov-east-1", true, true, true, "sts-fips.us-gov-east-1.api.aws");
    expect_host("us-iso-east-1", true, true, false, "sts.us-iso-east-1.api.aws.ic.gov");
    expect_host("us-isob-east-1", true, true, true, "sts-fips.us-isob-east-1.api.aws.scloud");
    expect_host("eusc-de-east-1", true, true, false, "sts.eusc-de-east-1.api.amazonwebservices.eu");
    expect_host("eusc-de-east-1", false, true, true,
                "s3-fips.dualstack.eusc-de-east-1.amazonaws.eu");
    expect_host("us-isof-south-1", false, false, true, "s3-fips.us-isof-south-1.csp.hci.ic.gov");
    expect_host("us-gov-west-1", false, true, true,
                "s3-fips.dualstack.us-gov-west-1.amazonaws.com");
    struct endpoint endpoint;
    struct error error;
    const struct endpoint_place place = {.url = "http://h", .region = "us-east-1", .fips = true};
    assert_int_equal(endpoint_init(&endpoint, &place, "bucket", &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, "FIPS"));
    const struct endpoint_place without[] = {{.region = "cn-north-1", .fips = true},
                                             {.region = "eu-isoe-west-1", .dual_stack = true},
                                             {.region = "us-isof-south-1", .dual_stack = true}};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        assert_int_equal(endpoint_init(&endpoint, &without[i], "bucket", &error), STATUS_USAGE);
        assert_non_null(strstr(error.message, "has no"));
        assert_int_equal(endpoint_init_sts(&endpoint, &without[i], &error), STATUS_USAGE);
    }
}

static void wrong_endpoints_are_refused(void **state) {
    (void)state;
    const char *const wrong[] = {"",
                                 "127.0.0.1:7480",
                                 "ftp://host",
                                 "http://",
                                 "http://user@host",
                                 "http://host?x",
                                 "http://a b",
                                 "http://host/#x",
                                 "http://:80",
                                 "http://host:",
                                 "http://h:x",
                                 "http://host:65536",
                                 "http://h:0",
                                 "http://[::1",
                                 "http://[]:1",
                                 "http://.host",
                                 "http://a:1:2",
                                 "http://[::1]x",
                                 "http://h:99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct endpoint endpoint;
        assert_int_equal(init(&endpoint, wrong[i], "us-east-1", "bucket", ENDPOINT_AUTOMATIC),
                         STATUS_USAGE);
    }
}

static bool follow(const char *from, const char *location, char got[256]) {
    struct endpoint endpoint;
    assert_int_equal(init(&endpoint, from, "us-east-1", "bucket", ENDPOINT_AUTOMATIC), STATUS_OK);
    bool followed = endpoint_follow(&endpoint, location, "bucket");
    snprintf(got, 256, "%s://%s%s", endpoint.scheme, endpoint.host, endpoint.base_path);
    endpoint_release(&endpoint);
    return followed;
}

static void redirects_are_followed_where_they_make_sense(void **state) {
    (void)state;
    char got[256];
    assert_true(follow(NULL, "https://bucket.s3-us-west-2.amazonaws.com/key?x", got));
    assert_string_equal(got, "https://bucket.s3-us-west-2.amazonaws.com");
    assert_true(follow("http://a:1", "http://b:2/bucket/key", got));
    assert_string_equal(got, "http://b:2/bucket");
    assert_true(follow("http://a:1", "https://a/bucket/key", got));
    assert_false(follow("http://a:1", "http://a:1/bucket/key", got));
    assert_false(follow("https://a", "http://b/bucket/key", got));
    assert_false(follow("http://a:1", "/bucket/key", got));
    assert_false(follow("http://a:1", "http://b/another/key", got));
    assert_false(follow("http://a:1", "http://b/bucketeer/key", got));
    assert_string_equal(got, "http://a:1/bucket");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urls_are_taken_apart),
        cmocka_unit_test(wrong_urls_are_refused_with_the_reason),
        cmocka_unit_test(keys_are_joined_with_one_slash),
        cmocka_unit_test(a_key_of_more_than_1024_bytes_is_refused),
        cmocka_unit_test(every_byte_is_encoded_or_kept),
        cmocka_unit_test(buckets_are_named_in_host_or_path),
        cmocka_unit_test(some_hosts_take_no_bucket_in_front),
        cmocka_unit_test(the_chinese_partition_has_its_own_domain),
        cmocka_unit_test(dual_stack_and_fips_have_addresses_of_their_own),
        cmocka_unit_test(wrong_endpoints_are_refused),
        cmocka_unit_test(redirects_are_followed_where_they_make_sense),
    };
    return cmocka_run_group_tests_name("s3_url", tests, NULL, NULL);
}
