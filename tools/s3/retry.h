/*
 * retry - what is worth trying again, and after how long.
 *
 * Exponential back-off with full jitter: before attempt n + 1 a pause drawn evenly from 0 to
 * min(longest, base * 2^(n-1)) ("Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
 * Where the server asks for less (SlowDown, 429, 503), base is eight times as long. Clock and
 * random source are the caller's, so that tests need neither.
 *
 * Thread rule: a policy is only read; functions touch only their arguments.
 */
#ifndef TOOLS_S3_RETRY_H
#define TOOLS_S3_RETRY_H

#include <stdbool.h>
#include <stdint.h>

/* What came of one attempt. */
enum retry_verdict {
    RETRY_SUCCESS,
    RETRY_AGAIN,       /* temporary: after a pause */
    RETRY_SLOWER,      /* temporary, and the server asked for less: after a long pause */
    RETRY_ELSEWHERE,   /* wrong region or endpoint: at once, when the answer told a new one */
    RETRY_CLOCK,       /* the clocks differ: at once, when the answer told the server's time */
    RETRY_RENEW,       /* the credentials ran out: at once, when there are fresh ones */
    RETRY_NEVER,       /* this request will not succeed */
    RETRY_NEVER_AT_ALL /* nor will any other with these credentials on this bucket */
};

struct retry_policy {
    uint64_t max_attempts; /* at least 1 */
    uint64_t base_ms;
    uint64_t longest_ms;
};

/* 10 attempts, 100 ms, 20 s: gives up after about a minute, twice that when told to slow down. */
#define RETRY_POLICY_DEFAULT                                                                       \
    { 10, 100, 20000 }

/*
 * Judges an answer by its HTTP status and S3 code ("" when there is none). `in_body` tells a status
 * below 300 whose body is an error document all the same.
 */
enum retry_verdict retry_judge(long http_status, const char *code, bool in_body);

/*
 * Milliseconds to pause after attempt `attempt` (from 1) failed. `random` is evenly distributed;
 * `asked_ms` is the server's Retry-After, 0 for none: a pause is at least that, at most longest.
 */
uint64_t retry_pause(const struct retry_policy *policy, uint64_t attempt,
                     enum retry_verdict verdict, uint64_t random, uint64_t asked_ms);

#endif
