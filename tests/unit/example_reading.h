/*
 * example_reading - for tests and fuzzers: all of an example stream as one text, which does not
 * show how it was cut into blocks.
 *
 *     shard sea 0 17
 *     [2 7 3 9 3|3|1] 1:300 2:5
 *     end 1 2 5
 *     done
 *
 * A row is its ids, the length of the first segment and the label, then positions and labels.
 */
#ifndef TESTS_UNIT_EXAMPLE_READING_H
#define TESTS_UNIT_EXAMPLE_READING_H

#include <stdlib.h>

#include "formats/stream/example_stream_reader.h"

struct example_reading {
    struct buffer text;
    struct error error;
    unsigned id_bytes;
    uint32_t vocabulary_size, max_length, max_masked;
    unsigned blocks;      /* of content */
    size_t largest_block; /* in bytes */
};

static inline void example_reading_add(struct buffer *text, const char *before, uint32_t number,
                                       const char *after) {
    struct error error;
    if (buffer_format(text, &error, "%s%lu%s", before, (unsigned long)number, after) != STATUS_OK)
        abort();
}

static inline uint32_t example_reading_id(const struct example_reading *reading, const void *ids,
                                          size_t at) {
    return reading->id_bytes == 2 ? ((const uint16_t *)ids)[at] : ((const uint32_t *)ids)[at];
}

static inline void example_reading_block(struct example_reading *reading,
                                         const struct example_block *block) {
    struct buffer *text = &reading->text;
    size_t token = 0, prediction = 0;
    for (uint32_t i = 0; i < block->examples; i++) {
        for (uint32_t j = 0; j < block->lengths[i]; j++)
            example_reading_add(text, j == 0 ? "[" : " ",
                                example_reading_id(reading, block->ids, token++), "");
        example_reading_add(text, "|", block->first_lengths[i], "");
        example_reading_add(text, "|", block->next_is_random[i], "]");
        for (uint32_t j = 0; j < block->masked[i]; j++, prediction++) {
            example_reading_add(text, " ", block->positions[prediction], ":");
            example_reading_add(text, "", example_reading_id(reading, block->labels, prediction),
                                "");
        }
        if (buffer_append(text, "\n", 1, &reading->error) != STATUS_OK)
            abort();
    }
    reading->blocks++;
}

static inline enum status example_reading_record(struct example_reading *reading,
                                                 struct example_stream_reader *reader,
                                                 const struct shard_record *record) {
    struct buffer *text = &reading->text;
    struct example_block block;
    enum status status;
    switch (record->kind) {
    case SHARD_RECORD_BEGIN:
        return buffer_format(text, &reading->error, "shard %s %llu %lld\n", record->name,
                             (unsigned long long)record->index, (long long)record->input_size);
    case SHARD_RECORD_CONTENT:
        status = example_stream_reader_block(reader, record, &block, &reading->error);
        if (status == STATUS_OK)
            example_reading_block(reading, &block);
        if (record->payload.size > reading->largest_block)
            reading->largest_block = record->payload.size;
        return status;
    case SHARD_RECORD_PROGRESS:
        return STATUS_OK;
    case SHARD_RECORD_END:
        return buffer_format(
            text, &reading->error, "end %llu %llu %llu\n", (unsigned long long)record->totals.units,
            (unsigned long long)record->totals.parts, (unsigned long long)record->totals.tokens);
    }
    return STATUS_FAILED;
}

/* Reads until the end or a failure; STATUS_END when the stream is whole. */
static inline enum status example_reading_of(struct example_reading *reading, struct view stream) {
    struct byte_source source;
    struct example_stream_reader reader;
    struct shard_record record;
    buffer_clear(&reading->text);
    reading->blocks = 0;
    reading->largest_block = 0;
    reading->error.message[0] = '\0';
    byte_source_from_memory(&source, stream, "stream");
    example_stream_reader_init(&reader, &source);
    example_stream_reader_set_shape(&reader, reading->id_bytes, reading->vocabulary_size,
                                    reading->max_length, reading->max_masked);
    enum status status = shard_stream_reader_begin(&reader.stream, &reading->error);
    while (status == STATUS_OK) {
        status = shard_stream_reader_next(&reader.stream, &record, &reading->error);
        if (status == STATUS_OK)
            status = example_reading_record(reading, &reader, &record);
    }
    if (status == STATUS_END &&
        buffer_append(&reading->text, "done\n", 5, &reading->error) != STATUS_OK)
        abort();
    example_stream_reader_release(&reader);
    return status;
}

#endif
