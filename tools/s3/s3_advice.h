/*
 * s3_advice - what a user can do about an answer of an S3 server.
 */
#ifndef TOOLS_S3_S3_ADVICE_H
#define TOOLS_S3_S3_ADVICE_H

/* A phrase for an S3 code (or a status without one): "check ..."; "" when there is none. */
const char *s3_advice_for(long http_status, const char *code);

#endif
