/*
 * h5look_scan - goes through the rows of a set once and fills in what was found.
 *
 * Thread rule: one thread at a time per set.
 */
#ifndef TOOLS_JOIN_H5LOOK_SCAN_H
#define TOOLS_JOIN_H5LOOK_SCAN_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tokenizer/vocabulary.h"
#include "tools/cli/progress.h"
#include "tools/join/h5look_set.h"

struct h5look_depth {
    bool rows;    /* statistics */
    bool digests; /* SHA-256 of files and datasets, faults of rows, duplicates */
};

/*
 * Opens every file of the set, and looks into it as deep as is asked. A file that cannot be read or
 * is damaged gets its sentence and is passed over. The vocabulary, NULL for none, is what its ids
 * are told by, else the provenance is. Counts bytes of files on the progress line.
 */
MUST_USE enum status h5look_scan(struct h5look_set *set, struct h5look_depth depth,
                                 const struct vocabulary *vocabulary, struct progress *progress,
                                 uint64_t *bytes_done, struct error *error);

/* STATUS_OK, or that the vocabulary is not the one of the provenance. */
MUST_USE enum status h5look_scan_check_vocabulary(const struct h5look_set *set,
                                                  const struct vocabulary *vocabulary,
                                                  const char *name, struct error *error);

#endif
