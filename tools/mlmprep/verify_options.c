#include "tools/mlmprep/verify_options.h"

#include <string.h>

void verify_options_init(struct verify_options *options) {
    *options = (struct verify_options){.json = false};
    s3sync_options_init(&options->s3);
}

/* Whether an option of s3sync is one of these, too: nothing is sent, and nothing planned. */
static bool is_taken(const char *name) {
    static const char *const NAMES[] = {
        "progress-interval", "trace",
        "concurrency",       "bandwidth-limit",
        "max-attempts",      "retry-base-delay",
        "connect-timeout",   "stall-timeout",
        "request-timeout",   "region",
        "profile",           "no-sign-request",
        "endpoint-url",      "ca-bundle",
        "path-style",        "virtual-host-style",
        "dual-stack",        "fips",
        "request-payer",     "expected-bucket-owner",
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (strcmp(name, NAMES[i]) == 0)
            return true;
    }
    return false;
}

size_t verify_options_rows(struct verify_options *options,
                           struct option_spec rows[VERIFY_OPTIONS_ROWS]) {
    struct option_spec all[S3SYNC_OPTIONS_ROWS];
    size_t found = s3sync_options_rows(&options->s3, all);
    size_t count = 0;
    rows[count++] = option_flag("json", &options->json, "write JSON");
    rows[count++] =
        option_flag("download", &options->download,
                    "read every object, instead of believing the hashes that servers keep");
    for (size_t i = 0; i < found; i++) {
        if (is_taken(all[i].name))
            rows[count++] = all[i];
    }
    return count;
}
