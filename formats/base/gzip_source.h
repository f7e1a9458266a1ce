/*
 * gzip_source - reads a gzip file with any number of members as the bytes they hold.
 *
 * Thread rule: one thread at a time per source.
 */
#ifndef FORMATS_BASE_GZIP_SOURCE_H
#define FORMATS_BASE_GZIP_SOURCE_H

#include "formats/base/byte_source.h"

struct gzip_state;

struct gzip_source {
    struct byte_source bytes;  /* to be read from; valid while the struct is not moved */
    struct byte_source *input; /* borrowed */
    struct gzip_state *state;
};

/*
 * Reads `input`, which stays the caller's and must outlive this. source->bytes then gives the text
 * of all members; everything before a fault is given before the fault is reported, as
 * STATUS_CORRUPT (checksum, length and format of each member are checked), STATUS_CUT_SHORT or
 * STATUS_NOT_OURS with the byte of the compressed file. Zeros behind the last member are ignored.
 */
MUST_USE enum status gzip_source_init(struct gzip_source *source, struct byte_source *input,
                                      struct error *error);

/* Frees the memory; harmless on a zeroed source. */
void gzip_source_release(struct gzip_source *source);

#endif
