/* Tags read from a document, and the ETag that parts' ETags make. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tools/s3/multipart_etag.h"
#include "tools/s3/object_tags.h"

static bool read(struct buffer *tags, const char *document) {
    struct error error;
    bool whole = object_tags_read(tags, view_of_string(document));
    assert_int_equal(buffer_append(tags, "", 1, &error), STATUS_OK);
    return whole;
}

static void reads_tags(void **state) {
    (void)state;
    struct buffer tags = BUFFER_INIT;
    assert_true(read(&tags, "<?xml version='1.0'?><Tagging xmlns='x'><TagSet><Tag><Key>a b</Key>"
                            "<Value>c&amp;d=</Value></Tag><Tag><Value/><Key>e</Key></Tag></TagSet>"
                            "</Tagging>"));
    assert_string_equal((const char *)tags.data, "a%20b=c%26d%3D&e=");
    assert_true(read(&tags, "<Tagging><TagSet/></Tagging>"));
    assert_string_equal((const char *)tags.data, "");
    assert_false(read(&tags, "<Tagging><TagSet><Tag><Key>a</Key></Tag>"));
    assert_false(read(&tags, "<Error><Code>AccessDenied</Code></Error>"));
    assert_false(read(&tags, ""));
    buffer_release(&tags);
}

/* Of "hello" and "world": printf hello | md5sum, and so on. */
static void sums_up_etags(void **state) {
    (void)state;
    struct multipart_etag_sum sum;
    char etag[MULTIPART_ETAG_SIZE];
    struct error error;
    assert_int_equal(multipart_etag_sum_init(&sum, &error), STATUS_OK);
    assert_int_equal(multipart_etag_sum_add(&sum, "\"5d41402abc4b2a76b9719d911017c592\"", &error),
                     STATUS_OK);
    assert_int_equal(multipart_etag_sum_add(&sum, "7D793037A0760186574B0282F2F435E7", &error),
                     STATUS_OK);
    assert_int_equal(multipart_etag_sum_finish(&sum, etag, &error), STATUS_OK);
    assert_string_equal(etag, "065947336a2f2a95ba8899f3675c3be6-2");
    static const char *const OTHERS[] = {"", "\"\"", "5d41402abc4b2a76b9719d911017c592-1",
                                         "5d41402abc4b2a76b9719d911017c59x"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_int_equal(multipart_etag_sum_add(&sum, OTHERS[i], &error), STATUS_NOT_OURS);
    multipart_etag_sum_release(&sum);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_tags),
        cmocka_unit_test(sums_up_etags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
