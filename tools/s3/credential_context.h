/*
 * credential_context - what the sources of credentials need to know, in one place.
 *
 * The texts belong to the credential_provider; sources borrow them.
 */
#ifndef TOOLS_S3_CREDENTIAL_CONTEXT_H
#define TOOLS_S3_CREDENTIAL_CONTEXT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "tools/s3/http.h"

/* Tells the time, in seconds since 1970; tests bring their own. */
typedef time_t credential_clock_function(void *context);

struct credential_context {
    const char *profile; /* its name; never NULL */
    bool profile_named;  /* by an option: it goes before the environment */
    const char *region;  /* NULL when not known */
    const char *sts_url; /* NULL for AWS's own */
    bool dual_stack;     /* of AWS's own STS */
    bool fips;
    const char *ca_bundle; /* NULL for the system's */
    const atomic_bool *stop;
    http_log_function *log; /* NULL for none */
    void *log_context;
    credential_clock_function *now; /* NULL for the system's clock */
    void *now_context;
};

static inline time_t credential_context_now(const struct credential_context *context) {
    return context->now == NULL ? time(NULL) : context->now(context->now_context);
}

#endif
