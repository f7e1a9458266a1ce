/* disk_estimate: what is to be written for plans of several kinds, and what is made already. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/prep/disk_estimate.h"

/* Fails the test unless both are the same to a thousandth; cmocka's own check is of floats. */
static void expect_near(double got, double wanted) {
    if (!(fabs(got - wanted) <= 0.001))
        fail_msg("%f, wanted %f", got, wanted);
}

static const uint64_t GB = 1000000000;

static struct run_plan plan_of(enum run_source_kind kind, const char *location, const char *name,
                               uint64_t bytes) {
    struct run_plan plan;
    struct error error;
    run_plan_init(&plan);
    plan.kind = kind;
    assert_int_equal(run_plan_add_source(&plan, location, name, &error), STATUS_OK);
    plan.sources[0].bytes = bytes;
    return plan;
}

static void give(struct run_plan *plan, enum run_tool tool, const char *line) {
    struct error error;
    assert_int_equal(run_words_split(&plan->options[tool], line, &error), STATUS_OK);
}

static struct disk_estimate estimate_of(const struct run_plan *plan, const struct disk_made *made) {
    struct disk_estimate estimate;
    disk_estimate_make(&estimate, plan, made);
    return estimate;
}

static void expect(const struct run_plan *plan, const struct disk_made *made, double sources,
                   double text, double shards, double most) {
    struct disk_estimate estimate = estimate_of(plan, made);
    expect_near((double)estimate.sources / 1e9, sources);
    expect_near((double)estimate.text / 1e9, text);
    expect_near((double)estimate.shards / 1e9, shards);
    expect_near((double)estimate.most / 1e9, most);
}

static void a_dump_becomes_text_and_shards(void **state) {
    (void)state;
    const struct disk_made nothing = {0};
    struct run_plan plan = plan_of(RUN_SOURCE_DUMP, "/x/w.xml.bz2", "w.xml.bz2", 20 * GB);
    expect(&plan, &nothing, 0, 20, 50, 70);
    assert_true(estimate_of(&plan, &nothing).sure);
    plan.phases[1] = 2;
    plan.phase_count = 2;
    expect(&plan, &nothing, 0, 20, 110, 130);
    plan.keep_text = false;
    expect(&plan, &nothing, 0, 20, 110, 110);
    run_plan_release(&plan);
    plan = plan_of(RUN_SOURCE_DUMP, "https://x/w.xml", "w.xml", 100 * GB);
    expect(&plan, &nothing, 100, 35, 87.5, 222.5);
    expect(&plan, &(struct disk_made){.sources = 30 * GB}, 70, 35, 87.5, 192.5);
    expect(&plan, &(struct disk_made){.sources = 110 * GB}, 0, 35, 87.5, 122.5);
    plan.sources[0].bytes = 0;
    assert_false(estimate_of(&plan, &nothing).sure);
    run_plan_release(&plan);
}

static void shards_of_text_are_not_written_again(void **state) {
    (void)state;
    struct run_plan plan = plan_of(RUN_SOURCE_SHARDS, "/x/a.txt", "a.txt", 4 * GB);
    expect(&plan, &(struct disk_made){0}, 0, 0, 10, 10);
    plan.keep_text = false;
    expect(&plan, &(struct disk_made){0}, 0, 0, 10, 10);
    run_plan_release(&plan);
}

static void what_is_made_counts(void **state) {
    (void)state;
    struct run_plan plan = plan_of(RUN_SOURCE_PARAGRAPHS, "/x/a.txt.gz", "a.txt.gz", GB);
    struct disk_made made = {.text = true, .text_left = {2 * GB}};
    expect(&plan, &(struct disk_made){0}, 0, 3, 7.5, 10.5);
    expect(&plan, &made, 0, 0, 5, 5);
    made.text_left[0] = 0;
    expect(&plan, &made, 0, 0, 0, 0);
    plan.keep_text = false;
    made.text_left[0] = 2 * GB;
    expect(&plan, &made, 0, 0, 5, 3);
    run_plan_release(&plan);
}

static void options_of_the_tools_count(void **state) {
    (void)state;
    static const struct {
        const char *mkmlm, *h5pack;
        double shards;
    } CASES[] = {
        {"--dupe-factor 1", "", 0.5},        {"--dupe-factor=10", "", 5},
        {"--dupe_factor 2 --dupe 4", "", 2}, {"--random-seed 7", "--compress zlib:9", 2.5},
        {"", "--compress none", 10},         {"--dupe-factor 1", "--format=tfrecord", 2},
        {"", "--corpus none", 2.5},          {"--dupe-factor", "--compress", 2.5},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct run_plan plan = plan_of(RUN_SOURCE_SENTENCES, "/x/a", "a", GB);
        give(&plan, RUN_MKMLM, CASES[i].mkmlm);
        give(&plan, RUN_H5PACK, CASES[i].h5pack);
        expect(&plan, &(struct disk_made){0}, 0, 1, CASES[i].shards, 1 + CASES[i].shards);
        run_plan_release(&plan);
    }
}

static void sizes_beyond_all_are_no_trouble(void **state) {
    (void)state;
    struct run_plan plan = plan_of(RUN_SOURCE_DUMP, "https://x/a", "a", UINT64_MAX);
    struct disk_estimate estimate = estimate_of(&plan, &(struct disk_made){0});
    assert_true(estimate.most >= (uint64_t)1 << 62);
    run_plan_release(&plan);
}

static void the_disk_is_asked(void **state) {
    (void)state;
    struct error error;
    uint64_t bytes;
    assert_int_equal(disk_estimate_free("/", &bytes, &error), STATUS_OK);
    assert_int_equal(disk_estimate_free("/no/such/folder", &bytes, &error), STATUS_FAILED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dump_becomes_text_and_shards),
        cmocka_unit_test(shards_of_text_are_not_written_again),
        cmocka_unit_test(what_is_made_counts),
        cmocka_unit_test(options_of_the_tools_count),
        cmocka_unit_test(sizes_beyond_all_are_no_trouble),
        cmocka_unit_test(the_disk_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
