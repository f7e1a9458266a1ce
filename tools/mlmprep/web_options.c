#include "tools/mlmprep/web_options.h"

#include <stdlib.h>
#include <string.h>

void web_options_init(struct web_options *options) {
    struct fetch_settings settings;
    fetch_settings_init(&settings);
    *options = (struct web_options){
        .connect_timeout = settings.connect_seconds,
        .stall_timeout = settings.stall_seconds,
        .max_attempts = settings.policy.max_attempts,
        .retry_base_delay = settings.policy.base_ms,
    };
}

size_t web_options_rows(struct web_options *options, struct option_spec rows[WEB_OPTIONS_ROWS]) {
    const struct option_spec all[WEB_OPTIONS_ROWS] = {
        option_whole("max-attempts", &options->max_attempts, 1, 1000, "N",
                     "times a request is tried before the network counts as gone; what gains "
                     "something is not counted"),
        option_whole("retry-base-delay", &options->retry_base_delay, 0, 30000, "MS",
                     "longest pause before a second attempt; doubles with each, up to 30 s"),
        option_whole("connect-timeout", &options->connect_timeout, 1, 3600, "S",
                     "seconds to wait for a connection"),
        option_whole("stall-timeout", &options->stall_timeout, 1, 3600, "S",
                     "seconds without a byte after which a download is tried again"),
    };
    memcpy(rows, all, sizeof all);
    return WEB_OPTIONS_ROWS;
}

static const char *find_certificates(void) {
    static const char *const NAMES[] = {"CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const char *value = getenv(NAMES[i]);
        if (value != NULL && *value != '\0')
            return value;
    }
    return NULL;
}

void web_options_settings(const struct web_options *options, struct fetch_settings *settings) {
    fetch_settings_init(settings);
    settings->connect_seconds = options->connect_timeout;
    settings->stall_seconds = options->stall_timeout;
    settings->policy.max_attempts = options->max_attempts;
    settings->policy.base_ms = options->retry_base_delay;
    settings->ca_bundle = find_certificates();
}
