#include "tools/join/h5pack_run.h"

#include <string.h>

#include "formats/stream/example_stream_reader.h"
#include "formats/stream/provenance.h"
#include "tools/cli/progress.h"
#include "tools/join/dataset_output.h"
#include "tools/join/example_rows.h"
#include "tools/join/shard_groups.h"
#include "tools/join/shard_pipeline.h"
#include "tools/join/trainer_checks.h"
#include "tools/parallel/cpu_count.h"

struct h5pack {
    const struct h5pack_settings *settings;
    struct cli *cli;
    struct example_stream_reader reader;
    struct provenance_tokens tokens;
    struct provenance_examples examples;
    struct dataset_output output;
    struct shard_pipeline pipeline;
    uint64_t rows;          /* taken so far */
    uint64_t shard_rows;    /* of the open shard */
    bool is_open;           /* a shard is */
    struct shard_name name; /* of the incoming shard; its corpus points into reader or settings */
    struct shard_groups groups;
    size_t group; /* of the open shard, when the stream is cut anew */
    struct progress progress;
};

/* Names an incoming shard: by itself, or by --corpus and its place in the stream. */
static void name_shard(struct h5pack *job, const struct shard_record *record) {
    struct view name = view_of_string(record->name);
    if (shard_name_parse(&job->name, name))
        return;
    job->name = (struct shard_name){
        .corpus = job->settings->corpus != NULL ? view_of_string(job->settings->corpus) : name,
        .split = SHARD_NAME_TRAINING,
        .number = record->index,
    };
}

static enum status open_shard(struct h5pack *job, const struct shard_name *name,
                              struct error *error) {
    job->is_open = true;
    job->shard_rows = 0;
    return shard_pipeline_begin(&job->pipeline, name, error);
}

static enum status close_shard(struct h5pack *job, struct error *error) {
    if (!job->is_open)
        return STATUS_OK;
    job->is_open = false;
    return shard_pipeline_end(&job->pipeline, error);
}

static enum status begin_shard(struct h5pack *job, const struct shard_record *record,
                               struct error *error) {
    name_shard(job, record);
    enum status status =
        trainer_checks_name(&job->name, job->settings->strict, &job->cli->messages, error);
    if (status != STATUS_OK)
        return status;
    if (job->settings->rows == 0)
        return open_shard(job, &job->name, error);
    size_t group;
    status = shard_groups_find(&job->groups, &group, &job->name, error);
    if (status == STATUS_OK && group != job->group)
        status = close_shard(job, error);
    job->group = group;
    return status;
}

/* Under --rows: closes a full shard, opens the next one for the row that is due. */
static enum status recut(struct h5pack *job, struct error *error) {
    if (job->is_open && job->shard_rows < job->settings->rows)
        return STATUS_OK;
    enum status status = close_shard(job, error);
    if (status != STATUS_OK)
        return status;
    struct shard_name name = shard_groups_next_name(&job->groups, job->group);
    return open_shard(job, &name, error);
}

static enum status take_examples(struct h5pack *job, const struct shard_record *record,
                                 struct error *error) {
    struct example_block block;
    enum status status = example_stream_reader_block(&job->reader, record, &block, error);
    if (status != STATUS_OK)
        return status;
    struct example_rows rows;
    struct shard_row row;
    example_rows_start(&rows, &block, job->reader.id_bytes);
    while (example_rows_next(&rows, &row)) {
        if (job->settings->rows != 0)
            status = recut(job, error);
        if (status == STATUS_OK)
            status = shard_pipeline_add(&job->pipeline, &row, error);
        if (status != STATUS_OK)
            return status;
        job->shard_rows++;
    }
    job->rows += block.examples;
    progress_update(&job->progress, job->rows);
    return STATUS_OK;
}

/* At the end of an incoming shard, which is whole now. */
static enum status end_shard(struct h5pack *job, const struct shard_record *record,
                             struct error *error) {
    if (record->totals.units == 0)
        return error_set(error, STATUS_FAILED,
                         "shard '%s' has no rows, and such a shard breaks trainers; leave its text "
                         "out",
                         job->reader.stream.name);
    return job->settings->rows == 0 ? close_shard(job, error) : STATUS_OK;
}

static enum status finish(struct h5pack *job, struct error *error) {
    enum status status = close_shard(job, error);
    if (status == STATUS_OK)
        status = shard_pipeline_finish(&job->pipeline, error);
    if (status == STATUS_OK)
        status =
            trainer_checks_dataset(&job->output, job->settings->strict, &job->cli->messages, error);
    return status == STATUS_OK ? dataset_output_commit(&job->output, error) : status;
}

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
    return status == STATUS_END ? finish(job, error) : status;
}

static enum status begin_output(struct h5pack *job, struct error *error) {
    const struct provenance_examples *examples = &job->examples;
    struct shard_name_parameters parameters = {
        .lower_case = job->tokens.lower_case,
        .max_seq_length = examples->max_seq_length,
        .max_predictions_per_seq = examples->max_predictions_per_seq,
        .masked_lm_prob = examples->masked_lm_prob,
        .random_seed = examples->random_seed,
        .dupe_factor = examples->dupe_factor,
    };
    struct shard_writer_options options = {
        .shape = {examples->max_seq_length, examples->max_predictions_per_seq},
        .method = deflate_method_default(),
    };
    enum status status = STATUS_OK;
    if (job->settings->corpus != NULL)
        status = shard_name_check_corpus(view_of_string(job->settings->corpus), error);
    if (status == STATUS_OK && job->settings->compress != NULL)
        status = deflate_method_parse(&options.method, job->settings->compress, error);
    struct buffer provenance = BUFFER_INIT;
    if (status == STATUS_OK)
        status = example_rows_provenance(&provenance, buffer_view(&job->reader.stream.provenance),
                                         options.method, error);
    options.provenance = (const char *)provenance.data;
    if (status == STATUS_OK)
        status = dataset_output_init(&job->output, job->settings->directory, &parameters, &options,
                                     error);
    buffer_release(&provenance);
    return status;
}

static enum status begin(struct h5pack *job, struct byte_source *source, struct byte_sink *list,
                         struct error *error) {
    example_stream_reader_init(&job->reader, source);
    shard_output_init(&job->output.shard);
    enum status status = shard_stream_reader_begin(&job->reader.stream, error);
    struct view provenance = buffer_view(&job->reader.stream.provenance);
    if (status == STATUS_OK)
        status = provenance_read_tokens(&job->tokens, provenance, error);
    if (status == STATUS_OK)
        status = provenance_read_examples(&job->examples, provenance, error);
    if (status != STATUS_OK)
        return status;
    unsigned id_bytes = provenance_id_bytes(&job->tokens);
    example_stream_reader_set_shape(&job->reader, id_bytes, job->tokens.vocabulary_size,
                                    job->examples.max_seq_length,
                                    job->examples.max_predictions_per_seq);
    status = begin_output(job, error);
    if (status != STATUS_OK)
        return status;
    job->output.remove_others = job->settings->remove_others;
    job->output.messages = &job->cli->messages;
    job->output.list = list;
    uint64_t threads = job->cli->common.threads;
    return shard_pipeline_init(&job->pipeline, &job->output,
                               threads == 0 ? cpu_count() : (unsigned)threads, error);
}

enum status h5pack_run(const struct h5pack_settings *settings, struct cli *cli,
                       struct byte_source *source, struct byte_sink *list, struct error *error) {
    struct h5pack job = {.settings = settings, .cli = cli, .group = SIZE_MAX};
    progress_init(&job.progress, "h5pack", "rows", 0, cli->common.quiet);
    enum status status = begin(&job, source, list, error);
    if (status == STATUS_OK) {
        status = take_records(&job, error);
        if (status != STATUS_OK)
            shard_pipeline_abandon(&job.pipeline);
    }
    shard_pipeline_release(&job.pipeline); /* its threads work on the output */
    progress_finish(&job.progress);
    run_report_set(&cli->report, "shards", job.output.shards);
    run_report_set(&cli->report, "rows", job.output.rows);
    shard_groups_release(&job.groups);
    dataset_output_release(&job.output);
    provenance_tokens_release(&job.tokens);
    provenance_examples_release(&job.examples);
    example_stream_reader_release(&job.reader);
    return status;
}
