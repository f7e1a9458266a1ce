#include "tools/mlmprep/shard_refill.h"

#include <jansson.h>

/* How the provenance says that chunks are compressed; NULL when it does not. */
static const char *compression_of(const json_t *provenance) {
    return json_string_value(json_object_get(json_object_get(provenance, "shards"), "compression"));
}

enum status shard_refill_options(struct shard_writer_options *options,
                                 const struct shard_reader *reader, struct error *error) {
    const char *provenance = shard_reader_provenance(reader);
    *options = (struct shard_writer_options){.shape = shard_reader_shape(reader),
                                             .method = deflate_method_default(),
                                             .provenance = provenance};
    if (provenance == NULL)
        return STATUS_OK;
    json_t *root = json_loads(provenance, JSON_ALLOW_NUL, NULL);
    const char *compression = compression_of(root);
    enum status status = compression == NULL
                             ? STATUS_OK
                             : deflate_method_parse(&options->method, compression, error);
    json_decref(root);
    return status;
}

enum status shard_refill_open(struct shard_refill *refill, int descriptor, const char *name,
                              const struct shard_writer_options *options, struct error *error) {
    *refill = (struct shard_refill){.writer = NULL};
    enum status status = shard_chunk_init(&refill->chunk, options->shape, error);
    if (status == STATUS_OK)
        status = packed_chunk_init(&refill->packed, options->shape, error);
    if (status == STATUS_OK)
        status = shard_packer_init(&refill->packer, options->shape, options->method, error);
    if (status == STATUS_OK)
        status = shard_writer_open(&refill->writer, descriptor, name, options, error);
    if (status != STATUS_OK)
        shard_refill_release(refill);
    return status;
}

static enum status write_chunk(struct shard_refill *refill, struct error *error) {
    if (refill->chunk.rows == 0)
        return STATUS_OK;
    shard_chunk_pad(&refill->chunk);
    enum status status = shard_packer_pack(&refill->packer, &refill->packed, &refill->chunk, error);
    shard_chunk_clear(&refill->chunk);
    return status == STATUS_OK ? shard_writer_write(refill->writer, &refill->packed, error)
                               : status;
}

static enum status add_row(struct shard_refill *refill, struct finished_shard *from,
                           struct error *error) {
    struct shard_row row;
    enum status status = finished_shard_next(from, &row, error);
    if (status == STATUS_END)
        status =
            error_set(error, STATUS_CORRUPT, "'%s' has fewer rows than it should have", from->path);
    if (status == STATUS_OK)
        status = shard_chunk_check(&refill->chunk, &row, error);
    if (status != STATUS_OK)
        return status;
    shard_chunk_add(&refill->chunk, &row);
    return refill->chunk.rows == refill->chunk.capacity ? write_chunk(refill, error) : STATUS_OK;
}

enum status shard_refill_take(struct shard_refill *refill, struct finished_shard *from,
                              uint64_t rows, struct error *error) {
    uint32_t step = refill->chunk.capacity;
    bool same = shard_reader_is_packed_by(from->reader, refill->packer.deflate.method);
    enum status status = STATUS_OK;
    while (rows > 0 && status == STATUS_OK) {
        if (refill->chunk.rows == 0 && refill->stop != NULL && stop_signal_came(refill->stop))
            return error_set(error, STATUS_TEMPORARY, "told to stop; run again to go on");
        bool whole = same && refill->chunk.rows == 0 && rows >= step && from->next % step == 0;
        uint64_t taken = whole ? step : 1;
        if (whole) {
            status =
                shard_reader_copy_chunk(from->reader, &refill->packed, from->next / step, error);
            if (status == STATUS_OK)
                status = shard_writer_write(refill->writer, &refill->packed, error);
            finished_shard_seek(from, from->next + step);
        } else {
            status = add_row(refill, from, error);
        }
        rows -= taken;
    }
    return status;
}

enum status shard_refill_finish(struct shard_refill *refill, struct error *error) {
    enum status status = write_chunk(refill, error);
    if (status != STATUS_OK)
        return status;
    struct shard_writer *writer = refill->writer;
    refill->writer = NULL;
    return shard_writer_close(writer, error);
}

void shard_refill_release(struct shard_refill *refill) {
    shard_writer_abandon(refill->writer);
    shard_chunk_release(&refill->chunk);
    shard_packer_release(&refill->packer);
    packed_chunk_release(&refill->packed);
    *refill = (struct shard_refill){.writer = NULL};
}
