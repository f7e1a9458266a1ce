#include "tools/join/shard_output.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/cli/signals.h"

void shard_output_init(struct shard_output *output) {
    *output = (struct shard_output){.file = {.descriptor = -1}, .signal_slot = -1};
}

void shard_output_abandon(struct shard_output *output) {
    shard_file_abandon(&output->content);
    signals_forget(output->signal_slot);
    atomic_file_abandon(&output->file);
    shard_output_init(output);
}

enum status shard_output_open(struct shard_output *output, enum shard_format format,
                              const char *path, const struct shard_writer_options *options,
                              struct error *error) {
    enum status status = atomic_file_prepare(&output->file, path, error);
    if (status != STATUS_OK)
        return status;
    /* Registered before it exists, so that no moment is left in which a signal misses it. */
    output->signal_slot = signals_remember(output->file.temporary);
    status = atomic_file_create(&output->file, error);
    if (status == STATUS_OK)
        status = shard_file_open(&output->content, format, output->file.descriptor,
                                 output->file.path, options, error);
    if (status != STATUS_OK)
        shard_output_abandon(output);
    return status;
}

/* What can only be told of the finished file. */
static enum status measure(const struct shard_output *output, struct dataset_shard *finished,
                           struct file_state *state, struct error *error) {
    struct stat info;
    int descriptor = output->file.descriptor;
    if (fstat(descriptor, &info) != 0 || lseek(descriptor, 0, SEEK_SET) != 0)
        return error_system(error, errno, "cannot read back", output->file.path);
    finished->bytes = (uint64_t)info.st_size;
    /* Without the time of its last change: it is still to be renamed, which is one. */
    *state = (struct file_state){.device = info.st_dev,
                                 .inode = info.st_ino,
                                 .size = finished->bytes,
                                 .modified = info.st_mtim};
    return sha256_of_descriptor(descriptor, output->file.path, finished->digest, error);
}

enum status shard_output_publish(struct shard_output *output, struct dataset_shard *finished,
                                 struct file_state *state, struct error *error) {
    finished->rows = shard_file_rows(&output->content);
    enum status status = shard_file_close(&output->content, error);
    if (status == STATUS_OK)
        status = measure(output, finished, state, error);
    /* The handler reads the temporary name until it is forgotten, and publishing frees it. */
    if (status == STATUS_OK) {
        status = atomic_file_sync(&output->file, error);
        signals_forget(output->signal_slot);
    }
    if (status == STATUS_OK)
        status = atomic_file_publish(&output->file, error);
    shard_output_abandon(output);
    return status;
}
