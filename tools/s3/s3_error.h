/*
 * s3_error - what an S3 server says went wrong: the <Error> document of an answer.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_S3_ERROR_H
#define TOOLS_S3_S3_ERROR_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Texts are cut to their fields, control characters in them are shown as '?'; "" when absent. */
struct s3_error {
    char code[64]; /* "SlowDown" */
    char message[320];
    char request_id[128];
    char region[64];      /* the bucket's, where the answer tells */
    char endpoint[256];   /* host to use instead, where the answer tells */
    char server_time[40]; /* of RequestTimeTooSkewed: "2030-01-02T03:04:05Z" */
};

/*
 * Reads a body. False when it is not an <Error> document with a code: other XML,
 * HTML of a proxy, nothing at all. A damaged document yields what could be read before the damage.
 */
bool s3_error_read(struct s3_error *error_document, struct view body);

#endif
