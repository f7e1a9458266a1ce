#include "tools/join/token_output.h"

#include "tools/join/stream_failure.h"

void token_output_init(struct token_output *output, enum token_output_kind kind,
                       struct byte_sink *sink, const struct vocabulary *vocabulary,
                       unsigned id_bytes) {
    *output = (struct token_output){
        .kind = kind, .sink = sink, .vocabulary = vocabulary, .line = BUFFER_INIT};
    token_stream_writer_init(&output->stream, sink, id_bytes);
}

void token_output_release(struct token_output *output) {
    token_stream_writer_release(&output->stream);
    buffer_release(&output->line);
}

enum status token_output_begin(struct token_output *output, struct view provenance,
                               struct error *error) {
    if (output->kind != TOKEN_OUTPUT_STREAM)
        return STATUS_OK;
    return shard_stream_writer_begin(&output->stream.stream, provenance, error);
}

enum status token_output_shard(struct token_output *output, const char *name, uint64_t input_size,
                               struct error *error) {
    if (output->kind != TOKEN_OUTPUT_STREAM)
        return STATUS_OK;
    return shard_stream_writer_shard(&output->stream.stream, name, input_size, error);
}

/* The decimal digits of an id, behind `text + 10`'s end; returns where they begin. */
static char *digits_of(uint32_t id, char text[10]) {
    char *at = text + 10;
    do
        *--at = (char)('0' + id % 10);
    while ((id /= 10) != 0);
    return at;
}

static enum status write_token(struct token_output *output, uint32_t id, struct error *error) {
    char digits[10];
    struct view text;
    if (output->kind == TOKEN_OUTPUT_IDS) {
        const char *first = digits_of(id, digits);
        text = (struct view){(const unsigned char *)first, (size_t)(digits + 10 - first)};
    } else {
        text = vocabulary_token(output->vocabulary, id);
    }
    enum status status = STATUS_OK;
    if (output->in_sentence)
        status = buffer_append(&output->line, " ", 1, error);
    else if (output->between_documents)
        status = buffer_append(&output->line, "\n", 1, error);
    output->in_sentence = true;
    output->between_documents = false;
    return status == STATUS_OK ? buffer_append(&output->line, text.data, text.size, error) : status;
}

/* Hands on what has gathered: memory does not grow with a line. */
static enum status write_line(struct token_output *output, struct error *error) {
    enum status status = byte_sink_write(output->sink, output->line.data, output->line.size, error);
    buffer_clear(&output->line);
    return status;
}

enum status token_output_ids(struct token_output *output, const uint32_t *ids, size_t count,
                             struct error *error) {
    if (output->kind == TOKEN_OUTPUT_STREAM)
        return token_stream_writer_ids(&output->stream, ids, count, error);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = write_token(output, ids[i], error);
    return status == STATUS_OK ? write_line(output, error) : status;
}

enum status token_output_end_sentence(struct token_output *output, struct error *error) {
    if (output->kind == TOKEN_OUTPUT_STREAM)
        return token_stream_writer_end_sentence(&output->stream, error);
    if (!output->in_sentence)
        return STATUS_OK;
    output->in_sentence = false;
    return byte_sink_write(output->sink, "\n", 1, error);
}

enum status token_output_end_document(struct token_output *output, uint64_t input_bytes,
                                      struct error *error) {
    if (output->kind == TOKEN_OUTPUT_STREAM)
        return token_stream_writer_end_document(&output->stream, input_bytes, error);
    output->between_documents = true;
    return STATUS_OK;
}

enum status token_output_end_shard(struct token_output *output, struct error *error) {
    if (output->kind == TOKEN_OUTPUT_STREAM)
        return token_stream_writer_end_shard(&output->stream, error);
    return STATUS_OK;
}

enum status token_output_end(struct token_output *output, struct error *error) {
    if (output->kind == TOKEN_OUTPUT_STREAM)
        return shard_stream_writer_end(&output->stream.stream, error);
    return byte_sink_flush(output->sink, error);
}

void token_output_fail(struct token_output *output, const char *tool, enum status status,
                       const struct error *error) {
    struct error ignored;
    if (output->kind == TOKEN_OUTPUT_STREAM)
        stream_failure_pass_on(&output->stream.stream, tool, status, error);
    else if (byte_sink_flush(output->sink, &ignored) != STATUS_OK)
        return;
}
