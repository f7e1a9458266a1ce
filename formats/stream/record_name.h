/*
 * record_name - what may name a shard in a stream.
 */
#ifndef FORMATS_STREAM_RECORD_NAME_H
#define FORMATS_STREAM_RECORD_NAME_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/stream/record_format.h"

/* 1 to RECORD_NAME_LIMIT bytes without slashes and control characters: it becomes a file's name. */
static inline bool record_name_is_valid(struct view name) {
    if (name.size == 0 || name.size > RECORD_NAME_LIMIT)
        return false;
    for (size_t i = 0; i < name.size; i++) {
        if (name.data[i] < 0x20 || name.data[i] == 0x7F || name.data[i] == '/')
            return false;
    }
    return true;
}

#endif
