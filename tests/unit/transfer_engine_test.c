/*
 * What the engine does first, last, once more and not at all: with transfers that move nothing but
 * write down what happened.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/transfer_engine.h"

/* What happened, in order: one line each. */
static pthread_mutex_t story_mutex = PTHREAD_MUTEX_INITIALIZER;
static char story[262144];
static unsigned active, most_active;

static void tell(const char *what, const char *name) {
    pthread_mutex_lock(&story_mutex);
    size_t length = strlen(story);
    snprintf(story + length, sizeof story - length, "%s %s\n", what, name);
    pthread_mutex_unlock(&story_mutex);
}

static void enter(void) {
    pthread_mutex_lock(&story_mutex);
    if (++active > most_active)
        most_active = active;
    pthread_mutex_unlock(&story_mutex);
    usleep(1000);
}

static void leave(void) {
    pthread_mutex_lock(&story_mutex);
    active--;
    pthread_mutex_unlock(&story_mutex);
}

static bool happened(const char *line) {
    return strstr(story, line) != NULL;
}

/* Whether one line came before another; both must be there. */
static bool is_before(const char *first, const char *second) {
    const char *a = strstr(story, first), *b = strstr(story, second);
    return a != NULL && b != NULL && a < b;
}

/* --- a transfer in parts -----------------------------------------------------------------------
 */

struct fake_large {
    struct large_transfer base;
    const struct sync_action *action;
};

static bool has(const struct sync_action *action, const char *word) {
    return strstr(action->source, word) != NULL;
}

static enum status do_part(struct large_transfer *large, struct transfer_worker *worker,
                           struct sync_result *result, unsigned part, struct error *error) {
    const struct sync_action *action = ((struct fake_large *)large)->action;
    char line[64];
    (void)worker;
    enter();
    snprintf(line, sizeof line, "%s-%u", action->source, part);
    tell("part", line);
    result->attempts = 1;
    leave();
    if (part == 2 && has(action, "badpart"))
        return error_set(error, STATUS_FAILED, "part 2 of '%s' failed", action->source);
    if (part == 2 && has(action, "hopelesspart")) {
        result->hopeless = true;
        return error_set(error, STATUS_FAILED, "nothing will do");
    }
    return STATUS_OK;
}

static enum status finish(struct large_transfer *large, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error) {
    const struct sync_action *action = ((struct fake_large *)large)->action;
    (void)worker;
    tell("finish", action->source);
    result->bytes = 100;
    if (has(action, "badfinish"))
        return error_set(error, STATUS_TEMPORARY, "'%s' cannot be finished now", action->source);
    if (has(action, "changing")) {
        atomic_store(&large->changed, true);
        return error_set(error, STATUS_FAILED, "'%s' changed", action->source);
    }
    return STATUS_OK;
}

static void abandon(struct large_transfer *large, struct transfer_worker *worker, bool later) {
    (void)worker;
    tell(later ? "keep" : "abort", ((struct fake_large *)large)->action->source);
}

static void free_large(struct large_transfer *large) {
    tell("free", ((struct fake_large *)large)->action->source);
    free(large);
}

static const struct large_transfer_calls LARGE = {do_part, finish, abandon, free_large};

/* --- the engine's calls ------------------------------------------------------------------------
 */

static enum status perform(struct transfer_worker *worker, struct sync_result *result,
                           struct large_transfer **large, bool *changed,
                           const struct sync_action *action, struct error *error) {
    (void)worker;
    enter();
    tell("begin", action->source);
    leave();
    result->attempts = 1;
    if (has(action, "large")) {
        struct fake_large *fake = calloc(1, sizeof *fake);
        assert_non_null(fake);
        fake->base.calls = &LARGE;
        fake->base.part_count = 8;
        fake->action = action;
        *large = &fake->base;
        return STATUS_OK;
    }
    if (has(action, "busy")) {
        *changed = true;
        return STATUS_OK;
    }
    result->bytes = 10;
    result->hopeless = has(action, "hopeless");
    if (has(action, "later"))
        return error_set(error, STATUS_TEMPORARY, "'%s' failed for now", action->source);
    if (has(action, "bad") || result->hopeless)
        return error_set(error, STATUS_FAILED, "'%s' failed", action->source);
    return STATUS_OK;
}

static void delete_objects(struct transfer_worker *worker, struct sync_result *results,
                           enum status *statuses, char **messages,
                           struct sync_action *const *actions, size_t count) {
    char line[32];
    (void)worker;
    snprintf(line, sizeof line, "%zu", count);
    tell("delete", line);
    for (size_t i = 0; i < count; i++) {
        results[i].attempts = 1;
        if (strstr(actions[i]->target, "bad") != NULL) {
            statuses[i] = STATUS_FAILED;
            messages[i] = strdup("it stays");
        }
    }
}

static const struct transfer_calls CALLS = {perform, delete_objects};

static void observe(void *context, const struct sync_action *action,
                    const struct sync_result *result, enum status status,
                    const struct error *error) {
    (void)context, (void)result;
    tell(status == STATUS_OK ? "ok" : "failed",
         action->source == NULL ? action->target : action->source);
    if (status != STATUS_OK)
        tell("because", error->message);
}

/* --- running -----------------------------------------------------------------------------------
 */

static struct transfer_engine engine;
static struct transfer_totals totals;
static struct error error;

static void start(unsigned workers) {
    const struct transfer_options options = {.workers = workers};
    story[0] = '\0';
    active = most_active = 0;
    error = (struct error){.status = STATUS_OK};
    assert_int_equal(transfer_engine_start_with(&engine, &options, &CALLS, observe, NULL, &error),
                     STATUS_OK);
}

static struct sync_action *make(enum sync_action_kind kind, const char *name) {
    struct sync_action *action =
        sync_action_new(kind, kind == SYNC_DELETE_OBJECT ? NULL : name, name, "new");
    assert_non_null(action);
    return action;
}

static enum status submit(const char *name) {
    return transfer_engine_submit(&engine, make(SYNC_UPLOAD, name), &error);
}

static enum status submit_waiting(const char *name) {
    struct sync_action *action = make(SYNC_UPLOAD, name);
    action->waits_for_all = true;
    return transfer_engine_submit(&engine, action, &error);
}

static enum status submit_holding(const char *name) {
    struct sync_action *action = make(SYNC_UPLOAD, name);
    action->holds_all = true;
    return transfer_engine_submit(&engine, action, &error);
}

static enum status end(void) {
    return transfer_engine_finish(&engine, &totals, &error);
}

static void does_all(void **state) {
    (void)state;
    start(4);
    for (unsigned i = 0; i < 300; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", i);
        assert_int_equal(submit(name), STATUS_OK);
    }
    assert_int_equal(transfer_engine_submit(&engine, make(SYNC_SKIP, "same"), &error), STATUS_OK);
    assert_int_equal(end(), STATUS_OK);
    assert_int_equal(totals.done[SYNC_UPLOAD], 300);
    assert_int_equal(totals.done[SYNC_SKIP], 1);
    assert_int_equal(totals.bytes, 3000);
    assert_false(happened("begin same"));
    assert_true(happened("ok same"));
    assert_in_range(most_active, 1, 4);
}

/* One worker: parts of what has begun come before what has not. */
static void does_parts_first(void **state) {
    (void)state;
    start(1);
    assert_int_equal(submit("large"), STATUS_OK);
    assert_int_equal(submit("small"), STATUS_OK);
    assert_int_equal(end(), STATUS_OK);
    assert_string_equal(story, "begin large\npart large-0\npart large-1\npart large-2\n"
                               "part large-3\npart large-4\npart large-5\npart large-6\n"
                               "part large-7\nfinish large\nfree large\nok large\n"
                               "begin small\nok small\n");
    assert_int_equal(totals.bytes, 110);
}

static void shares_parts(void **state) {
    (void)state;
    start(4);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(submit("large"), STATUS_OK);
    assert_int_equal(end(), STATUS_OK);
    assert_int_equal(totals.done[SYNC_UPLOAD], 6);
    assert_in_range(most_active, 2, 4);
}

static void waits_for_all(void **state) {
    (void)state;
    start(4);
    assert_int_equal(submit("large"), STATUS_OK);
    assert_int_equal(submit("small"), STATUS_OK);
    assert_int_equal(submit_waiting("last"), STATUS_OK);
    assert_int_equal(end(), STATUS_OK);
    assert_true(is_before("ok large", "begin last"));
    assert_true(is_before("ok small", "begin last"));
}

static void refuses_what_waited_in_vain(void **state) {
    (void)state;
    start(2);
    assert_int_equal(submit("bad"), STATUS_OK);
    assert_int_equal(submit_waiting("last"), STATUS_OK);
    assert_int_equal(end(), STATUS_PARTIAL);
    assert_false(happened("begin last"));
    assert_true(happened("because 'last' is not transferred"));
    assert_int_equal(totals.failed, 2);
    start(2);
    assert_int_equal(submit("later"), STATUS_OK);
    assert_int_equal(submit_waiting("last"), STATUS_OK);
    assert_int_equal(end(), STATUS_TEMPORARY);
    assert_int_equal(totals.failed_for_now, 2);
    start(2);
    struct error why;
    error_set(&why, STATUS_FAILED, "it is not there");
    transfer_engine_refuse(&engine, "missing", &why);
    assert_int_equal(submit_waiting("last"), STATUS_OK);
    assert_int_equal(end(), STATUS_PARTIAL);
    assert_false(happened("begin last"));
}

static void holds_all(void **state) {
    (void)state;
    start(4);
    assert_int_equal(submit_holding("large"), STATUS_OK);
    assert_int_equal(submit("next"), STATUS_OK);
    assert_int_equal(end(), STATUS_OK);
    assert_true(is_before("ok large", "begin next"));
    start(4);
    assert_int_equal(submit_holding("bad"), STATUS_FAILED);
    assert_int_equal(submit("next"), STATUS_FAILED);
    assert_int_equal(end(), STATUS_FAILED);
    assert_false(happened("begin next"));
    assert_true(totals.stopped);
}

static void gathers_deletions(void **state) {
    (void)state;
    start(1);
    for (unsigned i = 0; i < 1500; i++) {
        struct sync_action *action = make(SYNC_DELETE_OBJECT, i == 7 ? "bad" : "old");
        /* The first waits for all before it; the others of its batch need not. */
        action->waits_for_all = i < 1000;
        assert_int_equal(transfer_engine_submit(&engine, action, &error), STATUS_OK);
    }
    assert_int_equal(submit("next"), STATUS_OK);
    assert_int_equal(end(), STATUS_PARTIAL);
    assert_true(happened("delete 1000\n"));
    assert_true(is_before("delete 1000\n", "delete 500\n"));
    assert_true(is_before("delete 500\n", "begin next"));
    assert_int_equal(totals.done[SYNC_DELETE_OBJECT], 1499);
    assert_true(happened("failed bad\nbecause it stays\n"));
}

static void stops_when_hopeless(void **state) {
    (void)state;
    start(2);
    enum status status = submit("hopeless");
    for (unsigned i = 0; i < 5000 && status == STATUS_OK; i++)
        status = submit("large");
    assert_int_equal(status, STATUS_FAILED);
    assert_int_equal(end(), STATUS_FAILED);
    assert_string_equal(error.message, "'hopeless' failed");
    assert_true(totals.stopped);
    assert_true(totals.not_tried > 0);
    start(3);
    for (unsigned i = 0; i < 20; i++)
        (void)!submit(i == 3 ? "large hopelesspart" : "large");
    assert_int_equal(end(), STATUS_FAILED);
    assert_string_equal(error.message, "nothing will do");
    /* Every transfer that began was freed, finished or not. */
    unsigned freed = 0;
    for (const char *at = story; (at = strstr(at, "free ")) != NULL; at++)
        freed++;
    assert_int_equal(freed + totals.not_tried + totals.failed >= 20, true);
}

static void takes_back_what_fails(void **state) {
    (void)state;
    start(2);
    assert_int_equal(submit("large badpart"), STATUS_OK);
    assert_int_equal(submit("large badfinish"), STATUS_OK);
    assert_int_equal(end(), STATUS_PARTIAL);
    assert_true(is_before("abort large badpart", "free large badpart"));
    assert_false(happened("finish large badpart"));
    assert_true(is_before("keep large badfinish", "free large badfinish"));
    assert_int_equal(totals.failed, 2);
    assert_int_equal(totals.failed_for_now, 1);
}

static void begins_again_what_changed(void **state) {
    (void)state;
    start(2);
    assert_int_equal(submit("busy"), STATUS_OK);
    assert_int_equal(submit("large changing"), STATUS_OK);
    assert_int_equal(end(), STATUS_PARTIAL);
    static const char *const LINES[] = {"begin busy\n", "begin large changing\n",
                                        "abort large changing\n"};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        unsigned times = 0;
        for (const char *at = story; (at = strstr(at, LINES[i])) != NULL; at++)
            times++;
        assert_int_equal(times, 3);
    }
    assert_true(happened("because 'busy' changed while it was transferred, 3 times"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_all),
        cmocka_unit_test(does_parts_first),
        cmocka_unit_test(shares_parts),
        cmocka_unit_test(waits_for_all),
        cmocka_unit_test(refuses_what_waited_in_vain),
        cmocka_unit_test(holds_all),
        cmocka_unit_test(gathers_deletions),
        cmocka_unit_test(stops_when_hopeless),
        cmocka_unit_test(takes_back_what_fails),
        cmocka_unit_test(begins_again_what_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
