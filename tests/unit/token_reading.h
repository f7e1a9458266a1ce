/*
 * token_reading - for tests and fuzzers: all of a token stream as one text, which does not show how
 * it was cut into blocks.
 *
 *     shard sea 0 17
 *     D S 7 300 S 8 D S 9
 *     end 2 3 4
 *     done
 */
#ifndef TESTS_UNIT_TOKEN_READING_H
#define TESTS_UNIT_TOKEN_READING_H

#include <stdlib.h>

#include "formats/stream/token_stream_reader.h"

struct token_reading {
    struct buffer text;
    struct error error;
    unsigned id_bytes;
    uint32_t vocabulary_size;
    unsigned blocks;         /* of content */
    uint32_t largest_block;  /* in tokens */
    uint64_t input_bytes;    /* of the last progress block */
    size_t payload_capacity; /* memory the reader held in the end */
};

static inline void token_reading_add(struct buffer *text, const char *word) {
    struct error error;
    if (buffer_append(text, word, strlen(word), &error) != STATUS_OK)
        abort();
}

static inline void token_reading_add_id(struct buffer *text, uint32_t id) {
    char digits[12];
    char *at = digits + sizeof digits - 1;
    *at = '\0';
    do
        *--at = (char)('0' + id % 10);
    while ((id /= 10) != 0);
    *--at = ' ';
    token_reading_add(text, at);
}

static inline void token_reading_block(struct token_reading *reading,
                                       const struct token_block *block) {
    struct buffer *text = &reading->text;
    size_t sentence = 0, token = 0;
    for (uint32_t document = 0; document < block->documents; document++) {
        if (document > 0 || !block->first_document_continues)
            token_reading_add(text, " D");
        for (uint32_t i = 0; i < block->document_sentences[document]; i++) {
            if (sentence > 0 || !block->first_sentence_continues)
                token_reading_add(text, " S");
            for (uint32_t j = 0; j < block->sentence_tokens[sentence]; j++)
                token_reading_add_id(text, token_block_id(block->ids, reading->id_bytes, token++));
            sentence++;
        }
    }
    reading->blocks++;
    if (block->tokens > reading->largest_block)
        reading->largest_block = block->tokens;
}

static inline enum status token_reading_record(struct token_reading *reading,
                                               struct token_stream_reader *reader,
                                               const struct shard_record *record) {
    struct buffer *text = &reading->text;
    struct token_block block;
    enum status status;
    switch (record->kind) {
    case SHARD_RECORD_BEGIN:
        return buffer_format(text, &reading->error, "shard %s %llu %lld\n", record->name,
                             (unsigned long long)record->index, (long long)record->input_size);
    case SHARD_RECORD_CONTENT:
        status = token_stream_reader_block(reader, record, &block, &reading->error);
        if (status == STATUS_OK)
            token_reading_block(reading, &block);
        return status;
    case SHARD_RECORD_PROGRESS:
        reading->input_bytes = record->input_bytes;
        return STATUS_OK;
    case SHARD_RECORD_END:
        return buffer_format(text, &reading->error, "\nend %llu %llu %llu\n",
                             (unsigned long long)record->totals.units,
                             (unsigned long long)record->totals.parts,
                             (unsigned long long)record->totals.tokens);
    }
    return STATUS_FAILED;
}

/* Reads until the end or a failure; STATUS_END when the stream is whole. */
static inline enum status token_reading_from(struct token_reading *reading,
                                             struct byte_source *source) {
    struct token_stream_reader reader;
    struct shard_record record;
    buffer_clear(&reading->text);
    reading->blocks = reading->largest_block = 0;
    reading->error.message[0] = '\0';
    token_stream_reader_init(&reader, source);
    token_stream_reader_set_ids(&reader, reading->id_bytes, reading->vocabulary_size);
    enum status status = shard_stream_reader_begin(&reader.stream, &reading->error);
    while (status == STATUS_OK) {
        status = shard_stream_reader_next(&reader.stream, &record, &reading->error);
        if (status == STATUS_OK)
            status = token_reading_record(reading, &reader, &record);
    }
    if (status == STATUS_END)
        token_reading_add(&reading->text, "done\n");
    reading->payload_capacity = reader.stream.records.payload.capacity;
    token_stream_reader_release(&reader);
    return status;
}

static inline enum status token_reading_of(struct token_reading *reading, struct view stream) {
    struct byte_source source;
    byte_source_from_memory(&source, stream, "stream");
    return token_reading_from(reading, &source);
}

#endif
