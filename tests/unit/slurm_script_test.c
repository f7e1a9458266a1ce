/* slurm_script: which jobs are sent, with which numbers, and how names are quoted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tools/prep/slurm_script.h"

static struct run_words nothing;

static struct slurm_script sample(const size_t *missing, size_t count) {
    return (struct slurm_script){.program = "/usr/bin/mlmprep",
                                 .folder = "/data/wiki",
                                 .missing = missing,
                                 .missing_count = count,
                                 .tasks = 5000,
                                 .array_limit = 1000,
                                 .retries = 2,
                                 .options = &nothing,
                                 .prepare_options = &nothing,
                                 .finish_options = &nothing};
}

/* The script's text, to be released. */
static struct buffer written(const struct slurm_script *script) {
    struct buffer text = BUFFER_INIT;
    struct error error;
    assert_int_equal(slurm_script_write(script, &text, &error), STATUS_OK);
    assert_int_equal(buffer_append(&text, "", 1, &error), STATUS_OK);
    return text;
}

/* Fails the test unless the text has a part just so often. */
static void expect(const struct buffer *text, const char *part, int times) {
    int found = 0;
    for (const char *at = (const char *)text->data; (at = strstr(at, part)) != NULL; at++)
        found++;
    if (found != times)
        fail_msg("'%s' is there %d times, not %d, in:\n%s", part, found, times,
                 (const char *)text->data);
}

static void a_stretch_of_numbers_has_an_array(void **state) {
    (void)state;
    static const size_t MISSING[] = {3, 7, 8, 9, 999, 1000, 1001, 3500};
    struct slurm_script script = sample(MISSING, 8);
    struct buffer text = written(&script);
    expect(&text, "8 of its 5000 tasks.\n", 1);
    expect(&text, "id=$(send task ", 3);
    expect(&text,
           "id=$(send task '--task auto' \\\n"
           "    --output=\"$logs/slurm-%A_%a.log\" --array=3,7-9,999)\n",
           1);
    expect(&text,
           "id=$(send task '--task auto --offset 1000' \\\n"
           "    --output=\"$logs/slurm-%A_%a.log\" --array=0,1)\n",
           1);
    expect(&text,
           "id=$(send task '--task auto --offset 3000' \\\n"
           "    --output=\"$logs/slurm-%A_%a.log\" --array=500)\n",
           1);
    expect(&text, "echo \"$id tasks 1000,1001\"\n", 1);
    expect(&text, "id=$(send finish '' --dependency=\"afterany$tasks\" ", 1);
    expect(&text, "send run", 0);
    expect(&text, "afterok", 0);
    buffer_release(&text);
    script.array_limit = 1;
    text = written(&script);
    expect(&text, "--array=0)\n", 8);
    buffer_release(&text);
}

static void text_and_vocabulary_come_first(void **state) {
    (void)state;
    static const size_t MISSING[] = {0, 1000};
    struct slurm_script script = sample(MISSING, 2);
    script.prepare = true;
    struct buffer text = written(&script);
    expect(&text, "id=$(send run '--until vocab' ", 1);
    expect(&text, "--dependency=\"afterok:$prepared\"", 2);
    buffer_release(&text);
    script.missing_count = 0;
    text = written(&script);
    expect(&text, "send task", 0);
    expect(&text, "id=$(send finish '' --dependency=\"afterok:$prepared\" ", 1);
    buffer_release(&text);
    script.prepare = false;
    text = written(&script);
    expect(&text, "dependency", 0);
    buffer_release(&text);
}

static void options_stand_where_they_count(void **state) {
    (void)state;
    static const size_t MISSING[] = {0};
    struct slurm_script script = sample(MISSING, 1);
    struct run_words all = {0}, first = {0}, last = {0};
    struct error error;
    assert_int_equal(run_words_split(&all, "-c 3 --comment 'a b'", &error), STATUS_OK);
    assert_int_equal(run_words_split(&first, "--mem=9G", &error), STATUS_OK);
    assert_int_equal(run_words_split(&last, "--mem=1G", &error), STATUS_OK);
    script.prepare = true;
    script.retries = 17;
    script.options = &all;
    script.prepare_options = &first;
    script.finish_options = &last;
    struct buffer text = written(&script);
    expect(&text, " -c 3 --comment 'a b' \\\n        \"$@\"", 1);
    expect(&text, "'--until vocab' --mem=9G ", 1);
    expect(&text, "send finish '' --mem=1G ", 1);
    expect(&text, "\nretries=17\n", 1);
    expect(&text, "--threads \"\\${SLURM_CPUS_PER_TASK:-1}\" ", 1);
    buffer_release(&text);
    script.threads = 5;
    text = written(&script);
    expect(&text, "--threads 5 ||", 1);
    buffer_release(&text);
    run_words_release(&all);
    run_words_release(&first);
    run_words_release(&last);
}

static void odd_names_are_quoted(void **state) {
    (void)state;
    struct slurm_script script = sample(NULL, 0);
    struct buffer text = written(&script);
    expect(&text, "\nfolder=/data/wiki\n", 1);
    expect(&text, "\nlogs=/data/wiki/log\n", 1);
    expect(&text, "\njob_folder=/data/wiki\n", 1);
    buffer_release(&text);
    script.folder = "/it's %j";
    text = written(&script);
    expect(&text, "\nlogs='/it'\\''s %%j/log'\n", 1);
    buffer_release(&text);
    script.folder = "/it's $x";
    script.program = "/a b/mlmprep";
    text = written(&script);
    expect(&text, "\nfolder='/it'\\''s $x'\n", 1);
    expect(&text, "\njob_folder=''\\''/it'\\''\\'\\'''\\''s $x'\\'''\n", 1);
    expect(&text, "\njob_program=''\\''/a b/mlmprep'\\'''\n", 1);
    buffer_release(&text);
}

static void what_slurm_cannot_name_is_refused(void **state) {
    (void)state;
    struct slurm_script script = sample(NULL, 0);
    struct buffer text = BUFFER_INIT;
    struct error error;
    script.folder = "/a\nb";
    assert_int_equal(slurm_script_write(&script, &text, &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, "'/a\nb' has a line end in it"));
    buffer_release(&text);
    script.folder = "/a\\b";
    assert_int_equal(slurm_script_write(&script, &text, &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, "'/a\\b' has a backslash in it"));
    buffer_release(&text);
    struct run_words words = {0};
    assert_int_equal(run_words_add(&words, "--comment=a\nb", &error), STATUS_OK);
    script = sample(NULL, 0);
    script.finish_options = &words;
    assert_int_equal(slurm_script_write(&script, &text, &error), STATUS_USAGE);
    buffer_release(&text);
    run_words_release(&words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stretch_of_numbers_has_an_array),
        cmocka_unit_test(text_and_vocabulary_come_first),
        cmocka_unit_test(options_stand_where_they_count),
        cmocka_unit_test(odd_names_are_quoted),
        cmocka_unit_test(what_slurm_cannot_name_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
