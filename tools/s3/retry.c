#include "tools/s3/retry.h"

#include <stddef.h>
#include <string.h>

/* Codes that decide, whatever the status. From "Error responses", Amazon S3 API reference. */
static const struct {
    const char *code;
    enum retry_verdict verdict;
} CODES[] = {
    {"SlowDown", RETRY_SLOWER},
    {"SlowDownRead", RETRY_SLOWER},
    {"SlowDownWrite", RETRY_SLOWER},
    {"Throttling", RETRY_SLOWER},
    {"ThrottlingException", RETRY_SLOWER},
    {"TooManyRequests", RETRY_SLOWER},
    {"RequestLimitExceeded", RETRY_SLOWER},
    {"RequestThrottled", RETRY_SLOWER},
    {"RequestThrottledException", RETRY_SLOWER},
    {"ThrottledException", RETRY_SLOWER},
    {"KMS.ThrottlingException", RETRY_SLOWER},
    {"BandwidthLimitExceeded", RETRY_SLOWER},
    {"ServiceUnavailable", RETRY_SLOWER},
    {"InternalError", RETRY_AGAIN},
    {"RequestTimeout", RETRY_AGAIN},
    {"RequestTimeoutException", RETRY_AGAIN},
    {"OperationAborted", RETRY_AGAIN},
    {"ConditionalRequestConflict", RETRY_AGAIN},
    {"IncompleteBody", RETRY_AGAIN},
    /* The body was damaged on its way; one that changed on disk is noticed there. */
    {"BadDigest", RETRY_AGAIN},
    /* Final also where Complete and CopyObject tell them behind a status of 200. */
    {"NoSuchUpload", RETRY_NEVER},
    {"NoSuchKey", RETRY_NEVER},
    {"InvalidPart", RETRY_NEVER},
    {"InvalidPartOrder", RETRY_NEVER},
    {"EntityTooSmall", RETRY_NEVER},
    {"PreconditionFailed", RETRY_NEVER},
    {"AccessDenied", RETRY_NEVER},
    {"XAmzContentSHA256Mismatch", RETRY_AGAIN},
    {"RequestTimeTooSkewed", RETRY_CLOCK},
    {"PermanentRedirect", RETRY_ELSEWHERE},
    {"TemporaryRedirect", RETRY_ELSEWHERE},
    {"AuthorizationHeaderMalformed", RETRY_ELSEWHERE},
    {"IllegalLocationConstraintException", RETRY_ELSEWHERE},
    {"NoSuchBucket", RETRY_NEVER_AT_ALL},
    {"InvalidBucketName", RETRY_NEVER_AT_ALL},
    {"InvalidAccessKeyId", RETRY_NEVER_AT_ALL},
    {"SignatureDoesNotMatch", RETRY_NEVER_AT_ALL},
    {"ExpiredToken", RETRY_RENEW},
    {"InvalidToken", RETRY_RENEW},
    {"TokenRefreshRequired", RETRY_RENEW},
    {"ExpiredTokenException", RETRY_RENEW},
    {"RequestExpired", RETRY_RENEW},
    {"AccountProblem", RETRY_NEVER_AT_ALL},
    {"AllAccessDisabled", RETRY_NEVER_AT_ALL},
    {"NotSignedUp", RETRY_NEVER_AT_ALL},
    {"QuotaExceeded", RETRY_NEVER_AT_ALL},
};

enum retry_verdict retry_judge(long http_status, const char *code, bool in_body) {
    for (size_t i = 0; i < sizeof CODES / sizeof *CODES; i++) {
        if (strcmp(code, CODES[i].code) == 0)
            return CODES[i].verdict;
    }
    if (http_status >= 200 && http_status < 300)
        return in_body ? RETRY_AGAIN : RETRY_SUCCESS;
    if (http_status == 429 || http_status == 503)
        return RETRY_SLOWER;
    if (http_status == 301 || http_status == 302 || http_status == 307 || http_status == 308)
        return RETRY_ELSEWHERE;
    /* After 417 (Expectation Failed) the request goes out without an "Expect". */
    if (http_status == 408 || http_status == 417 ||
        (http_status >= 500 && http_status != 501 && http_status != 505))
        return RETRY_AGAIN;
    return RETRY_NEVER;
}

uint64_t retry_pause(const struct retry_policy *policy, uint64_t attempt,
                     enum retry_verdict verdict, uint64_t random, uint64_t asked_ms) {
    uint64_t most = policy->base_ms;
    if (verdict == RETRY_SLOWER && most <= policy->longest_ms)
        most *= 8;
    for (uint64_t n = 1; n < attempt && most < policy->longest_ms; n++)
        most *= 2;
    if (most > policy->longest_ms)
        most = policy->longest_ms;
    uint64_t pause = random % (most + 1);
    if (asked_ms > policy->longest_ms)
        asked_ms = policy->longest_ms;
    return pause > asked_ms ? pause : asked_ms;
}
