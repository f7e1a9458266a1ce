/*
 * uri_encoding - percent-encoding exactly as S3 signs it.
 *
 * Letters, digits and "-._~" stay; every other byte becomes %XX with upper-case digits (RFC 3986,
 * section 2.3, as "UriEncode" of AWS Signature Version 4 asks). What is signed is what is sent, so
 * a key is encoded once, here, and by nobody after.
 */
#ifndef TOOLS_S3_URI_ENCODING_H
#define TOOLS_S3_URI_ENCODING_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Appends the encoded bytes; a slash stays a slash when `keep_slash`, as in a path. */
MUST_USE enum status uri_encoding_append(struct buffer *buffer, struct view bytes, bool keep_slash,
                                         struct error *error);

/*
 * Decodes what a server encoded, in place; a plus is a blank, as AWS writes it. False for what is
 * not percent-encoded, or has a NUL in it; the text is then spoilt.
 */
MUST_USE bool uri_encoding_decode(char *text);

/* The same of a URL's path, in which a plus is a plus. */
MUST_USE bool uri_encoding_decode_path(char *text);

#endif
