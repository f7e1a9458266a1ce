/* s3_list: pages as servers write them, odd keys, and what must not be believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/s3_list.h"

static enum status write_down(void *context, const struct s3_list_object *object,
                              struct error *error) {
    return buffer_format(context, error, "%s|%s|%llu;", object->key, object->etag,
                         (unsigned long long)object->size);
}

/* Reads the inside of a ListBucketResult; the objects that were told, as text. */
static enum status read_inside(const char *inside, const char *prefix, struct buffer *told,
                               struct s3_list_page *page, struct error *error) {
    struct buffer body = BUFFER_INIT;
    assert_int_equal(buffer_format(&body, error,
                                   "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://x/\">"
                                   "<Name>b</Name>%s</ListBucketResult>",
                                   inside),
                     STATUS_OK);
    buffer_clear(told);
    enum status status =
        s3_list_read_page(page, buffer_view(&body), prefix, write_down, told, error);
    buffer_release(&body);
    assert_int_equal(buffer_append(told, "", 1, error), STATUS_OK);
    return status;
}

static void expect(const char *inside, const char *prefix, const char *wanted) {
    struct buffer told = BUFFER_INIT;
    struct s3_list_page page = {.count = 0};
    struct error error = {.message = ""};
    if (read_inside(inside, prefix, &told, &page, &error) != STATUS_OK)
        fail_msg("%s", error.message);
    assert_string_equal((const char *)told.data, wanted);
    s3_list_page_release(&page);
    buffer_release(&told);
}

static void refuse(const char *inside, const char *prefix, const char *piece) {
    struct buffer told = BUFFER_INIT;
    struct s3_list_page page = {.count = 0};
    struct error error = {.message = ""};
    assert_int_equal(read_inside(inside, prefix, &told, &page, &error), STATUS_CORRUPT);
    assert_string_equal((const char *)told.data, "");
    if (strstr(error.message, piece) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", error.message, piece);
    s3_list_page_release(&page);
    buffer_release(&told);
}

#define OBJECT(key)                                                                                \
    "<Contents><Key>" key "</Key><ETag>&quot;e&quot;</ETag><Size>7</Size></Contents>"
#define LAST "<IsTruncated>false</IsTruncated>"
#define URL  "<EncodingType>url</EncodingType>"

static void odd_keys_come_out_as_they_are(void **state) {
    (void)state;
    expect(LAST URL OBJECT("p/a%3Db%2Bc+d%20e%25"), "p/", "p/a=b+c d e%|e|7;");
    expect(LAST URL OBJECT("p/%C3%A9%F0%9F%98%80"), "p/", "p/\xC3\xA9\xF0\x9F\x98\x80|e|7;");
    expect(LAST URL OBJECT("a//b") OBJECT("./x") OBJECT("a%2Fb%20%20"), "",
           "a//b|e|7;./x|e|7;a/b  |e|7;");
    expect(LAST URL OBJECT("%26%3C%3E%22%27%0A"), "", "&<>\"'\n|e|7;");
    /* A server that does not encode: the key is what the XML says. */
    expect(LAST OBJECT("a+b%20c&amp;d"), "", "a+b%20c&d|e|7;");
    /* What comes with the page may stand behind the objects. */
    expect(OBJECT("a%2Bb") URL LAST, "", "a+b|e|7;");
}

static void objects_come_with_size_and_etag(void **state) {
    (void)state;
    expect(LAST URL "<Contents><Size>5497558138880</Size><Key>a</Key><Owner><ID>x</ID></Owner>"
                    "<StorageClass>STANDARD</StorageClass></Contents>" OBJECT("b"),
           "", "a||5497558138880;b|e|7;");
    expect(LAST URL "<Contents><Key>a</Key><ETag>bare</ETag><Size>0</Size></Contents>", "",
           "a|bare|0;");
    expect(LAST, "", "");
    struct buffer told = BUFFER_INIT;
    struct s3_list_page page = {.count = 0};
    struct error error;
    assert_int_equal(read_inside("<IsTruncated>true</IsTruncated><NextContinuationToken>1/+=&amp;"
                                 "</NextContinuationToken>" OBJECT("b"),
                                 "", &told, &page, &error),
                     STATUS_OK);
    assert_true(page.truncated);
    assert_int_equal(page.count, 1);
    assert_string_equal((const char *)page.token.data, "1/+=&");
    s3_list_page_release(&page);
    buffer_release(&told);
}

static void what_cannot_be_believed_tells_nothing(void **state) {
    (void)state;
    refuse(LAST URL OBJECT("foo/a") OBJECT("foo2/a"), "foo/", "prefix");
    refuse(LAST URL OBJECT("a") OBJECT(""), "", "without a key");
    refuse(LAST URL OBJECT("a") OBJECT("b%2"), "", "percent-encoded");
    refuse(LAST URL OBJECT("b%00c"), "", "percent-encoded");
    refuse(URL OBJECT("a"), "", "no complete");
    refuse("<IsTruncated>true</IsTruncated>" OBJECT("a"), "", "no token");
    refuse(LAST "<Contents><Key>a</Key><Size>x</Size></Contents>", "", "without a size");
    refuse(LAST "<Contents><Key>a</Key><Size>-1</Size></Contents>", "", "without a size");
    refuse(LAST "<Contents><Key>a</Key></Contents>", "", "without a size");
    refuse(LAST "<Contents><Key>a</Key><Size>99999999999999999999</Size></Contents>", "", "size");
    struct s3_list_page page = {.count = 0};
    struct error error;
    struct buffer told = BUFFER_INIT;
    assert_int_equal(s3_list_read_page(&page,
                                       view_of_string("<A><IsTruncated>false</IsTruncated>"
                                                      "</A>"),
                                       "", write_down, &told, &error),
                     STATUS_CORRUPT);
    s3_list_page_release(&page);
}

static void a_page_cut_anywhere_tells_nothing(void **state) {
    (void)state;
    static const char PAGE[] =
        "<ListBucketResult>" LAST URL OBJECT("a%2Bb") OBJECT("c") "</ListBucketResult>";
    for (size_t length = 0; length < sizeof PAGE - 1; length++) {
        struct s3_list_page page = {.count = 0};
        struct buffer told = BUFFER_INIT;
        struct error error;
        unsigned char *copy = malloc(length + 1);
        assert_non_null(copy);
        memcpy(copy, PAGE, length);
        assert_int_equal(
            s3_list_read_page(&page, (struct view){copy, length}, "", write_down, &told, &error),
            STATUS_CORRUPT);
        assert_int_equal(told.size, 0);
        s3_list_page_release(&page);
        free(copy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_keys_come_out_as_they_are),
        cmocka_unit_test(objects_come_with_size_and_etag),
        cmocka_unit_test(what_cannot_be_believed_tells_nothing),
        cmocka_unit_test(a_page_cut_anywhere_tells_nothing),
    };
    return cmocka_run_group_tests_name("s3_list", tests, NULL, NULL);
}
