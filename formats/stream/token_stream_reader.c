#include "formats/stream/token_stream_reader.h"

#include "formats/base/endian.h"
#include "formats/stream/column.h"

void token_stream_reader_init(struct token_stream_reader *reader, struct byte_source *source) {
    *reader = (struct token_stream_reader){.id_bytes = 2};
    shard_stream_reader_init(&reader->stream, source, RECORD_KIND_TOKENS);
}

void token_stream_reader_release(struct token_stream_reader *reader) {
    shard_stream_reader_release(&reader->stream);
}

void token_stream_reader_set_ids(struct token_stream_reader *reader, unsigned id_bytes,
                                 uint32_t vocabulary_size) {
    reader->id_bytes = id_bytes;
    reader->vocabulary_size = vocabulary_size;
}

/* Whether `count` numbers are all positive and make `total` together. */
static bool sums_to(const uint32_t *numbers, uint32_t count, uint32_t total) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] == 0)
            return false;
        sum += numbers[i];
    }
    return sum == total;
}

/* Reads the head and finds the columns; NULL, or what is wrong. */
static const char *find_columns(struct token_block *block, unsigned id_bytes, struct view payload) {
    if (payload.size < RECORD_DOCUMENTS_HEAD)
        return "documents without a head";
    uint32_t flags = load_le32(payload.data);
    block->first_document_continues = (flags & RECORD_DOCUMENT_CONTINUES) != 0;
    block->first_sentence_continues = (flags & RECORD_SENTENCE_CONTINUES) != 0;
    block->documents = load_le32(payload.data + 4);
    block->sentences = load_le32(payload.data + 8);
    block->tokens = load_le32(payload.data + 12);
    /* Of three 32-bit counts, the sum in bytes cannot pass 64 bits. */
    uint64_t size = RECORD_DOCUMENTS_HEAD + 4 * (uint64_t)block->documents +
                    4 * (uint64_t)block->sentences + (uint64_t)id_bytes * block->tokens;
    if (size != payload.size)
        return "documents whose counts differ from their size";
    if (flags > 3 || (block->first_sentence_continues && !block->first_document_continues))
        return "documents with flags that make no sense";
    /* malloc'ed memory plus a head of 16 bytes keeps every column aligned. */
    const unsigned char *at = payload.data + RECORD_DOCUMENTS_HEAD;
    block->document_sentences = (const uint32_t *)(const void *)at;
    block->sentence_tokens = block->document_sentences + block->documents;
    block->ids = block->sentence_tokens + block->sentences;
    return NULL;
}

enum status token_stream_reader_block(struct token_stream_reader *reader,
                                      const struct shard_record *record, struct token_block *block,
                                      struct error *error) {
    struct record_reader *records = &reader->stream.records;
    const char *fault = find_columns(block, reader->id_bytes, record->payload);
    if (fault != NULL)
        return record_reader_corrupt(records, error, fault);
    /* The payload is the reader's own buffer: it may be changed in place. */
    column_to_host((void *)(uintptr_t)block->document_sentences,
                   (size_t)block->documents + block->sentences, 4);
    column_to_host((void *)(uintptr_t)block->ids, block->tokens, reader->id_bytes);
    if (!sums_to(block->document_sentences, block->documents, block->sentences) ||
        !sums_to(block->sentence_tokens, block->sentences, block->tokens))
        return record_reader_corrupt(records, error, "documents whose counts do not add up");
    if (!column_below(block->ids, block->tokens, reader->id_bytes, reader->vocabulary_size))
        return record_reader_corrupt(records, error, "an id beyond the vocabulary");
    struct shard_totals *counted = &reader->stream.counted;
    if (block->first_document_continues && counted->units == 0)
        return record_reader_corrupt(records, error, "a continuation of nothing");
    if (block->tokens == 0)
        return record_reader_corrupt(records, error, "documents without a token");
    counted->units += block->documents - block->first_document_continues;
    counted->parts += block->sentences - block->first_sentence_continues;
    counted->tokens += block->tokens;
    return STATUS_OK;
}
