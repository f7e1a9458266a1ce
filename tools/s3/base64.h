/*
 * base64 - bytes as text: RFC 4648, section 4.
 */
#ifndef TOOLS_S3_BASE64_H
#define TOOLS_S3_BASE64_H

#include <stdbool.h>

#include "formats/base/buffer.h"

/* Characters of `size` bytes in base64, with a NUL. */
#define BASE64_SIZE(size) (((size) + 2) / 3 * 4 + 1)

/* Writes the bytes as text of BASE64_SIZE(bytes.size) characters. */
void base64_encode(char *text, struct view bytes);

/*
 * Reads `size` bytes from a text that is the whole of them; false for any other text, with `bytes`
 * changed.
 */
MUST_USE bool base64_decode(unsigned char *bytes, size_t size, const char *text);

#endif
