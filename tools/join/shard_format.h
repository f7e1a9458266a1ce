/*
 * shard_format - the kinds of files that h5pack writes: how they are called and where they lie.
 *
 *     hdf5         CORPUS/CORPUS_training_0.hdf5           CORPUS/CORPUS_test_0.hdf5
 *     hdf5-varlen  CORPUS/part_00000_of_04320.hdf5         CORPUS_test/part_00000_of_00016.hdf5
 *     tfrecord     CORPUS/training/CORPUS_training_0.tfrecord
 *                  CORPUS/test/CORPUS_test_0.tfrecord
 *
 * each with a dataset.json in the corpus's folder. MLPerf's trainers read every part in a folder,
 * so test rows have one of their own; NVIDIA's TensorFlow programs read every file in it, so there
 * is none but shards beside shards.
 *
 * Thread rule: constants and pure functions.
 */
#ifndef TOOLS_JOIN_SHARD_FORMAT_H
#define TOOLS_JOIN_SHARD_FORMAT_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "formats/h5/shard_name.h"

enum shard_format {
    SHARD_FORMAT_HDF5,
    SHARD_FORMAT_HDF5_VARLEN,
    SHARD_FORMAT_TFRECORD,
};

/* The folders below a corpus's that shards can lie in, with a slash behind, up to a NULL. */
const char *const *shard_format_folders(enum shard_format format);

/* What h5pack's --format and a provenance call it, from 0 on. */
const char *shard_format_name(enum shard_format format);

/* What the root folder's name begins with. */
const char *shard_format_prefix(enum shard_format format);

/* Whether a file of this name is a shard of the format, whoever wrote it. */
bool shard_format_is_shard(enum shard_format format, const char *file);

/* Appends the name of a shard's corpus folder. */
MUST_USE enum status shard_format_append_corpus(enum shard_format format,
                                                const struct shard_name *name, struct buffer *text,
                                                struct error *error);

/* Appends the path of a shard from there. */
MUST_USE enum status shard_format_append_file(enum shard_format format,
                                              const struct shard_name *name, struct buffer *text,
                                              struct error *error);

#endif
