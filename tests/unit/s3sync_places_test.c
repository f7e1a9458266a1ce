/* What operands name: sources of one kind, and one target. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tools/join/s3sync_places.h"

#define PARSE(places, bucket, ...)                                                                 \
    s3sync_places_parse(places, (char *const[]){__VA_ARGS__},                                      \
                        (int)(sizeof((char *const[]){__VA_ARGS__}) / sizeof(char *)), bucket,      \
                        &error)

static struct error error;

static void files_go_to_a_bucket_or_a_folder(void **state) {
    (void)state;
    struct s3sync_places places;
    assert_int_equal(PARSE(&places, NULL, "a", "-", "b", "s3://bucket/p/q/"), STATUS_OK);
    assert_int_equal(places.count, 3);
    assert_string_equal(places.sources[1].path, "-");
    assert_null(places.source_bucket);
    assert_string_equal(places.to.bucket, "bucket");
    assert_string_equal(places.to.prefix, "p/q");
    s3sync_places_release(&places);
    assert_int_equal(PARSE(&places, NULL, "file:///in", "file:///out"), STATUS_OK);
    assert_null(places.sources[0].path);
    assert_string_equal(places.sources[0].url.folder, "/in");
    s3sync_places_release(&places);
}

static void alone_a_target_takes_the_list(void **state) {
    (void)state;
    struct s3sync_places places;
    assert_int_equal(PARSE(&places, NULL, "s3://bucket"), STATUS_OK);
    assert_int_equal(places.count, 1);
    assert_string_equal(places.sources[0].path, "-");
    s3sync_places_release(&places);
}

static void objects_come_to_a_plain_folder(void **state) {
    (void)state;
    struct s3sync_places places;
    assert_int_equal(PARSE(&places, NULL, "s3://bucket/p", "out//"), STATUS_OK);
    assert_string_equal(places.source_bucket, "bucket");
    assert_int_equal(places.to.kind, S3_URL_FOLDER);
    assert_string_equal(places.to.folder, "out");
    s3sync_places_release(&places);
    assert_int_equal(PARSE(&places, NULL, "s3://bucket/p", "/"), STATUS_OK);
    assert_string_equal(places.to.folder, "/");
    s3sync_places_release(&places);
    assert_int_equal(PARSE(&places, NULL, "s3://bucket/a", "s3://bucket/b", "s3://other"),
                     STATUS_OK);
    assert_int_equal(places.count, 2);
    assert_string_equal(places.to.bucket, "other");
    s3sync_places_release(&places);
}

static void a_missing_bucket_is_filled_in(void **state) {
    (void)state;
    struct s3sync_places places;
    assert_int_equal(PARSE(&places, "filled-in", "a", "s3:///p"), STATUS_OK);
    assert_string_equal(places.to.bucket, "filled-in");
    assert_string_equal(places.to.prefix, "p");
    s3sync_places_release(&places);
    assert_int_equal(PARSE(&places, "filled-in", "s3:///", "out"), STATUS_OK);
    assert_string_equal(places.source_bucket, "filled-in");
    assert_string_equal(places.sources[0].url.prefix, "");
    s3sync_places_release(&places);
    assert_int_equal(PARSE(&places, NULL, "a", "s3:///p"), STATUS_USAGE);
    assert_non_null(strstr(error.message, "--bucket"));
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    struct s3sync_places places;
    assert_int_equal(s3sync_places_parse(&places, NULL, 0, NULL, &error), STATUS_USAGE);
    assert_int_equal(PARSE(&places, NULL, "", "s3://bucket"), STATUS_USAGE);
    assert_non_null(strstr(error.message, "operand 1 is empty"));
    assert_int_equal(PARSE(&places, NULL, "a", "s3://bucket", ""), STATUS_USAGE);
    assert_non_null(strstr(error.message, "operand 3 is empty"));
    assert_int_equal(PARSE(&places, "other", "a", "s3://bucket/p"), STATUS_USAGE);
    assert_non_null(strstr(error.message, "--bucket"));
    assert_int_equal(PARSE(&places, NULL, "a", "b"), STATUS_USAGE);
    assert_int_equal(PARSE(&places, NULL, "-", "-", "s3://bucket"), STATUS_USAGE);
    assert_int_equal(PARSE(&places, NULL, "a", "s3://bucket", "s3://other"), STATUS_USAGE);
    assert_int_equal(PARSE(&places, NULL, "s3://one", "s3://two", "s3://three"), STATUS_USAGE);
    assert_non_null(strstr(error.message, "two buckets"));
    assert_int_equal(PARSE(&places, NULL, "s3://bucket", ""), STATUS_USAGE);
}

static void tells_whether_a_bucket_is_named(void **state) {
    (void)state;
    char *const with[] = {"a", "s3://bucket"}, *const without[] = {"s3", "file:///s3"};
    assert_true(s3sync_places_need_bucket(with, 2));
    assert_false(s3sync_places_need_bucket(without, 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_go_to_a_bucket_or_a_folder),
        cmocka_unit_test(alone_a_target_takes_the_list),
        cmocka_unit_test(objects_come_to_a_plain_folder),
        cmocka_unit_test(a_missing_bucket_is_filled_in),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(tells_whether_a_bucket_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
