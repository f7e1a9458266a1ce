/*
 * web_options - how patient downloads are: options that several commands have, and the environment.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_WEB_OPTIONS_H
#define TOOLS_MLMPREP_WEB_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "tools/cli/options.h"
#include "tools/fetch/fetch_session.h"

struct web_options {
    uint64_t connect_timeout, stall_timeout; /* seconds */
    uint64_t max_attempts;
    uint64_t retry_base_delay; /* milliseconds */
};

#define WEB_OPTIONS_ROWS 4

void web_options_init(struct web_options *options);

/* Fills the rows, whose values are those of `options`; returns their number. */
size_t web_options_rows(struct web_options *options, struct option_spec rows[WEB_OPTIONS_ROWS]);

/*
 * What they mean, with the certificates that CURL_CA_BUNDLE, SSL_CERT_FILE or SSL_CERT_DIR names,
 * as curl(1) has it, and without a watch. Proxies are tools/s3/http.h's affair.
 */
void web_options_settings(const struct web_options *options, struct fetch_settings *settings);

#endif
