/* The XML of multipart uploads, written and read; and what XML can carry at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tools/s3/multipart_documents.h"
#include "tools/s3/stale_uploads.h"
#include "tools/s3/xml_text.h"

static void writes_complete(void **state) {
    (void)state;
    struct buffer document = BUFFER_INIT;
    struct error error;
    assert_int_equal(multipart_documents_begin(&document, &error), STATUS_OK);
    assert_int_equal(
        multipart_documents_add_part(&document, 1, "\"a&b\"", CONTENT_CHECKSUM_NONE, "", &error),
        STATUS_OK);
    assert_int_equal(multipart_documents_add_part(&document, 2, "\"c\"", CONTENT_CHECKSUM_CRC32C,
                                                  "4waSgw==", &error),
                     STATUS_OK);
    assert_int_equal(multipart_documents_end(&document, &error), STATUS_OK);
    assert_int_equal(buffer_append(&document, "", 1, &error), STATUS_OK);
    assert_string_equal(
        (const char *)document.data,
        "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
        "<Part><PartNumber>1</PartNumber><ETag>&quot;a&amp;b&quot;</ETag></Part>"
        "<Part><PartNumber>2</PartNumber><ETag>&quot;c&quot;</ETag>"
        "<ChecksumCRC32C>4waSgw==</ChecksumCRC32C></Part></CompleteMultipartUpload>");
    buffer_release(&document);
}

static void reads_the_upload_id(void **state) {
    (void)state;
    char *id = multipart_documents_upload_id(view_of_string(
        "<?xml version='1.0'?><InitiateMultipartUploadResult xmlns='x'><Bucket>b</Bucket>"
        "<UploadId>2~a+b/c=</UploadId></InitiateMultipartUploadResult>"));
    assert_string_equal(id, "2~a+b/c=");
    free(id);
    static const char *const OTHERS[] = {
        "",
        "<html>Sign in</html>",
        "<InitiateMultipartUploadResult/>",
        "<InitiateMultipartUploadResult><UploadId></UploadId></InitiateMultipartUploadResult>",
        "<InitiateMultipartUploadResult><UploadId>a</UploadId>",
        "<Error><Code>InternalError</Code></Error>"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_null(multipart_documents_upload_id(view_of_string(OTHERS[i])));
}

static void reads_completions(void **state) {
    (void)state;
    struct multipart_completion completion = {.lost = false};
    /* White space first, as S3 sends it while it works. */
    assert_true(multipart_documents_completion(
        &completion,
        view_of_string("\n  \n<?xml version='1.0'?><CompleteMultipartUploadResult>"
                       "<ETag>&quot;abc-2&quot;</ETag><ChecksumCRC32C>x==-2</ChecksumCRC32C>"
                       "</CompleteMultipartUploadResult>"),
        CONTENT_CHECKSUM_CRC32C));
    assert_string_equal(completion.etag, "abc-2");
    assert_string_equal(completion.checksum, "x==-2");
    static const char *const OTHERS[] = {"", "   ", "<html/>",
                                         "<Error><Code>InternalError</Code></Error>",
                                         "<CompleteMultipartUploadResult><ETag>a</ETag>"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_false(multipart_documents_completion(&completion, view_of_string(OTHERS[i]),
                                                    CONTENT_CHECKSUM_NONE));
}

struct told {
    unsigned count;
    unsigned numbers[4];
    uint64_t sizes[4];
    char etags[4][OBJECT_FACTS_ETAG_SIZE];
};

static void tell(void *context, unsigned number, uint64_t size, const char *etag) {
    struct told *told = context;
    assert_in_range(told->count, 0, 3);
    told->numbers[told->count] = number;
    told->sizes[told->count] = size;
    object_facts_copy_etag(told->etags[told->count++], etag);
}

static void reads_parts(void **state) {
    (void)state;
    struct told told = {.count = 0};
    struct multipart_documents_page page;
    multipart_documents_parts(
        &page,
        view_of_string("<ListPartsResult><IsTruncated>true</IsTruncated>"
                       "<NextPartNumberMarker>7</NextPartNumberMarker>"
                       "<Part><PartNumber>1</PartNumber><Size>5</Size><ETag>\"a\"</ETag></Part>"
                       "<Part><ETag>b</ETag><PartNumber>7</PartNumber><Size>9</Size></Part>"
                       "<Part><PartNumber>0</PartNumber><Size>1</Size></Part>"
                       "<Part><PartNumber>10001</PartNumber><Size>1</Size></Part>"
                       "</ListPartsResult>"),
        tell, &told);
    assert_true(page.is_page && page.truncated);
    assert_int_equal(page.next_marker, 7);
    assert_int_equal(told.count, 2);
    assert_int_equal(told.numbers[0], 1);
    assert_int_equal(told.sizes[0], 5);
    assert_string_equal(told.etags[0], "a");
    assert_int_equal(told.numbers[1], 7);
    assert_string_equal(told.etags[1], "b");
    told.count = 0;
    multipart_documents_parts(&page, view_of_string("<ListPartsResult><Part>"), tell, &told);
    assert_false(page.is_page);
    multipart_documents_parts(&page, view_of_string("<html/>"), tell, &told);
    assert_false(page.is_page);
}

static void reads_etags_of_copies(void **state) {
    (void)state;
    char *etag = multipart_documents_copy_etag(
        view_of_string("<CopyPartResult><ETag>\"a\"</ETag></CopyPartResult>"));
    assert_string_equal(etag, "\"a\"");
    free(etag);
    etag = multipart_documents_copy_etag(
        view_of_string("<CopyObjectResult><ETag>b</ETag></CopyObjectResult>"));
    assert_string_equal(etag, "b");
    free(etag);
    assert_null(
        multipart_documents_copy_etag(view_of_string("<Error><Code>InternalError</Code></Error>")));
}

static void knows_what_xml_carries(void **state) {
    (void)state;
    static const char *const YES[] = {"", "a b&<>\"'", "\t\r\n",
                                      "\xC3\xA4\xE6\xBC\xA2\xF0\x9F\x98\x80"};
    static const char *const NO[] = {
        "\x01",         "a\x1F",        "\xFF",         "\xC0\x80",
        "\xED\xA0\x80", "\xEF\xBF\xBE", "\xEF\xBF\xBF", "\xF4\x90\x80\x80",
        "\xE0\x80\x80", "\xE6\xBC",     "\x80"};
    for (size_t i = 0; i < sizeof YES / sizeof *YES; i++)
        assert_true(xml_text_allows(YES[i]));
    for (size_t i = 0; i < sizeof NO / sizeof *NO; i++)
        assert_false(xml_text_allows(NO[i]));
}

static void reads_times(void **state) {
    (void)state;
    assert_true(stale_uploads_read_time("1970-01-01T00:00:00Z") == 0);
    assert_true(stale_uploads_read_time("2010-11-10T20:48:33.000Z") == 1289422113);
    assert_true(stale_uploads_read_time("2024-02-29T23:59:59.999999Z") == 1709251199);
    static const char *const NO[] = {"",
                                     "2010-11-10",
                                     "2010-11-10T20:48:33",
                                     "yesterday",
                                     "2010-11-10T20:48:33+01:00",
                                     "2010-13-10T20:48:33Z"};
    for (size_t i = 0; i < sizeof NO / sizeof *NO; i++)
        assert_true(stale_uploads_read_time(NO[i]) == -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_complete),       cmocka_unit_test(reads_the_upload_id),
        cmocka_unit_test(reads_completions),     cmocka_unit_test(reads_parts),
        cmocka_unit_test(reads_etags_of_copies), cmocka_unit_test(knows_what_xml_carries),
        cmocka_unit_test(reads_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
