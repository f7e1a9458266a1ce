#include "tools/s3/s3_advice.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *code;
    const char *advice;
} ADVICE[] = {
    {"AccessDenied", "check that these credentials may do this on that bucket and prefix"},
    {"InvalidAccessKeyId", "check the access key id, and that it belongs to this server"},
    {"SignatureDoesNotMatch", "check the secret access key"},
    {"ExpiredToken", "get fresh credentials and run again"},
    {"InvalidToken", "check AWS_SESSION_TOKEN, or get fresh credentials"},
    {"TokenRefreshRequired", "get fresh credentials and run again"},
    {"NoSuchBucket", "check the bucket's name and region, or create it"},
    {"InvalidBucketName", "check the bucket's name"},
    {"NoSuchKey", "it was deleted meanwhile; run again"},
    {"NoSuchUpload", "another aborted it; run again"},
    {"InvalidObjectState", "the object is archived; restore it first"},
    {"IllegalLocationConstraintException", "name the bucket's region with --region"},
    {"MetadataTooLarge", "give less --metadata: S3 keeps 2 KB of it"},
    {"InvalidTag", "check --tag: S3 takes letters, digits, spaces and + - = . _ : / @"},
    {"InvalidStorageClass", "check --storage-class"},
    {"QuotaExceeded", "free some space in the bucket or raise its quota"},
    {"EntityTooLarge", "the server takes no object this large in one piece"},
    {"KeyTooLongError", "shorten the path behind the bucket"},
    {"RequestTimeTooSkewed", "set the clock of this machine"},
    {"AuthorizationHeaderMalformed", "check the region (--region) and the credentials"},
    {"PermanentRedirect", "name the bucket's region with --region"},
    {"SlowDown", "run again later, or with a smaller --concurrency"},
};

const char *s3_advice_for(long http_status, const char *code) {
    for (size_t i = 0; i < sizeof ADVICE / sizeof *ADVICE; i++) {
        if (strcmp(code, ADVICE[i].code) == 0)
            return ADVICE[i].advice;
    }
    if (http_status == 401 || http_status == 403)
        return "check the credentials and what they may do";
    if (http_status == 407)
        return "check the proxy's name and password";
    if (http_status == 404)
        return "check the endpoint and the bucket's name";
    if (http_status >= 300 && http_status < 400)
        return "name the bucket's region with --region, or its server with --endpoint-url";
    if (http_status == 501 || http_status == 505)
        return "this server does not know such requests";
    if (http_status == 429 || http_status >= 500)
        return "run again later";
    return "";
}
