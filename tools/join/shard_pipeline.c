#include "tools/join/shard_pipeline.h"

#include <stdlib.h>

/* Jobs under way for each thread: one being packed, one waiting for it or for the writer. */
static const size_t JOBS_A_THREAD = 2;

/*
 * Bytes of a job when its chunk is full: ids below 65536, packed to no more than a third; records
 * of TensorFlow take twice what ids of 4 bytes would.
 */
static size_t job_bytes(enum shard_format format, struct shard_shape shape) {
    size_t bytes = 0;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        bytes += shard_layout_row_bytes(shape, i) * shard_layout_chunk_rows(shape);
    return format == SHARD_FORMAT_TFRECORD ? 2 * bytes : bytes / 2 + bytes / 3;
}

static void pack(void *context, unsigned worker, void *item) {
    struct shard_pipeline *pipeline = context;
    struct shard_job *job = item;
    job->pack_status = chunk_encoder_encode(&pipeline->encoders[worker], &job->packed, &job->chunk,
                                            &job->pack_error);
}

static void hash(struct shard_pipeline *pipeline, struct shard_job *job) {
    job->hash_status = shard_digests_add(&pipeline->digests, &job->chunk, &job->hash_error);
    if (job->hash_status == STATUS_OK && job->ends)
        job->hash_status = shard_digests_finish(&pipeline->digests, job->digests, &job->hash_error);
}

static enum status write_job(struct shard_pipeline *pipeline, const struct shard_job *job,
                             struct error *error) {
    struct dataset_output *output = pipeline->output;
    if (job->pack_status != STATUS_OK) {
        *error = job->pack_error;
        return job->pack_status;
    }
    if (job->hash_status != STATUS_OK) {
        *error = job->hash_error;
        return job->hash_status;
    }
    enum status status = STATUS_OK;
    if (job->corpus != NULL)
        status = dataset_output_open(output, &job->name, error);
    /* Without rows only when a shard was abandoned as it began. */
    if (status == STATUS_OK && job->packed.rows > 0)
        status = shard_file_write(&output->shard.content, &job->chunk, &job->packed, error);
    if (status == STATUS_OK && job->ends)
        status = dataset_output_publish(output, job->digests, error);
    return status;
}

static void hash_jobs(void *context, unsigned worker) {
    struct shard_pipeline *pipeline = context;
    struct shard_job *job;
    (void)worker;
    while ((job = bounded_queue_pop(&pipeline->unhashed_jobs)) != NULL) {
        hash(pipeline, job);
        if (!bounded_queue_push(&pipeline->hashed_jobs, job, 0))
            break;
    }
    bounded_queue_close(&pipeline->hashed_jobs);
}

static void stop(struct shard_pipeline *pipeline) {
    ordered_work_abort(&pipeline->packing);
    bounded_queue_abort(&pipeline->free_jobs);
    bounded_queue_abort(&pipeline->unhashed_jobs);
    bounded_queue_abort(&pipeline->hashed_jobs);
}

/* Jobs come from the packers and from the hasher in one order, that of the rows. */
static void write_jobs(void *context, unsigned worker) {
    struct shard_pipeline *pipeline = context;
    struct shard_job *job;
    (void)worker;
    while ((job = ordered_work_take(&pipeline->packing)) != NULL &&
           bounded_queue_pop(&pipeline->hashed_jobs) == job) {
        pipeline->status = write_job(pipeline, job, &pipeline->error);
        if (pipeline->status != STATUS_OK || !bounded_queue_push(&pipeline->free_jobs, job, 0)) {
            stop(pipeline);
            break;
        }
    }
}

/* Waits for the threads, which were told to end. */
static void join(struct shard_pipeline *pipeline) {
    if (!pipeline->threaded || pipeline->joined)
        return;
    thread_pool_join(&pipeline->writer);
    thread_pool_join(&pipeline->hasher);
    pipeline->joined = true;
}

/* After the threads have stopped by themselves: why. */
static enum status tell(struct shard_pipeline *pipeline, struct error *error) {
    join(pipeline);
    if (pipeline->status == STATUS_OK)
        return error_set(error, STATUS_FAILED, "the threads have stopped");
    *error = pipeline->error;
    return pipeline->status;
}

static enum status start_threads(struct shard_pipeline *pipeline, struct error *error) {
    size_t jobs = pipeline->job_count;
    enum status status = bounded_queue_init(&pipeline->free_jobs, jobs, UINT64_MAX, error);
    if (status == STATUS_OK)
        status = bounded_queue_init(&pipeline->unhashed_jobs, jobs, UINT64_MAX, error);
    if (status == STATUS_OK)
        status = bounded_queue_init(&pipeline->hashed_jobs, jobs, UINT64_MAX, error);
    for (size_t i = 0; i < jobs && status == STATUS_OK; i++)
        (void)!bounded_queue_push(&pipeline->free_jobs, &pipeline->jobs[i], 0);
    if (status == STATUS_OK)
        status = ordered_work_init(&pipeline->packing, pipeline->threads, jobs, UINT64_MAX, pack,
                                   pipeline, error);
    if (status == STATUS_OK)
        status = thread_pool_start(&pipeline->hasher, 1, hash_jobs, pipeline, error);
    if (status == STATUS_OK)
        status = thread_pool_start(&pipeline->writer, 1, write_jobs, pipeline, error);
    return status;
}

enum status shard_pipeline_init(struct shard_pipeline *pipeline, struct dataset_output *output,
                                unsigned threads, struct error *error) {
    struct shard_shape shape = output->options.shape;
    size_t most = SHARD_PIPELINE_MEMORY / job_bytes(output->format, shape);
    size_t wanted = threads <= 1 ? 1 : JOBS_A_THREAD * threads + 2;
    *pipeline =
        (struct shard_pipeline){.output = output, .threads = threads, .threaded = threads > 1};
    /* More threads than jobs would have nothing to do. */
    if (wanted > most && pipeline->threaded) {
        wanted = most > 2 ? most : 2;
        pipeline->threads = threads < wanted ? threads : (unsigned)wanted;
    }
    pipeline->jobs = calloc(wanted, sizeof *pipeline->jobs);
    pipeline->encoders = calloc(pipeline->threads, sizeof *pipeline->encoders);
    enum status status = STATUS_OK;
    if (pipeline->jobs == NULL || pipeline->encoders == NULL)
        status = error_no_memory(error, "the chunks of a shard");
    for (; pipeline->job_count < wanted && status == STATUS_OK; pipeline->job_count++)
        status = shard_job_init(&pipeline->jobs[pipeline->job_count], output->format, shape, error);
    for (unsigned i = 0; i < pipeline->threads && status == STATUS_OK; i++)
        status = chunk_encoder_init(&pipeline->encoders[i], output->format, shape,
                                    output->options.method, error);
    if (status == STATUS_OK)
        status = shard_digests_init(&pipeline->digests, shape, error);
    if (status == STATUS_OK && pipeline->threaded)
        status = start_threads(pipeline, error);
    if (status != STATUS_OK)
        shard_pipeline_release(pipeline);
    return status;
}

/* Makes a free job the current one. */
static enum status take_job(struct shard_pipeline *pipeline, struct error *error) {
    pipeline->current =
        pipeline->threaded ? bounded_queue_pop(&pipeline->free_jobs) : &pipeline->jobs[0];
    if (pipeline->current == NULL)
        return tell(pipeline, error);
    shard_job_clear(pipeline->current);
    return STATUS_OK;
}

/* Sends the current job on its way, or does all of it. */
static enum status send(struct shard_pipeline *pipeline, struct error *error) {
    struct shard_job *job = pipeline->current;
    pipeline->current = NULL;
    shard_chunk_pad(&job->chunk);
    if (!pipeline->threaded) {
        hash(pipeline, job);
        pack(pipeline, 0, job);
        return write_job(pipeline, job, error);
    }
    if (!bounded_queue_push(&pipeline->unhashed_jobs, job, 0) ||
        !ordered_work_submit(&pipeline->packing, job, 0))
        return tell(pipeline, error);
    return STATUS_OK;
}

enum status shard_pipeline_begin(struct shard_pipeline *pipeline, const struct shard_name *name,
                                 struct error *error) {
    enum status status = take_job(pipeline, error);
    return status == STATUS_OK ? shard_job_begin(pipeline->current, name, error) : status;
}

enum status shard_pipeline_add(struct shard_pipeline *pipeline, const struct shard_row *row,
                               struct error *error) {
    enum status status = shard_chunk_check(&pipeline->current->chunk, row, error);
    /* A full chunk waits until it is known whether it is the last. */
    if (status == STATUS_OK && pipeline->current->chunk.rows == pipeline->current->chunk.capacity) {
        status = send(pipeline, error);
        if (status == STATUS_OK)
            status = take_job(pipeline, error);
    }
    if (status == STATUS_OK)
        shard_chunk_add(&pipeline->current->chunk, row);
    return status;
}

enum status shard_pipeline_end(struct shard_pipeline *pipeline, struct error *error) {
    pipeline->current->ends = true;
    return send(pipeline, error);
}

enum status shard_pipeline_finish(struct shard_pipeline *pipeline, struct error *error) {
    if (!pipeline->threaded)
        return STATUS_OK;
    ordered_work_close(&pipeline->packing);
    bounded_queue_close(&pipeline->unhashed_jobs);
    join(pipeline);
    return pipeline->status == STATUS_OK ? STATUS_OK : tell(pipeline, error);
}

void shard_pipeline_abandon(struct shard_pipeline *pipeline) {
    struct error ignored;
    if (pipeline->current != NULL && pipeline->current->corpus != NULL)
        (void)!send(pipeline, &ignored);
    (void)!shard_pipeline_finish(pipeline, &ignored);
}

void shard_pipeline_release(struct shard_pipeline *pipeline) {
    if (pipeline->threaded) {
        stop(pipeline);
        join(pipeline);
        ordered_work_release(&pipeline->packing);
        bounded_queue_release(&pipeline->free_jobs);
        bounded_queue_release(&pipeline->unhashed_jobs);
        bounded_queue_release(&pipeline->hashed_jobs);
    }
    for (size_t i = 0; i < pipeline->job_count; i++)
        shard_job_release(&pipeline->jobs[i]);
    for (unsigned i = 0; i < pipeline->threads && pipeline->encoders != NULL; i++)
        chunk_encoder_release(&pipeline->encoders[i]);
    shard_digests_release(&pipeline->digests);
    free(pipeline->jobs);
    free(pipeline->encoders);
    *pipeline = (struct shard_pipeline){.current = NULL};
}
