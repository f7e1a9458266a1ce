/*
 * example_gathering - for tests and fuzzers: rows one by one into the blocks of an example stream,
 * each block ending where it should.
 */
#ifndef TESTS_UNIT_EXAMPLE_GATHERING_H
#define TESTS_UNIT_EXAMPLE_GATHERING_H

#include <string.h>

#include "formats/stream/example_stream_writer.h"

/* One row, without padding. Borrowed arrays. */
struct gathered_row {
    const uint32_t *ids; /* [length] */
    uint16_t length;
    uint16_t first_length;
    uint8_t next_is_random;
    uint16_t masked;
    const uint16_t *positions; /* [masked] */
    const uint32_t *labels;    /* [masked] */
};

enum { GATHERED_COLUMNS = 7 };

struct example_gathering {
    struct example_stream_writer *writer; /* borrowed */
    struct buffer columns[GATHERED_COLUMNS];
    struct example_block_counts counts;
};

static inline void example_gathering_release(struct example_gathering *gathering) {
    for (int i = 0; i < GATHERED_COLUMNS; i++)
        buffer_release(&gathering->columns[i]);
}

/* Writes what has gathered as a block; nothing when there is nothing. */
static inline enum status example_gathering_flush(struct example_gathering *gathering,
                                                  struct error *error) {
    struct example_block_columns block;
    if (gathering->counts.examples == 0)
        return STATUS_OK;
    enum status status =
        example_stream_writer_open(gathering->writer, &block, &gathering->counts, error);
    if (status != STATUS_OK)
        return status;
    void *const columns[GATHERED_COLUMNS] = {block.ids,           block.labels, block.lengths,
                                             block.first_lengths, block.masked, block.positions,
                                             block.next_is_random};
    for (int i = 0; i < GATHERED_COLUMNS; i++) {
        struct buffer *column = &gathering->columns[i];
        if (column->size > 0)
            memcpy(columns[i], column->data, column->size);
        buffer_clear(column);
    }
    gathering->counts = (struct example_block_counts){0};
    return example_stream_writer_close(gathering->writer, error);
}

static inline enum status example_gathering_ids(struct buffer *column, const uint32_t *ids,
                                                size_t count, unsigned id_bytes,
                                                struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        uint16_t narrow = (uint16_t)ids[i];
        status = id_bytes == 2 ? buffer_append(column, &narrow, 2, error)
                               : buffer_append(column, &ids[i], 4, error);
    }
    return status;
}

/* Adds a row, and writes the block that it fills. */
static inline enum status example_gathering_add(struct example_gathering *gathering,
                                                const struct gathered_row *row,
                                                struct error *error) {
    struct buffer *columns = gathering->columns;
    unsigned id_bytes = gathering->writer->id_bytes;
    enum status status = example_gathering_ids(&columns[0], row->ids, row->length, id_bytes, error);
    if (status == STATUS_OK)
        status = example_gathering_ids(&columns[1], row->labels, row->masked, id_bytes, error);
    if (status == STATUS_OK)
        status = buffer_append(&columns[2], &row->length, 2, error);
    if (status == STATUS_OK)
        status = buffer_append(&columns[3], &row->first_length, 2, error);
    if (status == STATUS_OK)
        status = buffer_append(&columns[4], &row->masked, 2, error);
    if (status == STATUS_OK)
        status = buffer_append(&columns[5], row->positions, (size_t)2 * row->masked, error);
    if (status == STATUS_OK)
        status = buffer_append(&columns[6], &row->next_is_random, 1, error);
    if (status != STATUS_OK)
        return status;
    gathering->counts.examples++;
    gathering->counts.tokens += row->length;
    gathering->counts.predictions += row->masked;
    return gathering->counts.tokens < EXAMPLE_STREAM_BLOCK_TOKENS
               ? STATUS_OK
               : example_gathering_flush(gathering, error);
}

/* Writes what is left, and ends the shard. */
static inline enum status example_gathering_end_shard(struct example_gathering *gathering,
                                                      struct error *error) {
    enum status status = example_gathering_flush(gathering, error);
    return status == STATUS_OK ? shard_stream_writer_end_shard(&gathering->writer->stream, error)
                               : status;
}

#endif
