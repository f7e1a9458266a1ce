/*
 * wikiplain_source - a dump's text as UTF-8, from a file or standard input, whatever it is packed
 * in: nothing, gzip, bzip2 (decoded by several threads), UTF-16.
 *
 * A read that waits for a pipe ends when a descriptor tells it to.
 *
 * Thread rule: one thread; `consumed` may be read by any.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_SOURCE_H
#define TOOLS_JOIN_WIKIPLAIN_SOURCE_H

#include <stdatomic.h>
#include <stdint.h>

#include "formats/base/gzip_source.h"
#include "formats/base/text_source.h"
#include "tools/join/parallel_bzip2_source.h"

struct wikiplain_source {
    struct byte_source *text; /* to be read from; valid while the struct is not moved */
    /* Its own. */
    int stop_descriptor;
    atomic_uint_fast64_t *consumed;
    struct byte_source file;
    struct byte_source stoppable;
    struct peek_source peek;
    struct gzip_source gzip;
    struct parallel_bzip2_source bzip2;
    struct text_source decoded;
};

/*
 * Opens `path`, "-" being standard input, which must outlive the source. Once `stop_descriptor` can
 * be read from, reads fail. `consumed` is added the bytes read of the file. `threads` decode bzip2.
 */
MUST_USE enum status wikiplain_source_open(struct wikiplain_source *source, const char *path,
                                           int stop_descriptor, atomic_uint_fast64_t *consumed,
                                           unsigned threads, struct error *error);

/* Harmless on a zeroed source and after a failed open. */
void wikiplain_source_release(struct wikiplain_source *source);

#endif
