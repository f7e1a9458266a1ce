/*
 * record_name - what may name a shard in a stream.
 */
#ifndef FORMATS_STREAM_RECORD_NAME_H
#define FORMATS_STREAM_RECORD_NAME_H

#include <stdbool.h>

#include "formats/base/buffer.h"

/*
 * 1 to RECORD_NAME_LIMIT bytes of UTF-8 without slashes and control characters: it becomes a file's
 * name, and a text in JSON.
 */
bool record_name_is_valid(struct view name);

#endif
