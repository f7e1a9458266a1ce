/* text_stage, vocabulary_stage and source_files, of sources that are shards: nothing has to run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/stage_folder.h"

/* The sentence of the stage that fails; "" when none does. */
static const char *complaint(void) {
    bool done;
    stage_error.message[0] = '\0';
    if (text_stage_run(&stage_request, &done, &stage_error) != STATUS_OK ||
        vocabulary_stage_run(&stage_request, &done, &stage_error) != STATUS_OK)
        return stage_error.message;
    return "";
}

static void stages_are_done_once(void **state) {
    (void)state;
    struct task_marker text;
    bool there;
    assert_int_equal(text_stage_read(&text, &there, scratch_folder, &stage_plan, &stage_error),
                     STATUS_OK);
    assert_false(there);
    assert_false(stages_were_done());
    assert_true(stages_were_done());
    assert_int_equal(text_stage_read(&text, &there, scratch_folder, &stage_plan, &stage_error),
                     STATUS_OK);
    assert_true(there);
    assert_int_equal(text.file_count, 2);
    assert_string_equal(text.files[1].path, scratch_path("other"));
    task_marker_release(&text);
    remove(scratch_path("state/text.json"));
    assert_false(stages_were_done());
    scratch_write("state/vocab.json", "");
    assert_false(stages_were_done());
    assert_true(stages_were_done());
}

static void changed_sources_are_named(void **state) {
    (void)state;
    scratch_write("other", "TWO\n");
    assert_non_null(strstr(complaint(), "/other' has another content than when the plan was made"));
    scratch_write("other", "two\n\n");
    assert_non_null(strstr(complaint(), "/other' has 5 bytes where the plan was made of 4"));
    remove(scratch_path("other"));
    assert_non_null(strstr(complaint(), "/other' is not there; bring the old one back"));
    scratch_write("other", "two\n");
    assert_string_equal(complaint(), "");
    /* Text that is made is only looked at; whoever reads it compares it. */
    scratch_write("other", "TWO\n");
    assert_string_equal(complaint(), "");
    scratch_write("other", "two\n\n");
    assert_non_null(strstr(complaint(), "/other' has 5 bytes"));
}

static void count_looks(void *context, const struct tool_pipe *pipe) {
    assert_int_equal(pipe->count, 0);
    ++*(unsigned *)context;
}

static void sources_are_read_under_watch(void **state) {
    (void)state;
    unsigned looks = 0;
    bool done;
    struct stop_signal stop = {.descriptor = -1, .number = 15};
    stage_request.watch = count_looks;
    stage_request.watch_context = &looks;
    stage_request.stop = &stop;
    assert_int_equal(text_stage_run(&stage_request, &done, &stage_error), STATUS_TEMPORARY);
    assert_int_equal(looks, 1);
    stage_request.stop = NULL;
    assert_int_equal(text_stage_run(&stage_request, &done, &stage_error), STATUS_OK);
    assert_int_equal(looks, 3);
    stage_request.watch = NULL;
}

static void other_vocabularies_are_told(void **state) {
    (void)state;
    scratch_write("vocab.txt", "[pad]\n");
    assert_non_null(
        strstr(complaint(), "/vocab.txt' is not the vocabulary that the plan was made"));
    remove(scratch_path("vocab.txt"));
    assert_non_null(strstr(complaint(), "/vocab.txt' is not there any more; copy it from"));
    scratch_write("vocab.txt", "[PAD]\n");
    assert_string_equal(complaint(), "");
    scratch_write("vocab.txt", "[pad]\n");
    assert_non_null(strstr(complaint(), "/vocab.txt' is not the vocabulary"));
}

static void what_is_fetched_is_known_by_its_marker(void **state) {
    (void)state;
    struct source_files sources;
    struct task_marker marker;
    struct run_source *source = &stage_plan.sources[1];
    free(source->location);
    source->location = strdup("https://example.org/other");
    source->bytes = 0;
    source->sha256[0] = '\0';
    assert_non_null(strstr(complaint(), "are not fetched yet"));
    scratch_write("source/other", "two\n");
    task_marker_init(&marker);
    strcpy(marker.key, stage_plan.sources[0].sha256);
    assert_int_equal(task_marker_add_file(&marker, scratch_folder, "source/other", &stage_error),
                     STATUS_OK);
    assert_int_equal(task_marker_write(&marker, scratch_folder, "source-other", &stage_error),
                     STATUS_OK);
    task_marker_release(&marker);
    assert_int_equal(source_files_list(&sources, scratch_folder, &stage_plan, &stage_error),
                     STATUS_OK);
    assert_true(sources.are_here);
    assert_int_equal(sources.files[1].bytes, 4);
    assert_string_equal(sources.files[1].path, scratch_path("source/other"));
    source_files_release(&sources);
    source_files_release(&sources);
    assert_string_equal(complaint(), "");
    scratch_write("source/other", "TWO\n");
    remove(scratch_path("state/text.json"));
    assert_non_null(strstr(complaint(), "has another content than when the plan was made; remove "
                                        "it and run again to fetch it"));
}

static void a_fetched_vocabulary_is_never_taken_as_it_is(void **state) {
    (void)state;
    struct task_marker marker;
    free(stage_plan.vocabulary);
    stage_plan.vocabulary = strdup("https://example.org/vocab.txt");
    stage_plan.vocabulary_sha256[0] = '\0';
    assert_non_null(strstr(complaint(), "is not the vocabulary that was fetched"));
    task_marker_init(&marker);
    strcpy(marker.key, stage_plan.sources[0].sha256);
    assert_int_equal(task_marker_add_file(&marker, scratch_folder, "vocab.txt", &stage_error),
                     STATUS_OK);
    assert_int_equal(task_marker_write(&marker, scratch_folder, "vocab", &stage_error), STATUS_OK);
    task_marker_release(&marker);
    assert_string_equal(complaint(), "");
    scratch_write("vocab.txt", "[pad]\n");
    assert_non_null(
        strstr(complaint(), "/vocab.txt' is not the vocabulary that was fetched; remove"));
    remove(scratch_path("vocab.txt"));
    assert_non_null(strstr(complaint(), "/vocab.txt' is not fetched yet"));
}

static void a_series_has_no_text(void **state) {
    (void)state;
    stage_plan.source_count = 0;
    assert_non_null(strstr(complaint(), "'mlmprep update' works by it"));
    stage_plan.source_count = 2;
}

int main(void) {
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, stage_folder_make, stage_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(stages_are_done_once),
        IN_FOLDER(changed_sources_are_named),
        IN_FOLDER(sources_are_read_under_watch),
        IN_FOLDER(other_vocabularies_are_told),
        IN_FOLDER(what_is_fetched_is_known_by_its_marker),
        IN_FOLDER(a_fetched_vocabulary_is_never_taken_as_it_is),
        IN_FOLDER(a_series_has_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
