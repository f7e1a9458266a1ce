/*
 * bzip2_scanner - cuts a bzip2 file with any number of streams into pieces, each to be decoded on
 * its own.
 *
 * Reads ahead in steps of a quarter of a MiB; holds one piece. Thread rule: one thread at a time
 * per scanner; the pieces it gives are independent of it and of each other.
 */
#ifndef FORMATS_BASE_BZIP2_SCANNER_H
#define FORMATS_BASE_BZIP2_SCANNER_H

#include "formats/base/byte_source.h"
#include "formats/base/bzip2_marker.h"
#include "formats/base/bzip2_piece.h"

struct bzip2_scanner {
    struct byte_source *source; /* borrowed */
    struct buffer window;       /* bytes read, from window_byte of the file on */
    uint64_t window_byte;
    size_t begin; /* bit of the window at which the next piece begins */
    size_t scan;  /* bit from which markers are looked for */
    uint64_t number;
    unsigned level;
    bool input_ended, started, finished;
    struct bzip2_marker_table table;
};

void bzip2_scanner_init(struct bzip2_scanner *scanner, struct byte_source *source);
void bzip2_scanner_release(struct bzip2_scanner *scanner);

/*
 * Puts the next piece into `piece`, which has been initialized or used before: its buffers are used
 * again. STATUS_END after the last. STATUS_NOT_OURS when the file does not begin as bzip2 does,
 * STATUS_CUT_SHORT when it ends within the first 10 bytes, and whatever the source reports.
 * A file that is damaged or cut later gives pieces all the same; bzip2_order tells.
 */
MUST_USE enum status bzip2_scanner_next(struct bzip2_scanner *scanner, struct bzip2_piece *piece,
                                        struct error *error);

#endif
