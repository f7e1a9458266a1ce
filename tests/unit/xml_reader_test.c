/* xml_reader and s3_error: what is read, what is refused, and damage of every length. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/s3_error.h"
#include "tools/s3/xml_reader.h"

static const char REDIRECT[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Error xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Code>PermanentRedirect</Code>"
    "<Message>not &lt;here&gt;\n&#233;</Message><Endpoint>b.s3.eu-west-1.amazonaws.com</Endpoint>"
    "<Bucket>b</Bucket><RequestId>4442</RequestId><Region>eu-west-1</Region></Error>";

static void write_down(void *context, const char *path, const char *text) {
    struct error error;
    assert_int_equal(buffer_format(context, &error, "%s=%s;", path, text), STATUS_OK);
}

static enum status read_text(const char *document, struct buffer *seen, struct error *error) {
    return xml_reader_read(view_of_string(document), write_down, seen, error);
}

static void elements_are_told_with_their_paths(void **state) {
    (void)state;
    struct buffer seen = BUFFER_INIT;
    struct error error;
    assert_int_equal(read_text("<p:A x='1'><B>1 &amp; 2</B><C><D/></C><B><![CDATA[<3>]]></B></p:A>",
                               &seen, &error),
                     STATUS_OK);
    static const char WANTED[] = "A/B=1 & 2;A/C/D=;A/C=;A/B=<3>;A=;";
    assert_int_equal(seen.size, strlen(WANTED));
    assert_memory_equal(seen.data, WANTED, seen.size);
    buffer_release(&seen);
}

static void expect_refusal(const char *document, const char *piece) {
    struct buffer seen = BUFFER_INIT;
    struct error error;
    assert_int_equal(read_text(document, &seen, &error), STATUS_CORRUPT);
    if (strstr(error.message, piece) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", error.message, piece);
    buffer_release(&seen);
}

/* Appends text; there is a NUL behind it. */
static void append(struct buffer *text, const char *piece) {
    struct error error;
    assert_int_equal(buffer_format(text, &error, "%s", piece), STATUS_OK);
}

static void repeat(struct buffer *text, const char *piece, size_t times) {
    for (; times > 0; times--)
        append(text, piece);
}

static void what_is_not_small_and_plain_is_refused(void **state) {
    (void)state;
    expect_refusal("", "no element");
    expect_refusal("<A>", "line 1");
    expect_refusal("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "document type");
    struct buffer text = BUFFER_INIT;
    repeat(&text, "<a>", XML_READER_DEEPEST + 1);
    expect_refusal((const char *)text.data, "nested too deep");
    buffer_clear(&text);
    append(&text, "<a>");
    repeat(&text, "x", XML_READER_LONGEST + 1);
    append(&text, "</a>");
    expect_refusal((const char *)text.data, "too long");
    buffer_clear(&text);
    append(&text, "<");
    repeat(&text, "n", XML_READER_LONGEST + 10);
    append(&text, "/>");
    expect_refusal((const char *)text.data, "too long");
    buffer_release(&text);
}

static void an_error_document_is_read(void **state) {
    (void)state;
    struct s3_error got;
    assert_true(s3_error_read(&got, view_of_string(REDIRECT)));
    assert_string_equal(got.code, "PermanentRedirect");
    assert_string_equal(got.message, "not <here>?\xC3\xA9");
    assert_string_equal(got.request_id, "4442");
    assert_string_equal(got.region, "eu-west-1");
    assert_string_equal(got.endpoint, "b.s3.eu-west-1.amazonaws.com");
}

static void other_bodies_are_no_error_documents(void **state) {
    (void)state;
    struct s3_error got;
    assert_false(s3_error_read(&got, view_of_string("")));
    assert_false(s3_error_read(&got, view_of_string("<html><body>Proxy</body></html>")));
    assert_false(s3_error_read(&got, view_of_string("<R><Error><Code>x</Code></Error></R>")));
    assert_false(s3_error_read(&got, view_of_string("{\"error\": 1}")));
    assert_string_equal(got.code, "");
}

static void a_document_cut_anywhere_is_read_as_far_as_it_goes(void **state) {
    (void)state;
    size_t code_ends = (size_t)(strstr(REDIRECT, "</Code>") - REDIRECT) + strlen("</Code>");
    for (size_t length = 0; length < sizeof REDIRECT; length++) {
        /* Exactly sized, so that a sanitizer sees a read behind the end. */
        unsigned char *copy = malloc(length + 1);
        assert_non_null(copy);
        memcpy(copy, REDIRECT, length);
        struct s3_error got;
        assert_int_equal(s3_error_read(&got, (struct view){copy, length}), length >= code_ends);
        free(copy);
    }
}

static void long_texts_are_cut_between_characters(void **state) {
    (void)state;
    struct buffer document = BUFFER_INIT;
    struct s3_error got;
    append(&document, "<Error><Code>x");
    repeat(&document, "\xC3\xA9", 100);
    append(&document, "</Code></Error>");
    assert_true(s3_error_read(&got, buffer_view(&document)));
    buffer_release(&document);
    assert_int_equal(strlen(got.code), 63);
    assert_int_equal((unsigned char)got.code[62], 0xA9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_told_with_their_paths),
        cmocka_unit_test(what_is_not_small_and_plain_is_refused),
        cmocka_unit_test(an_error_document_is_read),
        cmocka_unit_test(other_bodies_are_no_error_documents),
        cmocka_unit_test(a_document_cut_anywhere_is_read_as_far_as_it_goes),
        cmocka_unit_test(long_texts_are_cut_between_characters),
    };
    return cmocka_run_group_tests_name("xml_reader", tests, NULL, NULL);
}
