#include "formats/stream/example_stream_writer.h"

#include "formats/base/endian.h"
#include "formats/stream/column.h"

/*
 * A block ends with the example that brings its tokens to BLOCK_TOKENS: blocks of some 200 KiB, far
 * from the limit even when each example is as long as one can be.
 */
static const uint32_t BLOCK_TOKENS = 64 * 1024;

/* The order of a block's columns. */
enum { IDS, LABELS, LENGTHS, FIRST_LENGTHS, MASKED, POSITIONS, NEXT };

void example_stream_writer_init(struct example_stream_writer *writer, struct byte_sink *sink,
                                unsigned id_bytes) {
    *writer = (struct example_stream_writer){.id_bytes = id_bytes};
    shard_stream_writer_init(&writer->stream, sink, RECORD_KIND_EXAMPLES);
}

void example_stream_writer_release(struct example_stream_writer *writer) {
    for (int i = 0; i < EXAMPLE_COLUMNS; i++)
        buffer_release(&writer->columns[i]);
}

static enum status append_u16(struct buffer *column, const uint16_t *numbers, size_t count,
                              struct error *error) {
    enum status status = buffer_reserve(column, 2 * count, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        store_le16(column->data + column->size + 2 * i, numbers[i]);
    column->size += 2 * count;
    return STATUS_OK;
}

static enum status write_block(struct example_stream_writer *writer, struct error *error) {
    if (writer->examples == 0)
        return STATUS_OK;
    unsigned char head[RECORD_EXAMPLES_HEAD] = {0};
    store_le32(head, writer->examples);
    store_le32(head + 4, writer->tokens);
    store_le32(head + 8, writer->predictions);
    struct buffer payload = BUFFER_INIT;
    enum status status = buffer_append(&payload, head, sizeof head, error);
    for (int i = 0; i < EXAMPLE_COLUMNS && status == STATUS_OK; i++) {
        struct buffer *column = &writer->columns[i];
        status = buffer_append(&payload, column->data, column->size, error);
        buffer_clear(column);
    }
    if (status == STATUS_OK)
        status = record_writer_block(&writer->stream.records, RECORD_EXAMPLES,
                                     buffer_view(&payload), error);
    buffer_release(&payload);
    writer->stream.written.units += writer->examples;
    writer->stream.written.parts += writer->predictions;
    writer->stream.written.tokens += writer->tokens;
    writer->examples = writer->tokens = writer->predictions = 0;
    return status;
}

enum status example_stream_writer_add(struct example_stream_writer *writer,
                                      const struct stream_example *example, struct error *error) {
    struct buffer *columns = writer->columns;
    enum status status =
        column_append_ids(&columns[IDS], example->ids, example->length, writer->id_bytes, error);
    if (status == STATUS_OK)
        status = column_append_ids(&columns[LABELS], example->labels, example->masked,
                                   writer->id_bytes, error);
    if (status == STATUS_OK)
        status = append_u16(&columns[LENGTHS], &example->length, 1, error);
    if (status == STATUS_OK)
        status = append_u16(&columns[FIRST_LENGTHS], &example->first_length, 1, error);
    if (status == STATUS_OK)
        status = append_u16(&columns[MASKED], &example->masked, 1, error);
    if (status == STATUS_OK)
        status = append_u16(&columns[POSITIONS], example->positions, example->masked, error);
    if (status == STATUS_OK)
        status = buffer_append(&columns[NEXT], &example->next_is_random, 1, error);
    if (status != STATUS_OK)
        return status;
    writer->examples++;
    writer->tokens += example->length;
    writer->predictions += example->masked;
    return writer->tokens < BLOCK_TOKENS ? STATUS_OK : write_block(writer, error);
}

enum status example_stream_writer_end_shard(struct example_stream_writer *writer,
                                            struct error *error) {
    enum status status = write_block(writer, error);
    return status == STATUS_OK ? shard_stream_writer_end_shard(&writer->stream, error) : status;
}
