/*
 * bzip2_source - reads a bzip2 file, block after block, as the bytes it holds.
 *
 * Thread rule: one thread at a time per source. To decode in several threads see bzip2_scanner.h.
 */
#ifndef FORMATS_BASE_BZIP2_SOURCE_H
#define FORMATS_BASE_BZIP2_SOURCE_H

#include "formats/base/byte_source.h"
#include "formats/base/bzip2_order.h"
#include "formats/base/bzip2_scanner.h"

struct bzip2_source {
    struct byte_source bytes; /* to be read from; valid while the struct is not moved */
    struct bzip2_scanner scanner;
    struct bzip2_order order;
    struct bzip2_piece piece;
    struct view text;    /* decoded, not yet handed out */
    enum status outcome; /* to be told once text is empty: STATUS_OK while pieces are to come */
    struct error error;
};

/*
 * Reads `input`, which stays the caller's and must outlive this. source->bytes then gives the text
 * of all streams; every whole block before a fault is given before the fault is reported, as
 * STATUS_CORRUPT, STATUS_CUT_SHORT or STATUS_NOT_OURS with the byte of the compressed file.
 */
void bzip2_source_init(struct bzip2_source *source, struct byte_source *input);
void bzip2_source_release(struct bzip2_source *source);

#endif
