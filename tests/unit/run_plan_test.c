#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/run_plan_sample.h"
#include "tools/prep/run_plan.h"

static struct error error;

/* The text of a plan, ended by a NUL. */
static void write_text(struct buffer *text, const struct run_plan *plan) {
    assert_int_equal(run_plan_write(plan, text, &error), STATUS_OK);
    assert_int_equal(buffer_append(text, "", 1, &error), STATUS_OK);
    text->size--;
}

static void text_is_the_plan_and_nothing_else(void **state) {
    (void)state;
    struct run_plan plan;
    struct run_plan again;
    struct buffer first = BUFFER_INIT;
    struct buffer second = BUFFER_INIT;
    run_plan_sample(&plan);
    write_text(&first, &plan);
    assert_int_equal(run_plan_parse(&again, buffer_view(&first), "run.json", &error), STATUS_OK);
    assert_int_equal(run_plan_compare(&plan, &again, &error), STATUS_OK);
    write_text(&second, &again);
    assert_string_equal(first.data, second.data);
    assert_int_equal(again.source_count, 2);
    assert_int_equal(again.sources[0].bytes, (uint64_t)1 << 40);
    assert_string_equal(again.sources[1].sha1, SAMPLE_SHA1);
    assert_true(again.test_fraction == 0.1);
    assert_true(run_words_equal(&again.options[RUN_MKMLM], &plan.options[RUN_MKMLM]));
    assert_int_equal(again.phase_count, 2);
    assert_false(again.keep_text);
    assert_int_equal(again.even, RUN_EVEN_MOVE);
    assert_null(again.series.mirror);
    run_plan_release(&plan);
    run_plan_release(&again);
    buffer_release(&first);
    buffer_release(&second);
}

static void a_series_and_a_vocabulary_to_train_come_back(void **state) {
    (void)state;
    struct run_plan plan;
    struct run_plan again;
    struct buffer text = BUFFER_INIT;
    run_plan_init(&plan);
    plan.version = strdup("0.1.0");
    plan.corpus = strdup("wikicorpus_en");
    plan.series = (struct run_series){strdup("https://m"), strdup("enwiki"), strdup("*.bz2"), 3};
    plan.vocabulary_size = 30522;
    write_text(&text, &plan);
    assert_int_equal(run_plan_parse(&again, buffer_view(&text), "run.json", &error), STATUS_OK);
    assert_string_equal(again.series.files, "*.bz2");
    assert_int_equal(again.series.keep, 3);
    assert_null(again.vocabulary);
    assert_int_equal(again.vocabulary_size, 30522);
    assert_int_equal(again.training_shards, 256);
    run_plan_release(&plan);
    run_plan_release(&again);
    buffer_release(&text);
}

/* A text with its first `from` replaced is refused with a sentence that has `sentence` in it. */
static void assert_refused(const char *from, const char *to, enum status status,
                           const char *sentence) {
    struct run_plan plan;
    struct buffer text = BUFFER_INIT;
    struct buffer changed = BUFFER_INIT;
    run_plan_sample(&plan);
    write_text(&text, &plan);
    run_plan_release(&plan);
    const char *whole = (const char *)text.data;
    const char *at = strstr(whole, from);
    assert_non_null(at);
    assert_int_equal(buffer_format(&changed, &error, "%.*s%s%s", (int)(at - whole), whole, to,
                                   at + strlen(from)),
                     STATUS_OK);
    error.message[0] = '\0';
    if (run_plan_parse(&plan, buffer_view(&changed), "run.json", &error) != status ||
        strstr(error.message, sentence) == NULL)
        fail_msg("'%s' to '%s': '%s' instead of '%s'", from, to, error.message, sentence);
    buffer_release(&text);
    buffer_release(&changed);
}

static void what_is_wrong_in_a_text_is_named(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *sentence;
    } WRONG[] = {
        {"\"corpus\"", "\"carpus\"", "member 'corpus'"},
        {"\"dump\"", "\"dumps\"", "member 'kind'"},
        {"\"größe\"", "\"a/b\"", "cannot be named 'a/b'"},
        {"\"größe\"", "\"\"", "member 'corpus'"},
        {"\"größe\"", "\"a\\u0000b\"", "is not JSON"},
        {"\"größe\"", "\"\xff\"", "is not JSON"},
        {"\"größe\"", "\"a\", \"corpus\": \"b\"", "is not JSON"},
        {"\"größe\"", "\"a\", \"more\": \"b\"", "member 'format'"},
        {"/d/a.xml", "d/a.xml", "neither an absolute path"},
        {"\"a.xml\"", "\"..\"", "has no name"},
        {"\"a.xml\"", "\"x/a.xml\"", "has no name"},
        {"\"name\"", "\"nom\"", "member 'sources'"},
        {"1099511627776", "-1", "member 'bytes'"},
        {"1099511627776", "1.5", "member 'bytes'"},
        {"1099511627776", "9223372036854775808", "is not JSON"},
        {SAMPLE_SHA256, "0123", "member 'sha256'"},
        {SAMPLE_SHA256, "", "has no SHA-256"},
        {SAMPLE_SHA1 "\"", "0123456789ABCDEF0123456789abcdef01234567\"", "member 'sha1'"},
        {"\"training\": 3", "\"training\": 0", "1 to 4096 training"},
        {"\"training\": 3", "\"training\": 4097", "member 'training'"},
        {"\"test\": 2", "\"test\": 0", "go together"},
        {": 0.1\n", ": 0.0\n", "go together"},
        {": 0.1\n", ": 1.1\n", "member 'test_fraction'"},
        {"\"test_fraction\": 0.1", "\"test_fraction\": \"0.1\"", "member 'test_fraction'"},
        {"\"/v/vocab.txt\"", "null", "to train needs a size"},
        {"\"train\": 0", "\"train\": 5", "needs no size"},
        {"\"a b\"", "5", "member 'mkmlm'"},
        {"\"h5pack\"", "\"h6pack\"", "member 'h5pack'"},
        {"1,\n    2", "2,\n    1", "phases"},
        {"1,\n    2", "", "phases"},
        {"1,\n    2", "1, 2, 2", "member 'phases'"},
        {"s3://bucket/prefix", "http://bucket", "the bucket"},
        {"s3://bucket/prefix", "s3:///prefix", "the bucket"},
        {"\"upload\": \"finish\"", "\"upload\": \"never\"", "member 'upload'"},
        {"\"keep_text\": false", "\"keep_text\": 0", "member 'keep_text'"},
        {"\"even\": \"move\"", "\"even\": null", "member 'even'"},
        {"\"dump\"", "\"shards\"", "are not cut into others"},
        {"{", "[", "is not JSON"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        assert_refused(WRONG[i].from, WRONG[i].to, STATUS_CORRUPT, WRONG[i].sentence);
    assert_refused("mlmprep-run", "mlmprep-dataset", STATUS_NOT_OURS, "is not a plan");
    assert_refused("\"version\": 1", "\"version\": 2", STATUS_NOT_OURS, "a plan of version 2");
}

static void text_that_is_cut_is_refused(void **state) {
    (void)state;
    struct run_plan plan;
    struct buffer text = BUFFER_INIT;
    run_plan_sample(&plan);
    write_text(&text, &plan);
    run_plan_release(&plan);
    for (size_t size = 0; size + 2 < text.size; size++)
        assert_int_equal(run_plan_parse(&plan, (struct view){text.data, size}, "run.json", &error),
                         STATUS_CORRUPT);
    buffer_release(&text);
}

static void differences_are_named_with_both_values(void **state) {
    (void)state;
    struct run_plan plan;
    struct run_plan other;
    run_plan_sample(&plan);
    run_plan_sample(&other);
    assert_int_equal(run_plan_compare(&plan, &other, &error), STATUS_OK);
    other.training_shards = 4;
    other.even = RUN_EVEN_NO;
    strcpy(other.sources[0].sha256, "");
    free(other.bucket);
    other.bucket = NULL;
    assert_int_equal(run_words_add(&other.options[RUN_WPIECE], "--cased", &error), STATUS_OK);
    assert_int_equal(run_plan_compare(&plan, &other, &error), STATUS_USAGE);
    assert_string_equal(
        error.message,
        "the folder has another plan, so take another folder for this one: 'sources[0].sha256' is "
        "\"0123456789abcdef0123456789abcdef"
        "0123456789abcdef0123456789a... there, \"\" is asked for; 'shards.training' is 3 there, 4 "
        "is asked for; 'options.wpiece' is [] there, [\"--cased\"] is asked for; 'bucket' is "
        "\"s3://bucket/prefix\" there, null is asked for; 'even' is \"move\" there, \"no\" is "
        "asked for");
    run_plan_release(&plan);
    run_plan_release(&other);
}

static void what_is_not_known_of_a_url_does_not_differ(void **state) {
    (void)state;
    struct run_plan plan;
    struct run_plan other;
    run_plan_sample(&plan);
    run_plan_sample(&other);
    other.sources[1].sha1[0] = '\0';
    other.sources[1].bytes = 17;
    assert_int_equal(run_plan_compare(&plan, &other, &error), STATUS_OK);
    assert_int_equal(run_plan_compare(&other, &plan, &error), STATUS_OK);
    plan.sources[1].bytes = 18;
    assert_int_equal(run_plan_compare(&plan, &other, &error), STATUS_USAGE);
    assert_string_equal(error.message, "the folder has another plan, so take another folder for "
                                       "this one: 'sources[1].bytes' is 18 "
                                       "there, 17 is asked for");
    run_plan_release(&plan);
    run_plan_release(&other);
}

static void assert_name(const struct run_plan *plan, size_t task, const char *wanted) {
    char *name;
    assert_int_equal(run_plan_shard_name(plan, task, &name, &error), STATUS_OK);
    assert_string_equal(name, wanted);
    free(name);
}

static void tasks_have_the_names_of_their_shards(void **state) {
    (void)state;
    struct run_plan plan;
    run_plan_sample(&plan);
    assert_int_equal(run_plan_tasks(&plan), 5);
    assert_name(&plan, 0, "größe_training_0");
    assert_name(&plan, 2, "größe_training_2");
    assert_name(&plan, 3, "größe_test_0");
    assert_name(&plan, 4, "größe_test_1");
    run_plan_release(&plan);
}

static void shards_keep_names_that_are_ones(void **state) {
    (void)state;
    static const char *const NAMES[][2] = {
        {"w_training_7.txt", "w_training_7"},
        {"w_test_12", "w_test_12"},
        {"a_training_b.txt", "c_training_2"},
        {"w_training_07.txt", "c_training_3"},
        {"_training_1.txt", "c_training_4"},
        {".w_training_1.txt", "c_training_5"},
        {"w_training_1.text", "c_training_6"},
        {"plain", "c_training_7"},
        {"x_training_1_test_2", "x_training_1_test_2"},
    };
    struct run_plan plan;
    run_plan_init(&plan);
    plan.kind = RUN_SOURCE_SHARDS;
    plan.corpus = strdup("c");
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        assert_int_equal(run_plan_add_source(&plan, "/x", NAMES[i][0], &error), STATUS_OK);
    assert_int_equal(run_plan_tasks(&plan), sizeof NAMES / sizeof *NAMES);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        assert_name(&plan, i, NAMES[i][1]);
    run_plan_release(&plan);
}

static void sources_that_would_be_one_file_are_refused(void **state) {
    (void)state;
    struct run_plan plan;
    run_plan_sample(&plan);
    assert_int_equal(run_plan_add_source(&plan, "https://i/b.xml.bz2", "b.xml.bz2", &error),
                     STATUS_OK);
    assert_int_equal(run_plan_check(&plan, &error), STATUS_USAGE);
    assert_string_equal(error.message,
                        "two sources would be the file 'b.xml.bz2'; name one differently");
    run_plan_release(&plan);
    /* Files stay where they are. */
    run_plan_sample(&plan);
    assert_int_equal(run_plan_add_source(&plan, "/e/a.xml", "a.xml", &error), STATUS_OK);
    strcpy(plan.sources[2].sha256, SAMPLE_SHA256);
    assert_int_equal(run_plan_check(&plan, &error), STATUS_OK);
    plan.kind = RUN_SOURCE_SHARDS;
    plan.training_shards = plan.test_shards = 0;
    plan.test_fraction = 0;
    plan.keep_text = true;
    assert_int_equal(run_plan_check(&plan, &error), STATUS_OK);
    free(plan.sources[2].name);
    plan.sources[2].name = strdup("größe_training_0.txt");
    assert_int_equal(run_plan_check(&plan, &error), STATUS_USAGE);
    assert_string_equal(error.message,
                        "the source '/e/a.xml' cannot be named 'größe_training_0.txt'");
    free(plan.sources[2].location);
    plan.sources[2].location = strdup("/e/größe_training_0.txt");
    assert_int_equal(run_plan_check(&plan, &error), STATUS_USAGE);
    assert_string_equal(error.message, "two sources would be the shard 'größe_training_0'; name "
                                       "one differently");
    run_plan_release(&plan);
}

static void paths_that_are_not_utf8_are_refused(void **state) {
    (void)state;
    struct run_plan plan;
    struct buffer text = BUFFER_INIT;
    run_plan_sample(&plan);
    free(plan.sources[0].location);
    plan.sources[0].location = strdup("/d/\xff.xml");
    assert_int_equal(run_plan_write(&plan, &text, &error), STATUS_USAGE);
    assert_string_equal(error.message, "'/d/\xff.xml' is not UTF-8, which a plan is written in");
    run_plan_release(&plan);
    buffer_release(&text);
}

static void write_file(const char *path, const struct run_plan *plan) {
    struct buffer text = BUFFER_INIT;
    write_text(&text, plan);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
    buffer_release(&text);
}

static void plans_are_loaded_from_their_folder(void **state) {
    (void)state;
    char folder[] = "/tmp/run_plan_test.XXXXXX";
    char path[64];
    struct run_plan plan;
    struct run_plan loaded;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/run.json", folder);
    assert_int_equal(run_plan_load(&loaded, folder, &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, "'mlmprep init' makes a run folder"));
    run_plan_sample(&plan);
    write_file(path, &plan);
    assert_int_equal(run_plan_load(&loaded, folder, &error), STATUS_OK);
    assert_int_equal(run_plan_compare(&plan, &loaded, &error), STATUS_OK);
    run_plan_release(&loaded);
    free(plan.version);
    plan.version = strdup("0.0.1");
    write_file(path, &plan);
    assert_int_equal(run_plan_load(&loaded, folder, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "was written by mlmprep 0.0.1"));
    run_plan_release(&plan);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(run_plan_load(&loaded, folder, &error), STATUS_FAILED);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_the_plan_and_nothing_else),
        cmocka_unit_test(a_series_and_a_vocabulary_to_train_come_back),
        cmocka_unit_test(what_is_wrong_in_a_text_is_named),
        cmocka_unit_test(text_that_is_cut_is_refused),
        cmocka_unit_test(differences_are_named_with_both_values),
        cmocka_unit_test(what_is_not_known_of_a_url_does_not_differ),
        cmocka_unit_test(tasks_have_the_names_of_their_shards),
        cmocka_unit_test(shards_keep_names_that_are_ones),
        cmocka_unit_test(sources_that_would_be_one_file_are_refused),
        cmocka_unit_test(paths_that_are_not_utf8_are_refused),
        cmocka_unit_test(plans_are_loaded_from_their_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
