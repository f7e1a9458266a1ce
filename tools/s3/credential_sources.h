/*
 * credential_sources - tries the sources of credentials in their order; see credential_provider.h.
 *
 * Thread rule: one thread at a time per context.
 */
#ifndef TOOLS_S3_CREDENTIAL_SOURCES_H
#define TOOLS_S3_CREDENTIAL_SOURCES_H

#include "tools/s3/credential_context.h"
#include "tools/s3/credentials.h"

/* Fetches from the first source that is configured. Fails as credential_provider_get does. */
MUST_USE enum status credential_sources_fetch(struct credentials *credentials,
                                              const struct credential_context *context,
                                              struct error *error);

#endif
