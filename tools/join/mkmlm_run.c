#include "tools/join/mkmlm_run.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/byte_source.h"
#include "formats/stream/example_stream_writer.h"
#include "formats/stream/provenance.h"
#include "formats/stream/token_stream_reader.h"
#include "tools/cli/numbers.h"
#include "tools/cli/progress.h"
#include "tools/join/stream_failure.h"
#include "tools/mlm/example_builder.h"
#include "tools/mlm/example_columns.h"

struct mkmlm {
    const struct mkmlm_settings *settings;
    struct cli *cli;
    struct byte_source source;
    struct token_stream_reader reader;
    struct example_stream_writer writer;
    struct provenance_tokens provenance;
    struct example_options options;
    uint32_t *replacements; /* owned; options.replacements when tokens repeat */
    struct shard_tokens shard;
    struct example_set set;
    struct progress progress;
    uint64_t rows, tokens, shards;
};

static enum status begin_writing(struct mkmlm *job, struct error *error) {
    const struct mkmlm_settings *settings = job->settings;
    struct provenance_examples examples = {
        .max_seq_length = job->options.max_seq_length,
        .max_predictions_per_seq = job->options.max_predictions_per_seq,
        .masked_lm_prob = settings->masked_lm_prob,
        .short_seq_prob = settings->short_seq_prob,
        .dupe_factor = job->options.dupe_factor,
        .random_seed = mkmlm_settings_seed(settings),
        .seed_per_shard = settings->seed_per_shard,
    };
    if (examples.random_seed == NULL)
        return error_no_memory(error, "the seed");
    struct buffer text = BUFFER_INIT;
    enum status status = provenance_write_examples(
        &examples, &text, buffer_view(&job->reader.stream.provenance), error);
    if (status == STATUS_OK)
        status = shard_stream_writer_begin(&job->writer.stream, buffer_view(&text), error);
    buffer_release(&text);
    provenance_examples_release(&examples);
    return status;
}

/* Reads what the token stream says of itself and gets ready for its shards. */
static enum status begin(struct mkmlm *job, const char *path, struct byte_sink *sink,
                         struct error *error) {
    example_stream_writer_init(&job->writer, sink, 2);
    token_stream_reader_init(&job->reader, &job->source);
    enum status status = byte_source_open(&job->source, path, error);
    if (status == STATUS_OK)
        status = shard_stream_reader_begin(&job->reader.stream, error);
    if (status == STATUS_OK)
        status = provenance_read_tokens(&job->provenance,
                                        buffer_view(&job->reader.stream.provenance), error);
    if (status != STATUS_OK)
        return status;
    unsigned id_bytes = provenance_id_bytes(&job->provenance);
    token_stream_reader_set_ids(&job->reader, id_bytes, job->provenance.vocabulary_size);
    job->writer.id_bytes = id_bytes;
    status = mkmlm_settings_apply(job->settings, &job->options, &job->replacements,
                                  &job->provenance, &job->cli->messages, error);
    if (status == STATUS_OK)
        status = begin_writing(job, error);
    shard_tokens_init(&job->shard, job->options.vocabulary_size);
    example_set_init(&job->set);
    progress_init(&job->progress, "mkmlm", "rows", 0, job->cli->common.quiet);
    return status;
}

static enum status check_memory(const struct mkmlm *job, struct error *error) {
    uint64_t used = shard_tokens_memory(&job->shard);
    if (job->settings->memory == 0 || used <= job->settings->memory)
        return STATUS_OK;
    char needed[NUMBERS_SIZE], allowed[NUMBERS_SIZE];
    numbers_format_size(used, needed);
    numbers_format_size(job->settings->memory, allowed);
    return error_set(error, STATUS_FAILED,
                     "shard '%s': the first %u tokens take %s already, and --memory allows %s; cut "
                     "the text into "
                     "smaller shards",
                     job->reader.stream.name, job->shard.token_count, needed, allowed);
}

static enum status take_documents(struct mkmlm *job, const struct shard_record *record,
                                  struct error *error) {
    struct token_block block;
    enum status status = token_stream_reader_block(&job->reader, record, &block, error);
    if (status != STATUS_OK)
        return status;
    struct token_columns columns = {
        .first_document_continues = block.first_document_continues,
        .first_sentence_continues = block.first_sentence_continues,
        .document_count = block.documents,
        .document_sentences = block.document_sentences,
        .sentence_count = block.sentences,
        .sentence_lengths = block.sentence_tokens,
        .token_count = block.tokens,
        .narrow_ids = job->reader.id_bytes == 2 ? block.ids : NULL,
        .wide_ids = job->reader.id_bytes == 4 ? block.ids : NULL,
    };
    status = shard_tokens_append(&job->shard, &columns, error);
    return status == STATUS_OK ? check_memory(job, error) : status;
}

/* Writes the examples from `begin` on that make a block; *count tells how many. */
static enum status write_block(struct mkmlm *job, size_t begin, size_t *count,
                               struct error *error) {
    struct example_extent extent = example_extent_of(&job->set, begin, EXAMPLE_STREAM_BLOCK_TOKENS);
    struct example_block_counts counts = {extent.examples, extent.tokens, extent.predictions};
    struct example_block_columns block;
    enum status status = example_stream_writer_open(&job->writer, &block, &counts, error);
    if (status != STATUS_OK)
        return status;
    struct example_columns columns = {
        .ids = block.ids,
        .labels = block.labels,
        .lengths = block.lengths,
        .first_lengths = block.first_lengths,
        .masked = block.masked,
        .positions = block.positions,
        .next_labels = block.next_is_random,
    };
    example_columns_write(&job->set, &columns, begin, &extent);
    *count = extent.examples;
    return example_stream_writer_close(&job->writer, error);
}

/* A shard is whole: make its examples and hand them on. */
static enum status make_examples(struct mkmlm *job, struct error *error) {
    const char *name = job->reader.stream.name;
    enum status status = shard_tokens_finish(&job->shard, error);
    if (status == STATUS_OK && job->settings->seed_per_shard)
        status = random_seed_for_shard(&job->options.seed, job->settings->random_seed, name, error);
    if (status == STATUS_OK)
        status = example_builder_run(&job->set, &job->shard, &job->options, error);
    if (status != STATUS_OK)
        return error_prefix(error, "shard '%s'", name);
    if (job->set.count == 0)
        return error_set(error, STATUS_FAILED,
                         "shard '%s' makes no examples, and a shard without rows breaks trainers; "
                         "leave its text out",
                         name);
    status = shard_stream_writer_shard(&job->writer.stream, name, RECORD_SIZE_UNKNOWN, error);
    for (size_t i = 0, count = 0; i < job->set.count && status == STATUS_OK; i += count) {
        status = write_block(job, i, &count, error);
        job->rows += count;
        progress_update(&job->progress, job->rows);
    }
    if (status == STATUS_OK)
        status = shard_stream_writer_end_shard(&job->writer.stream, error);
    job->tokens += job->shard.token_count;
    job->shards++;
    return status;
}

static enum status take_records(struct mkmlm *job, struct error *error) {
    struct shard_record record;
    enum status status;
    while ((status = shard_stream_reader_next(&job->reader.stream, &record, error)) == STATUS_OK) {
        switch (record.kind) {
        case SHARD_RECORD_BEGIN:
            shard_tokens_clear(&job->shard);
            break;
        case SHARD_RECORD_CONTENT:
            status = take_documents(job, &record, error);
            break;
        case SHARD_RECORD_PROGRESS:
            break;
        case SHARD_RECORD_END:
            status = make_examples(job, error);
            break;
        }
        if (status != STATUS_OK)
            return status;
    }
    if (status != STATUS_END)
        return status;
    if (job->shards == 0)
        return error_set(error, STATUS_FAILED, "the token stream holds no shard");
    return shard_stream_writer_end(&job->writer.stream, error);
}

static void release(struct mkmlm *job) {
    progress_finish(&job->progress);
    free(job->replacements);
    example_set_release(&job->set);
    shard_tokens_release(&job->shard);
    provenance_tokens_release(&job->provenance);
    example_stream_writer_release(&job->writer);
    token_stream_reader_release(&job->reader);
    byte_source_release(&job->source);
}

enum status mkmlm_run(const struct mkmlm_settings *settings, struct cli *cli, const char *path,
                      struct byte_sink *sink, struct error *error) {
    struct mkmlm job = {.settings = settings, .cli = cli, .progress = {.terminal = -1}};
    enum status status = begin(&job, path, sink, error);
    if (status == STATUS_OK)
        status = take_records(&job, error);
    run_report_set(&cli->report, "shards", job.shards);
    run_report_set(&cli->report, "tokens", job.tokens);
    run_report_set(&cli->report, "rows", job.rows);
    if (status != STATUS_OK)
        stream_failure_pass_on(&job.writer.stream, "mkmlm", status, error);
    release(&job);
    return status;
}
