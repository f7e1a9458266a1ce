/*
 * nested_keys - notices keys below another: "a/b" below "a", which cannot both be files.
 *
 * Keys have to come in their order. Those that the key at hand begins with are all that can matter,
 * and they are told by their lengths.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_S3_NESTED_KEYS_H
#define TOOLS_S3_NESTED_KEYS_H

#include <stdbool.h>

#include "formats/base/status.h"

/* The longest key, in bytes ("Creating object key names", Amazon S3 user guide). */
#define NESTED_KEYS_LONGEST 1024

/* Zero it before the first key. */
struct nested_keys {
    char last[NESTED_KEYS_LONGEST + 1];
    bool ends[NESTED_KEYS_LONGEST + 1]; /* that many bytes of `last` are a key */
};

/* Takes the next key; true when one before it is a folder on the way to it. */
MUST_USE bool nested_keys_take(struct nested_keys *keys, const char *key);

#endif
