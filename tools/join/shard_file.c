#include "tools/join/shard_file.h"

#include <unistd.h>

#include "formats/base/descriptor_write.h"

enum status shard_file_open(struct shard_file *file, enum shard_format format, int descriptor,
                            const char *name, const struct shard_writer_options *options,
                            struct error *error) {
    *file = (struct shard_file){.format = format, .descriptor = descriptor, .name = name};
    enum status status = STATUS_OK;
    switch (format) {
    case SHARD_FORMAT_HDF5:
        status = shard_writer_open(&file->hdf5, descriptor, name, options, error);
        break;
    case SHARD_FORMAT_HDF5_VARLEN:
        status = varlen_writer_open(&file->varlen, descriptor, name, options, error);
        break;
    case SHARD_FORMAT_TFRECORD:
        break;
    }
    file->is_open = status == STATUS_OK;
    return status;
}

enum status shard_file_write(struct shard_file *file, const struct shard_chunk *chunk,
                             const struct packed_chunk *packed, struct error *error) {
    switch (file->format) {
    case SHARD_FORMAT_HDF5:
        return shard_writer_write(file->hdf5, packed, error);
    case SHARD_FORMAT_HDF5_VARLEN:
        return varlen_writer_write(file->varlen, chunk, error);
    case SHARD_FORMAT_TFRECORD:
    default:
        file->rows += packed->rows;
        return descriptor_write(file->descriptor, packed->bytes, packed->sizes[0], "cannot write",
                                file->name, error);
    }
}

uint64_t shard_file_rows(const struct shard_file *file) {
    switch (file->format) {
    case SHARD_FORMAT_HDF5:
        return shard_writer_rows(file->hdf5);
    case SHARD_FORMAT_HDF5_VARLEN:
        return varlen_writer_rows(file->varlen);
    case SHARD_FORMAT_TFRECORD:
    default:
        return file->rows;
    }
}

enum status shard_file_close(struct shard_file *file, struct error *error) {
    enum status status = STATUS_OK;
    if (file->hdf5 != NULL)
        status = shard_writer_close(file->hdf5, error);
    else if (file->varlen != NULL)
        status = varlen_writer_close(file->varlen, error);
    *file = (struct shard_file){.descriptor = -1};
    return status;
}

void shard_file_abandon(struct shard_file *file) {
    shard_writer_abandon(file->hdf5);
    varlen_writer_abandon(file->varlen);
    *file = (struct shard_file){.descriptor = -1};
}
