#include "tools/join/shard_format.h"

#include <inttypes.h>
#include <string.h>

static const char *const NAMES[] = {
    [SHARD_FORMAT_HDF5] = "hdf5",
    [SHARD_FORMAT_HDF5_VARLEN] = "hdf5-varlen",
    [SHARD_FORMAT_TFRECORD] = "tfrecord",
};
static const char *const HERE[] = {"", NULL};
static const char *const BY_SPLIT[] = {"training/", "test/", NULL};

const char *const *shard_format_folders(enum shard_format format) {
    return format == SHARD_FORMAT_TFRECORD ? BY_SPLIT : HERE;
}

const char *shard_format_name(enum shard_format format) {
    return NAMES[format];
}

const char *shard_format_prefix(enum shard_format format) {
    static const char *const PREFIXES[] = {
        [SHARD_FORMAT_HDF5] = "hdf5",
        [SHARD_FORMAT_HDF5_VARLEN] = "hdf5_varlen",
        [SHARD_FORMAT_TFRECORD] = "tfrecord",
    };
    return PREFIXES[format];
}

bool shard_format_is_shard(enum shard_format format, const char *file) {
    const char *ending = strrchr(file, '.');
    if (file[0] == '.')
        return false;
    if (format == SHARD_FORMAT_TFRECORD) /* trainers read them all */
        return true;
    return ending != NULL && (strcmp(ending, ".hdf5") == 0 || strcmp(ending, ".h5") == 0);
}

enum status shard_format_append_corpus(enum shard_format format, const struct shard_name *name,
                                       struct buffer *text, struct error *error) {
    bool apart = format == SHARD_FORMAT_HDF5_VARLEN && name->split == SHARD_NAME_TEST;
    return buffer_format(text, error, "%.*s%s", (int)name->corpus.size,
                         (const char *)name->corpus.data, apart ? "_test" : "");
}

enum status shard_format_append_file(enum shard_format format, const struct shard_name *name,
                                     struct buffer *text, struct error *error) {
    if (format == SHARD_FORMAT_HDF5_VARLEN)
        return buffer_format(text, error, "part_%05" PRIu64 "_of_%05" PRIu64 ".hdf5", name->number,
                             name->count);
    if (format == SHARD_FORMAT_HDF5)
        return shard_name_append(name, text, error);
    const char *split = name->split == SHARD_NAME_TEST ? "test" : "training";
    return buffer_format(text, error, "%s/%.*s_%s_%" PRIu64 ".tfrecord", split,
                         (int)name->corpus.size, (const char *)name->corpus.data, split,
                         name->number);
}
