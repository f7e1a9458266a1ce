/*
 * container_credentials - what a container is given by its agent: ECS, SageMaker, EKS Pod Identity.
 *
 *   AWS_CONTAINER_CREDENTIALS_RELATIVE_URI  a path at http://169.254.170.2
 *   AWS_CONTAINER_CREDENTIALS_FULL_URI      a URL: https of any host, or http of this machine and
 *                                           of AWS's two link-local agents alone
 *   AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE  a file with what goes into Authorization, read each
 *                                           time, because EKS changes it
 *   AWS_CONTAINER_AUTHORIZATION_TOKEN       the same as a text
 *
 * ("Container credential provider", AWS SDKs and tools reference.) No proxy.
 *
 * Thread rule: any thread; a call keeps nothing for the next.
 */
#ifndef TOOLS_S3_CONTAINER_CREDENTIALS_H
#define TOOLS_S3_CONTAINER_CREDENTIALS_H

#include "tools/s3/credential_context.h"
#include "tools/s3/credentials.h"

/* Asks the agent. STATUS_END when neither variable is set. */
MUST_USE enum status container_credentials_get(struct credentials *credentials,
                                               const struct credential_context *context,
                                               struct error *error);

/*
 * Appends the URL to ask, with a NUL that is not counted; either text may be NULL or "".
 * STATUS_END when both are, STATUS_FAILED for a host that may not be asked.
 */
MUST_USE enum status container_credentials_url(struct buffer *url, const char *relative,
                                               const char *full, struct error *error);

#endif
