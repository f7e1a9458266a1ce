/*
 * h5pack_recut - finished data sets in, one with equal shards out.
 */
#ifndef TOOLS_JOIN_H5PACK_RECUT_H
#define TOOLS_JOIN_H5PACK_RECUT_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"
#include "tools/join/packing.h"

/* Whether a path is a folder. */
bool h5pack_recut_is_folder(const char *path);

/*
 * Reads the shards of finished corpus folders, each with its dataset.json, in the order they are
 * named in, and packs their rows as h5pack_run packs those of a stream. All were made the same way.
 */
MUST_USE enum status h5pack_recut(const struct h5pack_settings *settings, struct cli *cli,
                                  char *const *folders, size_t count, struct byte_sink *list,
                                  struct error *error);

#endif
