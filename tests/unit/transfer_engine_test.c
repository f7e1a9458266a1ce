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

#include "tests/unit/fake_transfers.h"

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

static void begins_again_what_is_lost(void **state) {
    (void)state;
    start(2);
    assert_int_equal(submit("large lost"), STATUS_OK);
    assert_int_equal(submit("large lost always"), STATUS_OK);
    assert_int_equal(end(), STATUS_PARTIAL);
    assert_int_equal(totals.done[SYNC_UPLOAD], 1);
    assert_int_equal(totals.failed, 1);
    unsigned times = 0;
    for (const char *at = story; (at = strstr(at, "begin large lost always\n")) != NULL; at++)
        times++;
    assert_int_equal(times, 2);
    assert_true(is_before("abort large lost\n", "free large lost\n"));
}

static void skips_what_came_first(void **state) {
    (void)state;
    start(1);
    assert_int_equal(submit("kept"), STATUS_OK);
    assert_int_equal(end(), STATUS_OK);
    assert_int_equal(totals.done[SYNC_UPLOAD], 0);
    assert_int_equal(totals.done[SYNC_SKIP], 1);
}

/* One worker, which cannot tell its story before all are queued. */
static void prepares_pairs(void **state) {
    (void)state;
    start(1);
    pthread_mutex_lock(&story_mutex);
    assert_int_equal(submit("large"), STATUS_OK);
    for (unsigned i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "pair%u", i);
        assert_int_equal(submit(name), STATUS_OK);
    }
    assert_int_equal(submit("other"), STATUS_OK);
    pthread_mutex_unlock(&story_mutex);
    assert_int_equal(end(), STATUS_OK);
    const char *pairs = strstr(story, "ok large\n");
    assert_non_null(pairs);
    assert_string_equal(pairs, "ok large\nprepare pair0 pair1\nbegin pair0\nok pair0\n"
                               "begin pair1\nok pair1\nprepare pair2 pair3\nbegin pair2\n"
                               "ok pair2\nbegin pair3\nok pair3\nbegin pair4\nok pair4\n"
                               "begin other\nok other\n");
    /* With others around: each is prepared once at most, done once, and none is lost. */
    start(4);
    for (unsigned i = 0; i < 300; i++)
        assert_int_equal(submit(i % 3 == 0 ? "single" : "pair"), STATUS_OK);
    assert_int_equal(end(), STATUS_OK);
    assert_int_equal(totals.done[SYNC_UPLOAD], 300);
}

/* What was put back when the run stopped is not done, but counted. */
static void stops_between_pairs(void **state) {
    (void)state;
    start(2);
    for (unsigned i = 0; i < 40; i++) {
        if (submit(i == 9 ? "pair hopeless" : "pair") != STATUS_OK)
            break;
    }
    assert_int_equal(end(), STATUS_FAILED);
    assert_true(totals.stopped);
    assert_true(totals.done[SYNC_UPLOAD] + totals.not_tried + totals.failed <= 40);
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
        cmocka_unit_test(begins_again_what_is_lost),
        cmocka_unit_test(skips_what_came_first),
        cmocka_unit_test(prepares_pairs),
        cmocka_unit_test(stops_between_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
