#include "tools/join/shard_job.h"

#include <stdlib.h>
#include <string.h>

enum status shard_job_init(struct shard_job *job, enum shard_format format,
                           struct shard_shape shape, struct error *error) {
    *job = (struct shard_job){.corpus = NULL};
    enum status status = shard_chunk_init(&job->chunk, shape, error);
    if (status == STATUS_OK)
        status = chunk_encoder_make_room(&job->packed, format, shape, error);
    if (status != STATUS_OK)
        shard_job_release(job);
    return status;
}

void shard_job_release(struct shard_job *job) {
    free(job->corpus);
    shard_chunk_release(&job->chunk);
    packed_chunk_release(&job->packed);
    *job = (struct shard_job){.corpus = NULL};
}

void shard_job_clear(struct shard_job *job) {
    free(job->corpus);
    job->corpus = NULL;
    job->ends = false;
    job->hash_status = job->pack_status = STATUS_OK;
    shard_chunk_clear(&job->chunk);
}

enum status shard_job_begin(struct shard_job *job, const struct shard_name *name,
                            struct error *error) {
    job->corpus = strndup((const char *)name->corpus.data, name->corpus.size);
    if (job->corpus == NULL)
        return error_no_memory(error, "a corpus");
    job->name = *name;
    job->name.corpus = view_of_string(job->corpus);
    return STATUS_OK;
}
