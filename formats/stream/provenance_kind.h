/*
 * provenance_kind - what kind of examples a provenance tells of, as a name and beside another's.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_STREAM_PROVENANCE_KIND_H
#define FORMATS_STREAM_PROVENANCE_KIND_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "formats/stream/provenance.h"

/*
 * Appends what the kind adds to the name of a data set: nothing for NVIDIA's, else words such as
 * "_whole_word_mask", in one order whatever the options' was. What goes without saying is left
 * out: the label that is usual with whole words, and grams of one with sentence order.
 */
MUST_USE enum status provenance_kind_append(const struct provenance_examples *examples,
                                            struct buffer *name, struct error *error);

/*
 * *same: whether two JSON texts of examples or shards tell of rows made in the same way, with the
 * same vocabulary and options. Versions of tools, the kind of files and their compression do not
 * count. STATUS_CORRUPT when one of the texts is no provenance.
 */
MUST_USE enum status provenance_kind_compare(bool *same, struct view text, struct view other,
                                             struct error *error);

/*
 * Copies the kind of files that a text of shards tells of, "hdf5" where it tells none, as texts
 * from before there were others do. STATUS_CORRUPT when the text is no provenance, or tells no
 * word.
 */
MUST_USE enum status provenance_kind_format(char format[PROVENANCE_TEXT_SIZE], struct view text,
                                            struct error *error);

#endif
