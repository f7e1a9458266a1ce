/* source_fetch: what is fetched, when, and what says so afterwards; with a fetcher of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/base/sha256.h"
#include "tests/unit/scratch_folder.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/source_fetch.h"
#include "tools/prep/task_marker.h"

/* Gives every URL as its file's content. */
struct fetcher {
    unsigned calls;
    uint64_t bytes;            /* of the last wish */
    char sha1[64], sha256[80]; /* likewise */
    enum status status;        /* instead */
};

static enum status fetch(void *context, const struct fetched_file *file, struct error *error) {
    struct fetcher *fetcher = context;
    unsigned char digest[SHA256_SIZE];
    fetcher->calls++;
    fetcher->bytes = file->bytes;
    snprintf(fetcher->sha1, sizeof fetcher->sha1, "%s", file->sha1);
    snprintf(fetcher->sha256, sizeof fetcher->sha256, "%s", file->sha256);
    if (fetcher->status != STATUS_OK)
        return error_set(error, fetcher->status, "no network");
    FILE *written = fopen(file->path, "w");
    assert_non_null(written);
    assert_true(fputs(file->url, written) >= 0);
    assert_int_equal(fclose(written), 0);
    assert_int_equal(sha256_of(file->url, strlen(file->url), digest, error), STATUS_OK);
    sha256_to_hex(digest, file->found_sha256);
    return STATUS_OK;
}

/* A plan of a source on the web, one that is here, and a vocabulary on the web. */
static void make_plan(struct run_plan *plan) {
    struct error error;
    run_plan_init(plan);
    assert_int_equal(run_plan_add_source(plan, "http://a/b", "b", &error), STATUS_OK);
    assert_int_equal(run_plan_add_source(plan, "/here/c", "c", &error), STATUS_OK);
    plan->sources[0].bytes = 10;
    memset(plan->sources[0].sha1, 'a', 40);
    plan->vocabulary = strdup("http://a/vocab");
    assert_int_equal(run_folder_make(scratch_folder, &error), STATUS_OK);
}

static bool run(const struct run_plan *plan, struct fetcher *fetcher) {
    bool was_done;
    struct error error;
    fetcher->calls = 0;
    assert_int_equal(source_fetch_run(scratch_folder, plan, fetch, fetcher, &was_done, &error),
                     fetcher->status);
    return was_done;
}

static void what_is_there_is_not_fetched(void **state) {
    (void)state;
    struct run_plan plan;
    struct fetcher fetcher = {.calls = 0};
    make_plan(&plan);
    assert_false(run(&plan, &fetcher));
    assert_int_equal(fetcher.calls, 2);
    assert_string_equal(scratch_read("source/b"), "http://a/b");
    assert_string_equal(scratch_read("vocab.txt"), "http://a/vocab");
    assert_false(scratch_exists(scratch_path("source/c")));
    assert_true(run(&plan, &fetcher));
    assert_int_equal(fetcher.calls, 0);
    /* One of another size is none, nor is one of another plan. */
    scratch_write("source/b", "x");
    assert_false(run(&plan, &fetcher));
    assert_int_equal(fetcher.calls, 1);
    plan.sources[0].sha1[0] = 'b';
    assert_false(run(&plan, &fetcher));
    assert_int_equal(fetcher.calls, 1);
    assert_int_equal(fetcher.bytes, 10);
    assert_string_equal(fetcher.sha1, plan.sources[0].sha1);
    assert_true(run(&plan, &fetcher));
    run_plan_release(&plan);
}

static void markers_tell_the_hash(void **state) {
    (void)state;
    struct run_plan plan;
    struct task_marker marker;
    struct fetcher fetcher = {.calls = 0};
    struct error error;
    bool there;
    make_plan(&plan);
    assert_false(run(&plan, &fetcher));
    assert_int_equal(task_marker_read(&marker, &there, scratch_folder, "source-b", &error),
                     STATUS_OK);
    assert_true(there);
    assert_int_equal(marker.file_count, 1);
    assert_string_equal(marker.files[0].path, "source/b");
    assert_int_equal(marker.files[0].bytes, 10);
    assert_true(task_marker_holds(&marker, scratch_folder, marker.key, MARKER_CHECK_HASHES));
    /* A vocabulary that is known by its hash is another one when that changes. */
    memcpy(plan.vocabulary_sha256, marker.files[0].sha256, sizeof plan.vocabulary_sha256);
    task_marker_release(&marker);
    assert_false(run(&plan, &fetcher));
    assert_int_equal(fetcher.calls, 1);
    assert_string_equal(fetcher.sha256, plan.vocabulary_sha256);
    run_plan_release(&plan);
}

static void failures_leave_no_marker(void **state) {
    (void)state;
    struct run_plan plan;
    struct fetcher fetcher = {.status = STATUS_TEMPORARY};
    make_plan(&plan);
    assert_false(run(&plan, &fetcher));
    assert_int_equal(fetcher.calls, 1);
    assert_false(scratch_exists(scratch_path("state/source-b.json")));
    fetcher.status = STATUS_OK;
    assert_false(run(&plan, &fetcher));
    assert_int_equal(fetcher.calls, 2);
    run_plan_release(&plan);
}

int main(void) {
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, scratch_folder_make, scratch_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_there_is_not_fetched),
        IN_FOLDER(markers_tell_the_hash),
        IN_FOLDER(failures_leave_no_marker),
    };
    return cmocka_run_group_tests_name("source_fetch", tests, NULL, NULL);
}
