#include "formats/stream/example_stream_reader.h"

#include "formats/base/endian.h"
#include "formats/stream/column.h"

void example_stream_reader_init(struct example_stream_reader *reader, struct byte_source *source) {
    *reader = (struct example_stream_reader){.id_bytes = 2};
    shard_stream_reader_init(&reader->stream, source, RECORD_KIND_EXAMPLES);
}

void example_stream_reader_release(struct example_stream_reader *reader) {
    shard_stream_reader_release(&reader->stream);
}

void example_stream_reader_set_shape(struct example_stream_reader *reader, unsigned id_bytes,
                                     uint32_t vocabulary_size, uint32_t max_length,
                                     uint32_t max_masked) {
    reader->id_bytes = id_bytes;
    reader->vocabulary_size = vocabulary_size;
    reader->max_length = max_length;
    reader->max_masked = max_masked;
}

struct counts {
    uint32_t examples, tokens, predictions;
};

/* Reads the head and finds the columns; NULL, or what is wrong. */
static const char *find_columns(struct example_block *block, struct counts *counts,
                                unsigned id_bytes, struct view payload) {
    if (payload.size < RECORD_EXAMPLES_HEAD)
        return "examples without a head";
    counts->examples = load_le32(payload.data);
    counts->tokens = load_le32(payload.data + 4);
    counts->predictions = load_le32(payload.data + 8);
    /* Of 32-bit counts, the sum in bytes cannot pass 64 bits. */
    uint64_t ids = (uint64_t)id_bytes * counts->tokens;
    uint64_t labels = (uint64_t)id_bytes * counts->predictions;
    uint64_t size = RECORD_EXAMPLES_HEAD + ids + labels + 7 * (uint64_t)counts->examples +
                    2 * (uint64_t)counts->predictions;
    if (size != payload.size)
        return "examples whose counts differ from their size";
    unsigned char *at = (unsigned char *)(uintptr_t)payload.data + RECORD_EXAMPLES_HEAD;
    column_to_host(at, (size_t)counts->tokens + counts->predictions, id_bytes);
    block->examples = counts->examples;
    block->ids = at;
    block->labels = at + ids;
    at += ids + labels;
    column_to_host(at, 3 * (size_t)counts->examples + counts->predictions, 2);
    block->lengths = (const uint16_t *)(const void *)at;
    block->first_lengths = block->lengths + counts->examples;
    block->masked = block->first_lengths + counts->examples;
    block->positions = block->masked + counts->examples;
    block->next_is_random = (const uint8_t *)(block->positions + counts->predictions);
    return NULL;
}

/* Whether positions are inside the example and ascend. */
static bool positions_are_sound(const uint16_t *positions, uint32_t count, uint32_t length) {
    for (uint32_t i = 0; i < count; i++) {
        if (positions[i] >= length || (i > 0 && positions[i] <= positions[i - 1]))
            return false;
    }
    return true;
}

static bool examples_are_sound(const struct example_stream_reader *reader,
                               const struct example_block *block, const struct counts *counts) {
    uint64_t tokens = 0;
    uint64_t predictions = 0;
    for (uint32_t i = 0; i < block->examples; i++) {
        uint32_t length = block->lengths[i];
        uint32_t masked = block->masked[i];
        if (length == 0 || length > reader->max_length || block->first_lengths[i] > length ||
            masked > reader->max_masked || block->next_is_random[i] > 1 ||
            predictions + masked > counts->predictions ||
            !positions_are_sound(block->positions + predictions, masked, length))
            return false;
        tokens += length;
        predictions += masked;
    }
    return tokens == counts->tokens && predictions == counts->predictions;
}

enum status example_stream_reader_block(struct example_stream_reader *reader,
                                        const struct shard_record *record,
                                        struct example_block *block, struct error *error) {
    struct record_reader *records = &reader->stream.records;
    struct counts counts;
    const char *fault = find_columns(block, &counts, reader->id_bytes, record->payload);
    if (fault != NULL)
        return record_reader_corrupt(records, error, fault);
    if (!examples_are_sound(reader, block, &counts))
        return record_reader_corrupt(records, error, "an example that makes no sense");
    if (!column_below(block->ids, counts.tokens, reader->id_bytes, reader->vocabulary_size) ||
        !column_below(block->labels, counts.predictions, reader->id_bytes, reader->vocabulary_size))
        return record_reader_corrupt(records, error, "an id beyond the vocabulary");
    reader->stream.counted.units += counts.examples;
    reader->stream.counted.parts += counts.predictions;
    reader->stream.counted.tokens += counts.tokens;
    return STATUS_OK;
}
