#include "formats/stream/shard_stream_writer.h"

#include <string.h>

#include "formats/base/endian.h"
#include "formats/stream/record_name.h"

void shard_stream_writer_init(struct shard_stream_writer *writer, struct byte_sink *sink,
                              enum record_kind kind) {
    *writer = (struct shard_stream_writer){.kind = kind};
    record_writer_init(&writer->records, sink);
}

enum status shard_stream_writer_begin(struct shard_stream_writer *writer, struct view provenance,
                                      struct error *error) {
    return record_writer_begin(&writer->records, writer->kind, provenance, error);
}

enum status shard_stream_writer_pieces(struct shard_stream_writer *writer,
                                       const struct piece_kinds *kinds, struct error *error) {
    struct buffer payload = BUFFER_INIT;
    enum status status = piece_kinds_write(kinds, &payload, error);
    if (status == STATUS_OK)
        status = record_writer_block(&writer->records, RECORD_PIECES, buffer_view(&payload), error);
    buffer_release(&payload);
    return status;
}

enum status shard_stream_writer_shard(struct shard_stream_writer *writer, const char *name,
                                      uint64_t input_size, struct error *error) {
    struct view text = view_of_string(name);
    if (!record_name_is_valid(text))
        return error_set(
            error, STATUS_USAGE,
            "'%s' cannot name a shard: it takes 1 to %d bytes of UTF-8 without slashes and "
            "control characters",
            name, RECORD_NAME_LIMIT);
    unsigned char payload[16 + RECORD_NAME_LIMIT];
    store_le64(payload, writer->shards++);
    store_le64(payload + 8, input_size);
    memcpy(payload + 16, text.data, text.size);
    writer->written = (struct shard_totals){0};
    return record_writer_block(&writer->records, RECORD_SHARD_BEGIN,
                               (struct view){payload, 16 + text.size}, error);
}

enum status shard_stream_writer_progress(struct shard_stream_writer *writer, uint64_t input_bytes,
                                         struct error *error) {
    unsigned char payload[8];
    store_le64(payload, input_bytes);
    return record_writer_block(&writer->records, RECORD_PROGRESS,
                               (struct view){payload, sizeof payload}, error);
}

enum status shard_stream_writer_end_shard(struct shard_stream_writer *writer, struct error *error) {
    unsigned char payload[24];
    store_le64(payload, writer->written.units);
    store_le64(payload + 8, writer->written.parts);
    store_le64(payload + 16, writer->written.tokens);
    writer->tokens += writer->written.tokens;
    return record_writer_block(&writer->records, RECORD_SHARD_END,
                               (struct view){payload, sizeof payload}, error);
}

enum status shard_stream_writer_end(struct shard_stream_writer *writer, struct error *error) {
    return record_writer_end(&writer->records, writer->shards, writer->tokens, error);
}

enum status shard_stream_writer_fail(struct shard_stream_writer *writer, uint32_t exit_code,
                                     const char *sentence, struct error *error) {
    return record_writer_fail(&writer->records, writer->kind, exit_code, sentence, error);
}
