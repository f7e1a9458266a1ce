/*
 * shard_output - one shard on its way to its name: temporary file, rows, publication.
 *
 * Thread rule: one thread; HDF5 has global state.
 */
#ifndef TOOLS_JOIN_SHARD_OUTPUT_H
#define TOOLS_JOIN_SHARD_OUTPUT_H

#include <stdbool.h>

#include "formats/base/atomic_file.h"
#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "formats/base/file_state.h"
#include "tools/join/shard_file.h"

struct shard_output {
    struct atomic_file file;
    int signal_slot;
    struct shard_file content;
};

/* Makes a closed output. */
void shard_output_init(struct shard_output *output);

static inline bool shard_output_is_open(const struct shard_output *output) {
    return output->content.is_open;
}

/* Creates the temporary file beside `path` and starts the shard. */
MUST_USE enum status shard_output_open(struct shard_output *output, enum shard_format format,
                                       const char *path, const struct shard_writer_options *options,
                                       struct error *error);

/*
 * Finishes the shard, syncs it and gives it its name. `finished` gets rows, size and the file's
 * digest, the rest is left alone; `state` is that of the file. The output is closed in every case;
 * on failure nothing is left on disk.
 */
MUST_USE enum status shard_output_publish(struct shard_output *output,
                                          struct dataset_shard *finished, struct file_state *state,
                                          struct error *error);

/* Removes what there is; harmless on a closed output. */
void shard_output_abandon(struct shard_output *output);

#endif
