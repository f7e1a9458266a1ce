#include "tools/join/mkmlm_shard.h"

#include <inttypes.h>
#include <string.h>

#include "tools/cli/numbers.h"
#include "tools/mlm/example_columns.h"

void mkmlm_shard_init(struct mkmlm_shard *shard, uint32_t vocabulary_size) {
    *shard = (struct mkmlm_shard){.status = STATUS_OK};
    shard_tokens_init(&shard->tokens, vocabulary_size);
    example_set_init(&shard->set);
}

void mkmlm_shard_release(struct mkmlm_shard *shard) {
    example_set_release(&shard->set);
    shard_tokens_release(&shard->tokens);
}

uint64_t mkmlm_shard_memory(const struct mkmlm_shard *shard) {
    return (uint64_t)shard_tokens_memory(&shard->tokens) + example_set_memory(&shard->set);
}

static enum status check_memory(const struct mkmlm_shard *shard, uint64_t memory,
                                struct error *error) {
    uint64_t used = shard_tokens_memory(&shard->tokens);
    if (memory == 0 || used <= memory)
        return STATUS_OK;
    char needed[NUMBERS_SIZE], allowed[NUMBERS_SIZE];
    numbers_format_size(used, needed);
    numbers_format_size(memory, allowed);
    return error_set(error, STATUS_FAILED,
                     "shard '%s': the first %" PRIu32
                     " tokens take %s already, and --memory allows %s; cut the text into smaller "
                     "shards",
                     shard->name, shard->tokens.token_count, needed, allowed);
}

static enum status take_documents(struct mkmlm_shard *shard, struct token_stream_reader *reader,
                                  const struct shard_record *record, struct error *error) {
    struct token_block block;
    enum status status = token_stream_reader_block(reader, record, &block, error);
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
        .narrow_ids = reader->id_bytes == 2 ? block.ids : NULL,
        .wide_ids = reader->id_bytes == 4 ? block.ids : NULL,
    };
    return shard_tokens_append(&shard->tokens, &columns, error);
}

enum status mkmlm_shard_read(struct mkmlm_shard *shard, struct token_stream_reader *reader,
                             uint64_t memory, struct error *error) {
    struct shard_record record;
    enum status status;
    while ((status = shard_stream_reader_next(&reader->stream, &record, error)) == STATUS_OK) {
        switch (record.kind) {
        case SHARD_RECORD_BEGIN:
            memcpy(shard->name, reader->stream.name, sizeof shard->name);
            shard_tokens_clear(&shard->tokens);
            break;
        case SHARD_RECORD_CONTENT:
            status = take_documents(shard, reader, &record, error);
            if (status == STATUS_OK)
                status = check_memory(shard, memory, error);
            break;
        case SHARD_RECORD_PROGRESS:
            break;
        case SHARD_RECORD_END:
            status = shard_tokens_finish(&shard->tokens, error);
            return status == STATUS_OK ? status : error_prefix(error, "shard '%s'", shard->name);
        }
        if (status != STATUS_OK)
            return status;
    }
    return status;
}

enum status mkmlm_shard_make(struct mkmlm_shard *shard, const struct example_options *options,
                             const char *seed, struct error *error) {
    struct example_options own = *options;
    enum status status = STATUS_OK;
    if (seed != NULL)
        status = random_seed_for_shard(&own.seed, seed, shard->name, error);
    if (status == STATUS_OK)
        status = example_builder_run(&shard->set, &shard->tokens, &own, error);
    if (status != STATUS_OK)
        return error_prefix(error, "shard '%s'", shard->name);
    if (shard->set.count == 0)
        return error_set(error, STATUS_FAILED,
                         "shard '%s' makes no examples, and a shard without rows breaks trainers; "
                         "leave its text out",
                         shard->name);
    return STATUS_OK;
}

/* Writes the examples from `begin` on that make a block; *count tells how many. */
static enum status write_block(const struct mkmlm_shard *shard,
                               struct example_stream_writer *writer, size_t begin, size_t *count,
                               struct error *error) {
    struct example_extent extent =
        example_extent_of(&shard->set, begin, EXAMPLE_STREAM_BLOCK_TOKENS);
    struct example_block_counts counts = {extent.examples, extent.tokens, extent.predictions};
    struct example_block_columns block;
    enum status status = example_stream_writer_open(writer, &block, &counts, error);
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
    example_columns_write(&shard->set, &columns, begin, &extent);
    *count = extent.examples;
    return example_stream_writer_close(writer, error);
}

enum status mkmlm_shard_write(const struct mkmlm_shard *shard, struct example_stream_writer *writer,
                              mkmlm_shard_progress *progress, void *context, struct error *error) {
    enum status status =
        shard_stream_writer_shard(&writer->stream, shard->name, RECORD_SIZE_UNKNOWN, error);
    for (size_t i = 0, count = 0; i < shard->set.count && status == STATUS_OK; i += count) {
        status = write_block(shard, writer, i, &count, error);
        progress(context, count);
    }
    return status == STATUS_OK ? shard_stream_writer_end_shard(&writer->stream, error) : status;
}
