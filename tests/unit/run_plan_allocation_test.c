/*
 * Plans when an allocation fails: STATUS_NO_MEMORY, nothing leaked, nothing wrong made; and with
 * memory again, the right outcome. The sources are compiled into this program with an allocator
 * that can be told to fail; jansson is told to use it, too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/failing_allocators.h"
#include "tests/unit/run_plan_sample.h"

#define calloc  failing_calloc
#define realloc failing_realloc
#undef strdup
#define strdup failing_strdup
/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "formats/base/buffer.c"
#include "tools/prep/run_plan.c"
#include "tools/prep/run_plan_check.c"
#include "tools/prep/run_plan_parse.c"
#include "tools/prep/run_words.c"
/* NOLINTEND(bugprone-suspicious-include) */
#undef calloc
#undef realloc
#undef strdup

static struct error error;
static struct buffer text = BUFFER_INIT;
static struct run_plan sample;

/* What is tried with fewer allocations than it needs. */
typedef enum status attempt_function(void);

/* Tries with no allocation, one, two... until the outcome is `wanted`. */
static void try_all(attempt_function *attempt, enum status wanted, unsigned at_least,
                    enum status also) {
    unsigned failures = 0;
    for (int allowed = 0;; allowed++) {
        allocations_left = allowed;
        enum status status = attempt();
        bool was_short = allocations_left == 0;
        allocations_left = INT_MAX;
        if (status == wanted && !was_short)
            break;
        if (status != STATUS_NO_MEMORY && status != also && status != wanted)
            fail_msg("%d allocations: status %d: %s", allowed, (int)status, error.message);
        failures += status != wanted;
    }
    assert_true(failures >= at_least);
}

static enum status write_plan(void) {
    struct buffer again = BUFFER_INIT;
    enum status status = run_plan_write(&sample, &again, &error);
    if (status == STATUS_OK &&
        (again.size != text.size || memcmp(again.data, text.data, text.size) != 0))
        abort();
    buffer_release(&again);
    return status;
}

static enum status parse_plan(void) {
    struct run_plan plan;
    enum status status = run_plan_parse(&plan, buffer_view(&text), "run.json", &error);
    if (status == STATUS_OK)
        run_plan_release(&plan);
    return status;
}

static enum status compare_equal(void) {
    return run_plan_compare(&sample, &sample, &error);
}

static enum status compare_different(void) {
    struct run_plan other = sample;
    other.training_shards++;
    other.sources = NULL;
    other.source_count = 0;
    return run_plan_compare(&sample, &other, &error);
}

static enum status split_line(void) {
    struct run_words words = {0};
    enum status status = run_words_split(&words, "a b c d e f g h i 'j k' l m n o p q r s", &error);
    if (status == STATUS_OK && words.count != 18)
        abort();
    run_words_release(&words);
    return status;
}

static void plans_without_memory(void **state) {
    (void)state;
    run_plan_sample(&sample);
    assert_int_equal(run_plan_write(&sample, &text, &error), STATUS_OK);
    try_all(write_plan, STATUS_OK, 20, STATUS_NO_MEMORY);
    /* jansson does not tell what is no JSON and no memory apart. */
    try_all(parse_plan, STATUS_OK, 20, STATUS_CORRUPT);
    try_all(compare_equal, STATUS_OK, 20, STATUS_NO_MEMORY);
    try_all(compare_different, STATUS_USAGE, 20, STATUS_NO_MEMORY);
    try_all(split_line, STATUS_OK, 18, STATUS_NO_MEMORY);
    run_plan_release(&sample);
    buffer_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_without_memory),
    };
    json_set_alloc_funcs(failing_malloc, free);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
