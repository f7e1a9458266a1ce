#include "formats/stream/example_stream_writer.h"

#include "formats/base/endian.h"
#include "formats/stream/column.h"

void example_stream_writer_init(struct example_stream_writer *writer, struct byte_sink *sink,
                                unsigned id_bytes) {
    *writer = (struct example_stream_writer){.id_bytes = id_bytes, .payload = BUFFER_INIT};
    shard_stream_writer_init(&writer->stream, sink, RECORD_KIND_EXAMPLES);
}

void example_stream_writer_release(struct example_stream_writer *writer) {
    buffer_release(&writer->payload);
}

/* The columns in the order of their layout; each is aligned, since the memory behind it is. */
static void find_columns(const struct example_stream_writer *writer,
                         struct example_block_columns *columns) {
    const struct example_block_counts *counts = &writer->counts;
    unsigned char *at = writer->payload.data + RECORD_EXAMPLES_HEAD;
    columns->ids = at;
    at += (size_t)writer->id_bytes * counts->tokens;
    columns->labels = at;
    at += (size_t)writer->id_bytes * counts->predictions;
    columns->lengths = (uint16_t *)(void *)at;
    columns->first_lengths = columns->lengths + counts->examples;
    columns->masked = columns->first_lengths + counts->examples;
    columns->positions = columns->masked + counts->examples;
    columns->next_is_random = (uint8_t *)(columns->positions + counts->predictions);
}

enum status example_stream_writer_open(struct example_stream_writer *writer,
                                       struct example_block_columns *columns,
                                       const struct example_block_counts *counts,
                                       struct error *error) {
    /* Of 32-bit counts, the sum in bytes cannot pass 64 bits. */
    uint64_t size = RECORD_EXAMPLES_HEAD + writer->id_bytes * (uint64_t)counts->tokens +
                    (writer->id_bytes + UINT64_C(2)) * counts->predictions +
                    UINT64_C(7) * counts->examples;
    if (size > RECORD_PAYLOAD_LIMIT)
        return error_set(error, STATUS_FAILED, "a block of %llu bytes is too large for the stream",
                         (unsigned long long)size);
    buffer_clear(&writer->payload);
    enum status status = buffer_reserve(&writer->payload, (size_t)size, error);
    if (status != STATUS_OK)
        return status;
    writer->payload.size = (size_t)size;
    writer->counts = *counts;
    store_le32(writer->payload.data, counts->examples);
    store_le32(writer->payload.data + 4, counts->tokens);
    store_le32(writer->payload.data + 8, counts->predictions);
    store_le32(writer->payload.data + 12, 0);
    find_columns(writer, columns);
    return STATUS_OK;
}

enum status example_stream_writer_close(struct example_stream_writer *writer, struct error *error) {
    const struct example_block_counts *counts = &writer->counts;
    struct example_block_columns columns;
    find_columns(writer, &columns);
    column_to_host(columns.ids, (size_t)counts->tokens + counts->predictions, writer->id_bytes);
    column_to_host(columns.lengths, 3 * (size_t)counts->examples + counts->predictions, 2);
    writer->stream.written.units += counts->examples;
    writer->stream.written.parts += counts->predictions;
    writer->stream.written.tokens += counts->tokens;
    return record_writer_block(&writer->stream.records, RECORD_EXAMPLES,
                               buffer_view(&writer->payload), error);
}
