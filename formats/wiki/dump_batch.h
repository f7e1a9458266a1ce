/*
 * dump_batch - whole pages of a dump, as dump_splitter cuts them and dump_reader reads them.
 */
#ifndef FORMATS_WIKI_DUMP_BATCH_H
#define FORMATS_WIKI_DUMP_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/wiki/dump_format.h"

struct dump_batch {
    uint64_t number;   /* from 0 */
    uint64_t position; /* of its first byte in the text */
    enum dump_format format;
    bool unfinished;            /* the input ended within its last line, which may be cut */
    struct buffer bytes;        /* whole pages, white space round them */
    struct buffer title_before; /* of the last page before it, for messages; may be empty */
};

static inline void dump_batch_init(struct dump_batch *batch) {
    *batch = (struct dump_batch){.number = 0};
}

static inline void dump_batch_release(struct dump_batch *batch) {
    buffer_release(&batch->bytes);
    buffer_release(&batch->title_before);
}

#endif
