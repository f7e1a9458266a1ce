#include "tools/join/token_output.h"

#include "tools/join/stream_failure.h"

static bool is_stream(const struct token_output *output) {
    return token_form_is_stream(output->form);
}

void token_output_init(struct token_output *output, enum token_form form, struct byte_sink *sink) {
    *output = (struct token_output){.form = form, .sink = sink};
    token_stream_writer_init(&output->stream, sink, form == TOKEN_FORM_IDS_4 ? 4 : 2);
}

void token_output_release(struct token_output *output) {
    token_stream_writer_release(&output->stream);
}

enum status token_output_begin(struct token_output *output, struct view provenance,
                               struct error *error) {
    if (!is_stream(output))
        return STATUS_OK;
    return shard_stream_writer_begin(&output->stream.stream, provenance, error);
}

enum status token_output_shard(struct token_output *output, const char *name, uint64_t input_size,
                               struct error *error) {
    if (!is_stream(output))
        return STATUS_OK;
    return shard_stream_writer_shard(&output->stream.stream, name, input_size, error);
}

enum status token_output_sentences(struct token_output *output, const unsigned char *ids,
                                   const uint32_t *lengths, size_t count, bool last_ends,
                                   struct error *error) {
    if (!is_stream(output))
        return STATUS_OK;
    return token_stream_writer_sentences(&output->stream, ids, lengths, count, last_ends, error);
}

enum status token_output_text(struct token_output *output, struct view text, bool begins_document,
                              struct error *error) {
    if (is_stream(output))
        return STATUS_OK;
    enum status status = STATUS_OK;
    if (begins_document && output->between_documents)
        status = byte_sink_write(output->sink, "\n", 1, error);
    output->between_documents = false;
    return status == STATUS_OK ? byte_sink_write(output->sink, text.data, text.size, error)
                               : status;
}

enum status token_output_end_document(struct token_output *output, uint64_t input_bytes,
                                      struct error *error) {
    if (is_stream(output))
        return token_stream_writer_end_document(&output->stream, input_bytes, error);
    output->between_documents = true;
    return STATUS_OK;
}

enum status token_output_end_shard(struct token_output *output, struct error *error) {
    if (is_stream(output))
        return token_stream_writer_end_shard(&output->stream, error);
    return STATUS_OK;
}

enum status token_output_flush(struct token_output *output, struct error *error) {
    return byte_sink_flush(output->sink, error);
}

enum status token_output_end(struct token_output *output, struct error *error) {
    if (is_stream(output))
        return shard_stream_writer_end(&output->stream.stream, error);
    return byte_sink_flush(output->sink, error);
}

void token_output_fail(struct token_output *output, const char *tool, enum status status,
                       const struct error *error) {
    struct error ignored;
    if (is_stream(output))
        stream_failure_pass_on(&output->stream.stream, tool, status, error);
    else if (byte_sink_flush(output->sink, &ignored) != STATUS_OK)
        return;
}
