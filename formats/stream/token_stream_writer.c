#include "formats/stream/token_stream_writer.h"

#include <string.h>

#include "formats/base/endian.h"
#include "formats/stream/column.h"

/*
 * A block ends with the first document that ends at or beyond BLOCK_TOKENS: blocks of some 128 KiB
 * keep a pipe busy and cost 24 bytes of header each. A document that is longer is parted at
 * exactly BLOCK_TOKENS_LIMIT, which bounds the writer's memory and the reader's.
 */
static const uint32_t BLOCK_TOKENS = 64 * 1024;
static const uint32_t BLOCK_TOKENS_LIMIT = 512 * 1024;

/*
 * Bytes left in front of a block's ids for what stands there, so that ids are not moved once more:
 * enough for 8,000 sentences. Where a block has more, they are moved.
 */
static const size_t FRONT_ROOM = (size_t)32 << 10;

void token_stream_writer_init(struct token_stream_writer *writer, struct byte_sink *sink,
                              unsigned id_bytes) {
    *writer = (struct token_stream_writer){.id_bytes = id_bytes,
                                           .sentence_tokens = BUFFER_INIT,
                                           .document_sentences = BUFFER_INIT,
                                           .payload = BUFFER_INIT};
    shard_stream_writer_init(&writer->stream, sink, RECORD_KIND_TOKENS);
}

void token_stream_writer_release(struct token_stream_writer *writer) {
    buffer_release(&writer->sentence_tokens);
    buffer_release(&writer->document_sentences);
    buffer_release(&writer->payload);
}

static enum status append_u32(struct buffer *buffer, uint32_t value, struct error *error) {
    unsigned char bytes[4];
    store_le32(bytes, value);
    return buffer_append(buffer, bytes, sizeof bytes, error);
}

/* Counts the part of the open sentence that lies in this block. */
static enum status close_sentence_in_block(struct token_stream_writer *writer,
                                           struct error *error) {
    if (writer->open_sentence_tokens == 0)
        return STATUS_OK;
    enum status status = append_u32(&writer->sentence_tokens, writer->open_sentence_tokens, error);
    writer->open_sentence_tokens = 0;
    writer->open_document_sentences++;
    writer->sentences++;
    return status;
}

/* Counts the part of the open document that lies in this block. */
static enum status close_document_in_block(struct token_stream_writer *writer,
                                           struct error *error) {
    if (writer->open_document_sentences == 0)
        return STATUS_OK;
    enum status status =
        append_u32(&writer->document_sentences, writer->open_document_sentences, error);
    writer->open_document_sentences = 0;
    writer->documents++;
    return status;
}

/* What stands before the ids in a payload is put into room that is left for it. */
static enum status leave_room(struct token_stream_writer *writer, struct error *error) {
    if (writer->payload.size > 0)
        return STATUS_OK;
    enum status status = buffer_reserve(&writer->payload, FRONT_ROOM, error);
    if (status == STATUS_OK)
        writer->payload.size = FRONT_ROOM;
    return status;
}

static enum status append_u32_ids(struct token_stream_writer *writer, const uint32_t *ids,
                                  size_t count, struct error *error) {
    enum status status = leave_room(writer, error);
    if (status == STATUS_OK)
        status = column_append_ids(&writer->payload, ids, count, writer->id_bytes, error);
    return status;
}

static enum status append_stored_ids(struct token_stream_writer *writer, const unsigned char *ids,
                                     size_t count, struct error *error) {
    enum status status = leave_room(writer, error);
    if (status == STATUS_OK)
        status = buffer_append(&writer->payload, ids, count * writer->id_bytes, error);
    return status;
}

/* Puts head and columns before the ids: one write, one check. */
static enum status assemble(struct token_stream_writer *writer, struct view *block,
                            struct error *error) {
    struct buffer *payload = &writer->payload;
    const struct buffer *documents = &writer->document_sentences;
    const struct buffer *sentences = &writer->sentence_tokens;
    size_t front = RECORD_DOCUMENTS_HEAD + documents->size + sentences->size;
    if (front > FRONT_ROOM) {
        enum status status = buffer_reserve(payload, front - FRONT_ROOM, error);
        if (status != STATUS_OK)
            return status;
        memmove(payload->data + front, payload->data + FRONT_ROOM, payload->size - FRONT_ROOM);
        payload->size += front - FRONT_ROOM;
    }
    size_t start = front > FRONT_ROOM ? 0 : FRONT_ROOM - front;
    unsigned char *at = payload->data + start;
    store_le32(at, (writer->first_document_continues ? RECORD_DOCUMENT_CONTINUES : 0) |
                       (writer->first_sentence_continues ? RECORD_SENTENCE_CONTINUES : 0));
    store_le32(at + 4, writer->documents);
    store_le32(at + 8, writer->sentences);
    store_le32(at + 12, writer->tokens);
    at += RECORD_DOCUMENTS_HEAD;
    memcpy(at, documents->data, documents->size);
    memcpy(at + documents->size, sentences->data, sentences->size);
    *block = (struct view){payload->data + start, payload->size - start};
    return STATUS_OK;
}

/* Writes the open block and begins the next, inside the same sentence or document where open. */
static enum status write_block(struct token_stream_writer *writer, struct error *error) {
    enum status status = close_sentence_in_block(writer, error);
    if (status == STATUS_OK)
        status = close_document_in_block(writer, error);
    if (status != STATUS_OK || writer->tokens == 0)
        return status;
    struct view block;
    status = assemble(writer, &block, error);
    if (status == STATUS_OK)
        status = record_writer_block(&writer->stream.records, RECORD_DOCUMENTS, block, error);
    /* What continues from the block before was counted there. */
    writer->stream.written.units += writer->documents - writer->first_document_continues;
    writer->stream.written.parts += writer->sentences - writer->first_sentence_continues;
    writer->stream.written.tokens += writer->tokens;
    buffer_clear(&writer->payload);
    buffer_clear(&writer->sentence_tokens);
    buffer_clear(&writer->document_sentences);
    writer->tokens = writer->sentences = writer->documents = 0;
    writer->first_document_continues = writer->document_open;
    writer->first_sentence_continues = writer->sentence_open;
    return status;
}

/* Opens a sentence, and a block in which there is room for an id. */
static enum status open_sentence(struct token_stream_writer *writer, struct error *error) {
    enum status status = STATUS_OK;
    if (writer->tokens == BLOCK_TOKENS_LIMIT)
        status = write_block(writer, error);
    writer->sentence_open = writer->document_open = true;
    return status;
}

/* Of `count` ids, how many fit the block. */
static size_t fitting(const struct token_stream_writer *writer, size_t count) {
    size_t room = BLOCK_TOKENS_LIMIT - writer->tokens;
    return count < room ? count : room;
}

static void count_ids(struct token_stream_writer *writer, size_t count) {
    writer->tokens += (uint32_t)count;
    writer->open_sentence_tokens += (uint32_t)count;
}

enum status token_stream_writer_ids(struct token_stream_writer *writer, const uint32_t *ids,
                                    size_t count, struct error *error) {
    while (count > 0) {
        enum status status = open_sentence(writer, error);
        if (status != STATUS_OK)
            return status;
        size_t part = fitting(writer, count);
        status = append_u32_ids(writer, ids, part, error);
        if (status != STATUS_OK)
            return status;
        count_ids(writer, part);
        ids += part;
        count -= part;
    }
    return STATUS_OK;
}

/* token_stream_writer_ids for ids as they stand in the stream. */
static enum status append_stored(struct token_stream_writer *writer, const unsigned char *ids,
                                 size_t count, struct error *error) {
    while (count > 0) {
        enum status status = open_sentence(writer, error);
        if (status != STATUS_OK)
            return status;
        size_t part = fitting(writer, count);
        status = append_stored_ids(writer, ids, part, error);
        if (status != STATUS_OK)
            return status;
        count_ids(writer, part);
        ids += part * writer->id_bytes;
        count -= part;
    }
    return STATUS_OK;
}

/* Adds whole sentences that fit the block, none of them empty, when none is open. */
static enum status append_whole(struct token_stream_writer *writer, const unsigned char *ids,
                                const uint32_t *lengths, size_t count, uint64_t tokens,
                                struct error *error) {
    enum status status = append_stored_ids(writer, ids, (size_t)tokens, error);
    if (status == STATUS_OK)
        status = column_append_ids(&writer->sentence_tokens, lengths, count, 4, error);
    if (status != STATUS_OK || count == 0)
        return status;
    writer->document_open = true;
    writer->tokens += (uint32_t)tokens;
    writer->sentences += (uint32_t)count;
    writer->open_document_sentences += (uint32_t)count;
    return STATUS_OK;
}

enum status token_stream_writer_sentences(struct token_stream_writer *writer,
                                          const unsigned char *ids, const uint32_t *lengths,
                                          size_t count, bool last_ends, struct error *error) {
    enum status status = STATUS_OK;
    size_t whole = count > 0 && !last_ends ? count - 1 : count;
    size_t i = 0;
    uint64_t tokens = 0;
    for (size_t j = 0; j < whole; j++)
        tokens += lengths[j];
    if (!writer->sentence_open && tokens <= BLOCK_TOKENS_LIMIT - writer->tokens) {
        status = append_whole(writer, ids, lengths, whole, tokens, error);
        ids += tokens * writer->id_bytes;
        i = whole;
    }
    for (; i < count && status == STATUS_OK; i++) {
        status = append_stored(writer, ids, lengths[i], error);
        ids += (size_t)lengths[i] * writer->id_bytes;
        if (status == STATUS_OK && i < whole)
            status = token_stream_writer_end_sentence(writer, error);
    }
    return status;
}

enum status token_stream_writer_end_sentence(struct token_stream_writer *writer,
                                             struct error *error) {
    writer->sentence_open = false;
    return close_sentence_in_block(writer, error);
}

enum status token_stream_writer_end_document(struct token_stream_writer *writer,
                                             uint64_t input_bytes, struct error *error) {
    enum status status = token_stream_writer_end_sentence(writer, error);
    if (status == STATUS_OK)
        status = close_document_in_block(writer, error);
    writer->document_open = false;
    if (status != STATUS_OK || writer->tokens < BLOCK_TOKENS)
        return status;
    status = write_block(writer, error);
    if (status == STATUS_OK)
        status = shard_stream_writer_progress(&writer->stream, input_bytes, error);
    return status;
}

enum status token_stream_writer_end_shard(struct token_stream_writer *writer, struct error *error) {
    enum status status = token_stream_writer_end_sentence(writer, error);
    writer->document_open = false;
    if (status == STATUS_OK)
        status = write_block(writer, error);
    writer->first_document_continues = writer->first_sentence_continues = false;
    if (status == STATUS_OK)
        status = shard_stream_writer_end_shard(&writer->stream, error);
    return status;
}
