#include "formats/stream/record_writer.h"

#include <string.h>

#include "formats/base/checksum.h"
#include "formats/base/endian.h"

void record_writer_init(struct record_writer *writer, struct byte_sink *sink) {
    *writer = (struct record_writer){.sink = sink};
}

static enum status write_stream_header(struct record_writer *writer, enum record_kind kind,
                                       struct error *error) {
    unsigned char header[RECORD_HEADER_SIZE] = {0};
    memcpy(header, RECORD_MAGIC, RECORD_MAGIC_SIZE);
    store_le16(header + 8, RECORD_VERSION);
    store_le16(header + 10, (uint16_t)kind);
    store_le64(header + 16, checksum_of(header, 16, 0));
    writer->begun = true;
    return byte_sink_write(writer->sink, header, sizeof header, error);
}

enum status record_writer_begin(struct record_writer *writer, enum record_kind kind,
                                struct view provenance, struct error *error) {
    enum status status = write_stream_header(writer, kind, error);
    if (status != STATUS_OK)
        return status;
    return record_writer_block(writer, RECORD_PROVENANCE, provenance, error);
}

enum status record_writer_block(struct record_writer *writer, uint32_t type, struct view payload,
                                struct error *error) {
    if (payload.size > RECORD_PAYLOAD_LIMIT)
        return error_set(error, STATUS_FAILED, "a block of %zu bytes is too large for the stream",
                         payload.size);
    unsigned char header[RECORD_HEADER_SIZE];
    store_le32(header, type);
    store_le32(header + 4, (uint32_t)payload.size);
    store_le32(header + 8, writer->sequence++);
    uint64_t check = checksum_of(header, 12, 0);
    store_le32(header + 12, (uint32_t)check);
    store_le64(header + 16, checksum_of(payload.data, payload.size, check));
    enum status status = byte_sink_write(writer->sink, header, sizeof header, error);
    if (status != STATUS_OK)
        return status;
    return byte_sink_write(writer->sink, payload.data, payload.size, error);
}

enum status record_writer_fail(struct record_writer *writer, enum record_kind kind,
                               uint32_t exit_code, const char *sentence, struct error *error) {
    if (writer->closed)
        return STATUS_OK;
    unsigned char payload[4 + ERROR_MESSAGE_SIZE];
    size_t length = strnlen(sentence, ERROR_MESSAGE_SIZE);
    store_le32(payload, exit_code);
    memcpy(payload + 4, sentence, length);
    enum status status = STATUS_OK;
    if (!writer->begun)
        status = write_stream_header(writer, kind, error);
    if (status == STATUS_OK)
        status =
            record_writer_block(writer, RECORD_ERROR, (struct view){payload, 4 + length}, error);
    writer->closed = true;
    return status == STATUS_OK ? byte_sink_flush(writer->sink, error) : status;
}

enum status record_writer_end(struct record_writer *writer, uint64_t shards, uint64_t tokens,
                              struct error *error) {
    unsigned char payload[16];
    store_le64(payload, shards);
    store_le64(payload + 8, tokens);
    writer->closed = true;
    enum status status = record_writer_block(writer, RECORD_STREAM_END,
                                             (struct view){payload, sizeof payload}, error);
    return status == STATUS_OK ? byte_sink_flush(writer->sink, error) : status;
}
