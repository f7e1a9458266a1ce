/* retry and request_gate: verdicts, pauses, and how many requests a server gets at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/s3/request_gate.h"
#include "tools/s3/retry.h"

static void answers_are_judged(void **state) {
    (void)state;
    static const struct {
        long status;
        const char *code;
        bool in_body;
        enum retry_verdict wanted;
    } CASES[] = {
        {200, "", false, RETRY_SUCCESS},
        {204, "", false, RETRY_SUCCESS},
        {200, "InternalError", true, RETRY_AGAIN},
        {200, "Unheard", true, RETRY_AGAIN},
        {500, "", false, RETRY_AGAIN},
        {500, "InternalError", true, RETRY_AGAIN},
        {502, "", false, RETRY_AGAIN},
        {504, "", false, RETRY_AGAIN},
        {501, "NotImplemented", true, RETRY_NEVER},
        {503, "", false, RETRY_SLOWER},
        {503, "SlowDown", true, RETRY_SLOWER},
        {429, "", false, RETRY_SLOWER},
        {400, "RequestTimeout", true, RETRY_AGAIN},
        {400, "BadDigest", true, RETRY_AGAIN},
        {400, "InvalidArgument", true, RETRY_NEVER},
        {400, "AuthorizationHeaderMalformed", true, RETRY_ELSEWHERE},
        {301, "PermanentRedirect", true, RETRY_ELSEWHERE},
        {301, "", false, RETRY_ELSEWHERE},
        {307, "TemporaryRedirect", true, RETRY_ELSEWHERE},
        {403, "RequestTimeTooSkewed", true, RETRY_CLOCK},
        {403, "AccessDenied", true, RETRY_NEVER},
        {403, "", false, RETRY_NEVER},
        {403, "SignatureDoesNotMatch", true, RETRY_NEVER_AT_ALL},
        {403, "InvalidAccessKeyId", true, RETRY_NEVER_AT_ALL},
        {400, "ExpiredToken", true, RETRY_RENEW},
        {404, "NoSuchBucket", true, RETRY_NEVER_AT_ALL},
        {404, "NoSuchKey", true, RETRY_NEVER},
        {100, "", false, RETRY_NEVER},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        if (retry_judge(CASES[i].status, CASES[i].code, CASES[i].in_body) != CASES[i].wanted)
            fail_msg("%ld %s was judged wrongly", CASES[i].status, CASES[i].code);
    }
}

/* The longest pause after an attempt: the random number that gives it is bound minus 1. */
static uint64_t longest(const struct retry_policy *policy, uint64_t attempt,
                        enum retry_verdict verdict) {
    uint64_t most = 0;
    for (uint64_t random = 0; random <= 25000; random++) {
        uint64_t pause = retry_pause(policy, attempt, verdict, random, 0);
        most = pause > most ? pause : most;
    }
    return most;
}

static void pauses_double_up_to_the_longest(void **state) {
    (void)state;
    const struct retry_policy policy = {10, 100, 20000};
    assert_int_equal(longest(&policy, 1, RETRY_AGAIN), 100);
    assert_int_equal(longest(&policy, 2, RETRY_AGAIN), 200);
    assert_int_equal(longest(&policy, 5, RETRY_AGAIN), 1600);
    assert_int_equal(longest(&policy, 9, RETRY_AGAIN), 20000);
    assert_int_equal(longest(&policy, 1000000, RETRY_AGAIN), 20000);
    assert_int_equal(longest(&policy, 1, RETRY_SLOWER), 800);
    assert_int_equal(longest(&policy, 2, RETRY_SLOWER), 1600);
    assert_int_equal(retry_pause(&policy, 3, RETRY_AGAIN, 0, 0), 0);
}

static void the_server_may_ask_for_a_pause_within_reason(void **state) {
    (void)state;
    const struct retry_policy policy = {10, 100, 20000};
    assert_int_equal(retry_pause(&policy, 1, RETRY_SLOWER, 0, 3000), 3000);
    assert_int_equal(retry_pause(&policy, 1, RETRY_SLOWER, 0, 3600000), 20000);
    const struct retry_policy none = {10, 0, 20000};
    assert_int_equal(retry_pause(&none, 9, RETRY_SLOWER, 12345, 0), 0);
}

static void a_server_that_asks_for_less_gets_less(void **state) {
    (void)state;
    struct request_gate gate;
    uint64_t tickets[8];
    request_gate_init(&gate, 8);
    for (size_t i = 0; i < 8; i++)
        assert_true(request_gate_enter(&gate, &tickets[i]));
    /* All of one crowd complain: half of it from now, not an eighth of an eighth. */
    for (size_t i = 0; i < 8; i++)
        request_gate_leave(&gate, tickets[i], REQUEST_GATE_SLOWER);
    assert_int_equal(gate.limit, 4);
    for (int i = 0; i < 10; i++) {
        assert_true(request_gate_enter(&gate, &tickets[0]));
        request_gate_leave(&gate, tickets[0], REQUEST_GATE_SLOWER);
    }
    assert_int_equal(gate.limit, 1);
    /* 1 success makes it 2, 2 more make it 3, ... and it ends where it began. */
    for (int i = 0; i < 1 + 2 + 3; i++) {
        assert_true(request_gate_enter(&gate, &tickets[0]));
        request_gate_leave(&gate, tickets[0], REQUEST_GATE_SUCCESS);
    }
    assert_int_equal(gate.limit, 4);
    for (int i = 0; i < 1000; i++) {
        assert_true(request_gate_enter(&gate, &tickets[0]));
        request_gate_leave(&gate, tickets[0], REQUEST_GATE_SUCCESS);
    }
    assert_int_equal(gate.limit, 8);
    assert_int_equal(gate.in_flight, 0);
    request_gate_close(&gate);
    assert_false(request_gate_enter(&gate, &tickets[0]));
    request_gate_release(&gate);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_judged),
        cmocka_unit_test(pauses_double_up_to_the_longest),
        cmocka_unit_test(the_server_may_ask_for_a_pause_within_reason),
        cmocka_unit_test(a_server_that_asks_for_less_gets_less),
    };
    return cmocka_run_group_tests_name("retry", tests, NULL, NULL);
}
