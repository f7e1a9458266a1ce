/*
 * request_note - what is told of each attempt of a request when it is over: for counts by kind and
 * for people who look on.
 */
#ifndef TOOLS_S3_REQUEST_NOTE_H
#define TOOLS_S3_REQUEST_NOTE_H

#include <stdint.h>

/* All texts are borrowed for the call and hold no secret. */
struct request_note {
    const char *operation; /* "PutObject" */
    const char *method;    /* "PUT" */
    const char *bucket;
    const char *key;        /* not encoded; "" for the bucket itself */
    const char *code;       /* the S3 error's, "" for none */
    const char *request_id; /* "" for none */
    long http_status;       /* 0 when there was no answer */
    uint64_t attempt;       /* from 1 */
    double seconds;         /* from signing to the end of the answer */
};

/* Called by any worker, by several at once. */
typedef void request_note_function(void *context, const struct request_note *note);

#endif
