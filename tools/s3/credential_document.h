/*
 * credential_document - credentials as JSON: what processes, containers and instances give out.
 *
 * A process prints {"Version": 1, "AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration"}
 * ("Sourcing credentials with an external process", AWS CLI user guide); containers and the
 * instance metadata service call the token "Token", and may tell a "Code" instead of keys.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_CREDENTIAL_DOCUMENT_H
#define TOOLS_S3_CREDENTIAL_DOCUMENT_H

#include "formats/base/buffer.h"
#include "tools/s3/credentials.h"

enum credential_document_kind {
    CREDENTIAL_DOCUMENT_PROCESS,
    CREDENTIAL_DOCUMENT_METADATA,
};

/*
 * Reads a document. STATUS_FAILED with a sentence that begins with `origin` (where it came from)
 * and shows nothing of the document but its error code and message. Owns nothing on failure.
 */
MUST_USE enum status credential_document_read(struct credentials *credentials, struct view document,
                                              enum credential_document_kind kind,
                                              const char *origin, struct error *error);

#endif
