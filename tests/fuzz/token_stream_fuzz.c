/*
 * The reader of token streams. What it takes is written again, and read again it is the same.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "formats/stream/token_stream_writer.h"
#include "tests/fuzz/fuzz_stream.h"
#include "tests/unit/token_reading.h"

static unsigned id_bytes;

/* Documents of a few sentences each, after the input's bytes; ids may be beyond the vocabulary. */
static void add_documents(struct fuzz_stream *stream, struct fuzz_input *input) {
    struct buffer payload = BUFFER_INIT, sentences = BUFFER_INIT, ids = BUFFER_INIT;
    uint32_t flags = fuzz_number(input, 1) % 4;
    uint32_t documents = fuzz_number(input, 1) % 4 + 1;
    uint32_t sentence_count = 0, token_count = 0;
    stream_numbers(&payload, 4, 2, (uint64_t[]){flags, documents});
    struct buffer counts = BUFFER_INIT;
    for (uint32_t i = 0; i < documents; i++) {
        uint32_t count = fuzz_number(input, 1) % 4 + 1;
        stream_number(&counts, count, 4);
        sentence_count += count;
        for (; count > 0; count--) {
            uint32_t tokens = fuzz_number(input, 1) % 8 + 1;
            stream_number(&sentences, tokens, 4);
            token_count += tokens;
            for (; tokens > 0; tokens--)
                stream_number(&ids, fuzz_number(input, 1), id_bytes);
        }
    }
    stream_numbers(&payload, 4, 2, (uint64_t[]){sentence_count, token_count});
    stream_raw(&payload, counts.data, counts.size);
    stream_raw(&payload, sentences.data, sentences.size);
    stream_raw(&payload, ids.data, ids.size);
    stream_block_of(&stream->bytes, stream->sequence++, "DOCS", &payload);
    stream->shard.units += documents - (flags & 1);
    stream->shard.parts += sentence_count - (flags >> 1);
    stream->shard.tokens += token_count;
    buffer_release(&counts);
    buffer_release(&ids);
    buffer_release(&sentences);
    buffer_release(&payload);
}

static void require(enum status status) {
    if (status != STATUS_OK)
        abort();
}

/* Hands a block on to the writer; what may go on in the next block is left open. */
static void write_block(struct token_stream_writer *writer, const struct token_block *block,
                        struct error *error) {
    size_t sentence = 0, token = 0;
    for (uint32_t i = 0; i < block->documents; i++) {
        if (i > 0 || !block->first_document_continues)
            require(token_stream_writer_end_document(writer, 0, error));
        for (uint32_t left = block->document_sentences[i]; left > 0; left--, sentence++) {
            if (sentence > 0 || !block->first_sentence_continues)
                require(token_stream_writer_end_sentence(writer, error));
            for (uint32_t j = 0; j < block->sentence_tokens[sentence]; j++) {
                uint32_t id = token_block_id(block->ids, id_bytes, token++);
                require(token_stream_writer_ids(writer, &id, 1, error));
            }
        }
    }
}

static void write_again(struct view stream, struct byte_sink *sink) {
    struct error error;
    struct byte_source source;
    struct token_stream_reader reader;
    struct token_stream_writer writer;
    struct shard_record record;
    struct token_block block;
    byte_source_from_memory(&source, stream, "stream");
    token_stream_reader_init(&reader, &source);
    token_stream_reader_set_ids(&reader, id_bytes, 200);
    token_stream_writer_init(&writer, sink, id_bytes);
    require(shard_stream_reader_begin(&reader.stream, &error));
    require(
        shard_stream_writer_begin(&writer.stream, buffer_view(&reader.stream.provenance), &error));
    while (shard_stream_reader_next(&reader.stream, &record, &error) == STATUS_OK) {
        if (record.kind == SHARD_RECORD_BEGIN)
            require(
                shard_stream_writer_shard(&writer.stream, record.name, record.input_size, &error));
        if (record.kind == SHARD_RECORD_END)
            require(token_stream_writer_end_shard(&writer, &error));
        if (record.kind == SHARD_RECORD_CONTENT) {
            require(token_stream_reader_block(&reader, &record, &block, &error));
            write_block(&writer, &block, &error);
        }
    }
    require(shard_stream_writer_end(&writer.stream, &error));
    token_stream_writer_release(&writer);
    token_stream_reader_release(&reader);
}

static void check(struct view stream) {
    struct token_reading reading = {.id_bytes = id_bytes, .vocabulary_size = 200};
    struct token_reading again = reading;
    if (token_reading_of(&reading, stream) == STATUS_END) {
        struct buffer bytes = BUFFER_INIT;
        struct byte_sink sink;
        byte_sink_to_memory(&sink, &bytes, "memory");
        write_again(stream, &sink);
        if (token_reading_of(&again, buffer_view(&bytes)) != STATUS_END ||
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
    struct fuzz_stream stream = {.bytes = BUFFER_INIT, .kind = 1};
    uint32_t first = fuzz_number(&input, 1);
    id_bytes = (first & 1) != 0 ? 4 : 2;
    if ((first & 2) != 0) {
        check((struct view){input.data, input.size});
        return 0;
    }
    fuzz_stream_begin(&stream);
    while (input.size > 0)
        fuzz_stream_step(&stream, &input, add_documents);
    check(buffer_view(&stream.bytes));
    buffer_release(&stream.bytes);
    return 0;
}
