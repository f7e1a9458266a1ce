#include "tools/join/h5pack_run.h"

#include "formats/stream/example_stream_reader.h"
#include "tools/join/example_rows.h"
#include "tools/join/stream_spool.h"

struct h5pack {
    struct packing packing;
    struct example_stream_reader reader;
    bool counting;          /* the first of two readings: rows are only counted */
    bool wanted;            /* the rows of the incoming shard are */
    struct shard_name name; /* of the incoming shard; its corpus points into reader or settings */
};

static enum status begin_shard(struct h5pack *job, const struct shard_record *record,
                               struct error *error) {
    job->name = packing_name(&job->packing, record->name, record->index);
    job->wanted = false;
    return job->counting ? STATUS_OK
                         : packing_begin_shard(&job->packing, &job->name, &job->wanted, error);
}

static enum status take_examples(struct h5pack *job, const struct shard_record *record,
                                 struct error *error) {
    struct example_block block;
    enum status status = example_stream_reader_block(&job->reader, record, &block, error);
    if (status != STATUS_OK || !job->wanted)
        return status;
    struct example_rows rows;
    struct shard_row row;
    example_rows_start(&rows, &block, job->reader.id_bytes);
    while (example_rows_next(&rows, &row)) {
        status = shard_cutter_add(&job->packing.cutter, &row, error);
        if (status != STATUS_OK)
            return status;
    }
    progress_update(&job->packing.progress, job->packing.cutter.rows);
    return STATUS_OK;
}

/* At the end of an incoming shard, which is whole now. */
static enum status end_shard(struct h5pack *job, const struct shard_record *record,
                             struct error *error) {
    uint64_t rows = record->totals.units;
    if (rows == 0)
        return error_set(error, STATUS_FAILED,
                         "shard '%s' has no rows, and such a shard breaks trainers; leave its text "
                         "out",
                         job->reader.stream.name);
    if (job->counting)
        return shard_cutter_count(&job->packing.cutter, &job->name, rows, error);
    return shard_cutter_end(&job->packing.cutter, error);
}

/* Reads records to the end of the last stream. */
static enum status take_records(struct h5pack *job, struct error *error) {
    struct shard_record record;
    enum status status;
    while ((status = shard_stream_reader_next(&job->reader.stream, &record, error)) == STATUS_OK) {
        switch (record.kind) {
        case SHARD_RECORD_BEGIN:
            status = begin_shard(job, &record, error);
            break;
        case SHARD_RECORD_CONTENT:
            status = take_examples(job, &record, error);
            break;
        case SHARD_RECORD_PROGRESS:
            break;
        case SHARD_RECORD_END:
            status = end_shard(job, &record, error);
            break;
        }
        if (status != STATUS_OK)
            return status;
    }
    return status == STATUS_END ? STATUS_OK : status;
}

/* Begins to read a stream, the first time or once more; fills in packing's provenance the first. */
static enum status begin_stream(struct h5pack *job, struct byte_source *source,
                                struct error *error) {
    struct packing *packing = &job->packing;
    bool again = job->reader.stream.records.source != NULL;
    if (again)
        example_stream_reader_release(&job->reader);
    example_stream_reader_init(&job->reader, source);
    enum status status = shard_stream_reader_begin(&job->reader.stream, error);
    if (status == STATUS_OK && !again)
        status =
            packing_read_provenance(packing, buffer_view(&job->reader.stream.provenance), error);
    if (status == STATUS_OK)
        example_stream_reader_set_shape(
            &job->reader, provenance_id_bytes(&packing->tokens), packing->tokens.vocabulary_size,
            packing->examples.max_seq_length, packing->examples.max_predictions_per_seq);
    return status;
}

/* The stream is read once to count its rows, and then as often as the cutter wants it. */
static enum status count_and_cut(struct h5pack *job, struct stream_spool *spool,
                                 struct error *error) {
    const struct h5pack_settings *settings = job->packing.settings;
    struct shard_cutter *cutter = &job->packing.cutter;
    job->counting = true;
    enum status status = take_records(job, error);
    if (status == STATUS_OK)
        status = shard_cutter_plan(cutter, settings->rows, settings->shards, error);
    job->counting = false;
    for (size_t pass = 0; pass < shard_cutter_passes(cutter) && status == STATUS_OK; pass++) {
        shard_cutter_start(cutter, pass);
        status = stream_spool_rewind(spool, error);
        if (status == STATUS_OK)
            status = begin_stream(job, &spool->source, error);
        if (status == STATUS_OK)
            status = take_records(job, error);
    }
    return status;
}

static enum status pack(struct h5pack *job, struct byte_source *source, struct byte_sink *list,
                        struct error *error) {
    struct stream_spool spool = {.copy = -1, .start = -1};
    bool counts = packing_counts(&job->packing);
    enum status status = counts ? stream_spool_init(&spool, source, error) : STATUS_OK;
    if (status == STATUS_OK)
        status = begin_stream(job, counts ? &spool.source : source, error);
    if (status == STATUS_OK)
        status =
            packing_begin(&job->packing, buffer_view(&job->reader.stream.provenance), list, error);
    if (status == STATUS_OK)
        status = counts ? count_and_cut(job, &spool, error) : take_records(job, error);
    if (status == STATUS_OK)
        status = packing_finish(&job->packing, error);
    stream_spool_release(&spool);
    return status;
}

enum status h5pack_run(const struct h5pack_settings *settings, struct cli *cli,
                       struct byte_source *source, struct byte_sink *list, struct error *error) {
    struct h5pack job = {.counting = false};
    packing_init(&job.packing, settings, cli);
    enum status status = pack(&job, source, list, error);
    packing_release(&job.packing, status);
    example_stream_reader_release(&job.reader);
    return status;
}
