/*
 * credential_process - runs the command of a profile's credential_process setting.
 *
 * The command line is given to /bin/sh, as AWS's SDKs do; its standard input is empty, its standard
 * error is ours, and what it prints is never shown.
 *
 * Thread rule: any thread.
 */
#ifndef TOOLS_S3_CREDENTIAL_PROCESS_H
#define TOOLS_S3_CREDENTIAL_PROCESS_H

#include <stdatomic.h>
#include <stdint.h>

#include "tools/s3/credentials.h"

/* As long as AWS's SDK for Go waits for such a process. */
#define CREDENTIAL_PROCESS_MS 60000

/*
 * Runs `command` and reads the credentials it prints (credential_document.h), for `limit_ms` at
 * most; `origin` is for messages. A command that takes longer, or prints more than 64 KiB, is
 * killed. When *stop turns true the call ends soon. STATUS_FAILED with a sentence otherwise.
 */
MUST_USE enum status credential_process_run(struct credentials *credentials, const char *command,
                                            const char *origin, uint64_t limit_ms,
                                            const atomic_bool *stop, struct error *error);

#endif
