/*
 * stream_spool - lets a stream be read more than once: a file is rewound, and of anything else a
 * copy is kept in an unnamed temporary file while it is read for the first time.
 *
 * The file lies in the folder that TMPDIR names, else in /var/tmp, and is gone when the process
 * is, however that ends.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_STREAM_SPOOL_H
#define TOOLS_JOIN_STREAM_SPOOL_H

#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/status.h"

struct stream_spool {
    struct byte_source *input; /* borrowed */
    struct byte_source source; /* to be read; changes at each rewind */
    int copy;                  /* descriptor of the temporary file, or -1 */
    int64_t start;             /* where the input began, when it can seek */
};

/* `input` is borrowed, and unread. To be released, also after a failure. */
MUST_USE enum status stream_spool_init(struct stream_spool *spool, struct byte_source *input,
                                       struct error *error);
void stream_spool_release(struct stream_spool *spool);

/* Goes back to the beginning, once all was read. */
MUST_USE enum status stream_spool_rewind(struct stream_spool *spool, struct error *error);

#endif
