/*
 * shard_pipeline - rows in, published shards out, on one thread or on several.
 *
 * Rows gather in a chunk; a full one is hashed, packed and written. With one thread all of that is
 * done where it comes up. With more, threads pack chunks side by side, one hashes them and one
 * writes them, each in the order the rows came in; the caller's own thread reads and checks rows
 * meanwhile. The files are the same in any case.
 *
 * Memory is a few chunks for each thread, about 700 KiB each at 128/20, and never more than
 * SHARD_PIPELINE_MEMORY, or two chunks.
 *
 * Thread rule: all functions belong to one thread. The output is the pipeline's from the init to
 * the finish or release.
 */
#ifndef TOOLS_JOIN_SHARD_PIPELINE_H
#define TOOLS_JOIN_SHARD_PIPELINE_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "formats/h5/shard_digests.h"
#include "formats/h5/shard_row.h"
#include "tools/join/dataset_output.h"
#include "tools/join/shard_job.h"
#include "tools/parallel/bounded_queue.h"
#include "tools/parallel/ordered_work.h"
#include "tools/parallel/thread_pool.h"

/*
 * For chunks under way. HDF5, the libraries and a block of examples take some 20 MiB beside them,
 * and all of it shall be within 64 MB.
 */
#define SHARD_PIPELINE_MEMORY ((size_t)32 << 20)

struct shard_pipeline {
    struct dataset_output *output;  /* borrowed: the writer's */
    struct shard_digests digests;   /* the hasher's */
    struct chunk_encoder *encoders; /* owned: one for each thread that packs */
    unsigned threads;
    struct shard_job *jobs; /* owned */
    size_t job_count;
    struct shard_job *current; /* being filled; NULL between shards */
    bool threaded;             /* from here on for several threads only */
    bool joined;               /* they have ended */
    struct ordered_work packing;
    struct bounded_queue free_jobs, unhashed_jobs, hashed_jobs;
    struct thread_pool hasher, writer;
    enum status status; /* how writing went; read when the threads have ended */
    struct error error;
};

/* `threads` is at least 1. `output` is initialized, and borrowed. To be released on success. */
MUST_USE enum status shard_pipeline_init(struct shard_pipeline *pipeline,
                                         struct dataset_output *output, unsigned threads,
                                         struct error *error);

/* Begins a shard, none being open. What fails in another thread is told by a later call. */
MUST_USE enum status shard_pipeline_begin(struct shard_pipeline *pipeline,
                                          const struct shard_name *name, struct error *error);

/* Adds a row to the open shard. */
MUST_USE enum status shard_pipeline_add(struct shard_pipeline *pipeline,
                                        const struct shard_row *row, struct error *error);

/* Ends the open shard, which has a row: it is published as soon as it is whole. */
MUST_USE enum status shard_pipeline_end(struct shard_pipeline *pipeline, struct error *error);

/* Waits until all that was ended is published. */
MUST_USE enum status shard_pipeline_finish(struct shard_pipeline *pipeline, struct error *error);

/*
 * After a failure elsewhere, in place of the finish: publishes what was ended, begins what was
 * begun (an old dataset.json goes), and drops the rest, so that what there is does not depend on
 * threads.
 */
void shard_pipeline_abandon(struct shard_pipeline *pipeline);

/* Stops whatever is under way and frees; harmless when zeroed. */
void shard_pipeline_release(struct shard_pipeline *pipeline);

#endif
