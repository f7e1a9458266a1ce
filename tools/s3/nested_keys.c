#include "tools/s3/nested_keys.h"

#include <string.h>

bool nested_keys_take(struct nested_keys *keys, const char *key) {
    size_t length = strlen(key), shared = 0;
    bool nested = false;
    if (length > NESTED_KEYS_LONGEST)
        return false;
    for (; key[shared] != '\0' && key[shared] == keys->last[shared]; shared++)
        nested = nested || (key[shared] == '/' && keys->ends[shared]);
    nested = nested || (key[shared] == '/' && keys->ends[shared]);
    memset(keys->ends + shared + 1, 0, (NESTED_KEYS_LONGEST - shared) * sizeof *keys->ends);
    memcpy(keys->last, key, length + 1);
    keys->ends[length] = length > 0 && !nested;
    return nested;
}
