/*
 * The reader of example streams. What it takes is written again, and read again it is the same.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz_stream.h"
#include "tests/unit/example_gathering.h"
#include "tests/unit/example_reading.h"

static unsigned id_bytes;

enum { VOCABULARY = 200, LONGEST = 12, MOST_MASKED = 3 };

/* A few rows after the input's bytes; one number is too large now and then. */
static void add_examples(struct fuzz_stream *stream, struct fuzz_input *input) {
    struct buffer column[8] = {BUFFER_INIT};
    uint32_t examples = fuzz_number(input, 1) % 4 + 1;
    uint32_t spoil = fuzz_number(input, 1);
    uint32_t tokens = 0, predictions = 0;
    for (uint32_t i = 0; i < examples; i++) {
        uint32_t length = fuzz_number(input, 1) % LONGEST + 1 + (spoil == 1);
        uint32_t masked = fuzz_number(input, 1) % (MOST_MASKED + 1) + (spoil == 2);
        uint32_t position = fuzz_number(input, 1) % 3;
        for (uint32_t j = 0; j < length; j++)
            stream_number(&column[1], fuzz_number(input, 1) % (VOCABULARY + 1), id_bytes);
        masked = masked < length ? masked : length;
        for (uint32_t j = 0; j < masked; j++, position += fuzz_number(input, 1) % 4) {
            stream_number(&column[2], fuzz_number(input, 1) % (VOCABULARY + 1), id_bytes);
            stream_number(&column[6], position, 2);
        }
        stream_number(&column[3], length, 2);
        stream_number(&column[4], fuzz_number(input, 1) % (length + 1) + (spoil == 3), 2);
        stream_number(&column[5], masked, 2);
        stream_number(&column[7], fuzz_number(input, 1) % 2 + (spoil == 4), 1);
        tokens += length;
        predictions += masked;
    }
    stream_numbers(&column[0], 4, 4, (uint64_t[]){examples, tokens, predictions, 0});
    for (int i = 1; i < 8; i++) {
        stream_raw(&column[0], column[i].data, column[i].size);
        buffer_release(&column[i]);
    }
    stream_block_of(&stream->bytes, stream->sequence++, "EXAM", &column[0]);
    buffer_release(&column[0]);
    stream->shard.units += examples;
    stream->shard.parts += predictions;
    stream->shard.tokens += tokens;
}

static void require(enum status status) {
    if (status != STATUS_OK)
        abort();
}

static void widen(uint32_t *wide, const void *ids, size_t start, size_t count) {
    for (size_t i = 0; i < count; i++)
        wide[i] =
            id_bytes == 2 ? ((const uint16_t *)ids)[start + i] : ((const uint32_t *)ids)[start + i];
}

static void write_block(struct example_gathering *gathering, const struct example_block *block,
                        struct error *error) {
    size_t token = 0, prediction = 0;
    for (uint32_t i = 0; i < block->examples; i++) {
        uint32_t ids[LONGEST], labels[MOST_MASKED];
        struct gathered_row row = {
            .ids = ids,
            .length = block->lengths[i],
            .first_length = block->first_lengths[i],
            .next_is_random = block->next_is_random[i],
            .masked = block->masked[i],
            .positions = block->positions + prediction,
            .labels = labels,
        };
        widen(ids, block->ids, token, row.length);
        widen(labels, block->labels, prediction, row.masked);
        require(example_gathering_add(gathering, &row, error));
        token += row.length;
        prediction += row.masked;
    }
}

static void write_again(struct view stream, struct byte_sink *sink) {
    struct error error;
    struct byte_source source;
    struct example_stream_reader reader;
    struct example_stream_writer writer;
    struct shard_record record;
    struct example_block block;
    byte_source_from_memory(&source, stream, "stream");
    example_stream_reader_init(&reader, &source);
    example_stream_reader_set_shape(&reader, id_bytes, VOCABULARY, LONGEST, MOST_MASKED);
    example_stream_writer_init(&writer, sink, id_bytes);
    struct example_gathering gathering = {.writer = &writer};
    require(shard_stream_reader_begin(&reader.stream, &error));
    require(
        shard_stream_writer_begin(&writer.stream, buffer_view(&reader.stream.provenance), &error));
    while (shard_stream_reader_next(&reader.stream, &record, &error) == STATUS_OK) {
        if (record.kind == SHARD_RECORD_BEGIN)
            require(
                shard_stream_writer_shard(&writer.stream, record.name, record.input_size, &error));
        if (record.kind == SHARD_RECORD_END)
            require(example_gathering_end_shard(&gathering, &error));
        if (record.kind == SHARD_RECORD_CONTENT) {
            require(example_stream_reader_block(&reader, &record, &block, &error));
            write_block(&gathering, &block, &error);
        }
    }
    require(shard_stream_writer_end(&writer.stream, &error));
    example_gathering_release(&gathering);
    example_stream_writer_release(&writer);
    example_stream_reader_release(&reader);
}

static void check(struct view stream) {
    struct example_reading reading = {.id_bytes = id_bytes,
                                      .vocabulary_size = VOCABULARY,
                                      .max_length = LONGEST,
                                      .max_masked = MOST_MASKED};
    struct example_reading again = reading;
    if (example_reading_of(&reading, stream) == STATUS_END) {
        struct buffer bytes = BUFFER_INIT;
        struct byte_sink sink;
        byte_sink_to_memory(&sink, &bytes, "memory");
        write_again(stream, &sink);
        if (example_reading_of(&again, buffer_view(&bytes)) != STATUS_END ||
            again.text.size != reading.text.size ||
            memcmp(again.text.data, reading.text.data, reading.text.size) != 0)
            abort();
        byte_sink_release(&sink);
        buffer_release(&bytes);
    }
    buffer_release(&again.text);
    buffer_release(&reading.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input input = {data, size};
    struct fuzz_stream stream = {.bytes = BUFFER_INIT, .kind = 2};
    uint32_t first = fuzz_number(&input, 1);
    id_bytes = (first & 1) != 0 ? 4 : 2;
    if ((first & 2) != 0) {
        check((struct view){input.data, input.size});
        return 0;
    }
    fuzz_stream_begin(&stream);
    while (input.size > 0)
        fuzz_stream_step(&stream, &input, add_examples);
    check(buffer_view(&stream.bytes));
    buffer_release(&stream.bytes);
    return 0;
}
