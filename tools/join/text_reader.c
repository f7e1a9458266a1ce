#include "tools/join/text_reader.h"

#include <string.h>

#include "tools/join/cancel_line.h"

void text_reader_init(struct text_reader *reader, struct byte_source *source, text_reader_cut *cut,
                      void *cut_context) {
    *reader = (struct text_reader){.source = source, .cut = cut, .cut_context = cut_context};
}

void text_reader_release(struct text_reader *reader) {
    buffer_release(&reader->kept);
    buffer_release(&reader->sentence);
}

/* Reads until the batch is full or the source ends. */
static enum status fill(struct text_reader *reader, struct buffer *batch, struct error *error) {
    if (reader->ended)
        return STATUS_OK;
    enum status status = buffer_reserve(batch, TEXT_READER_BATCH - batch->size, error);
    size_t got = 0;
    if (status == STATUS_OK)
        status = byte_source_read_full(reader->source, batch->data + batch->size,
                                       TEXT_READER_BATCH - batch->size, &got, error);
    batch->size += got;
    reader->ended = batch->size < TEXT_READER_BATCH;
    return status;
}

/* Takes the sentence of the CANCEL line that begins at `at`, and ends the batch before it. */
static enum status take_sentence(struct text_reader *reader, struct buffer *batch, size_t at,
                                 struct error *error) {
    struct buffer *sentence = &reader->sentence;
    size_t size = batch->size - at - 1;
    if (size > CANCEL_LINE_SENTENCE)
        size = CANCEL_LINE_SENTENCE;
    enum status status = buffer_append(sentence, batch->data + at + 1, size, error);
    if (status == STATUS_OK)
        status = buffer_reserve(sentence, CANCEL_LINE_SENTENCE - size, error);
    /* The rest of the line, if the batch was too short for it; nothing else is read any more. */
    if (status == STATUS_OK && !reader->ended) {
        size_t got = 0;
        status = byte_source_read_full(reader->source, sentence->data + size,
                                       CANCEL_LINE_SENTENCE - size, &got, error);
        sentence->size += got;
    }
    batch->size = at;
    reader->cancelled = reader->ended = true;
    return status;
}

static size_t cut_anywhere(struct view text) {
    const unsigned char *space = memrchr(text.data, ' ', text.size);
    if (space != NULL && space > text.data)
        return (size_t)(space - text.data) + 1;
    size_t at = text.size - 1;
    while (at > 1 && text.size - at < 4 && (text.data[at] & 0xC0) == 0x80)
        at--;
    return at > 0 ? at : text.size;
}

/* Where the batch is to end, which is full and not the last. */
static size_t choose_end(struct text_reader *reader, struct view text) {
    const unsigned char *end = memrchr(text.data, '\n', text.size);
    if (end == NULL) /* a CR that is the last byte may be half of a CR LF */
        end = memrchr(text.data, '\r', text.size - 1);
    reader->inside_line = end == NULL;
    if (end != NULL)
        return (size_t)(end - text.data) + 1;
    return reader->cut == NULL ? cut_anywhere(text) : reader->cut(reader->cut_context, text);
}

enum status text_reader_next(struct text_reader *reader, struct buffer *batch,
                             struct error *error) {
    bool at_line_start = !reader->inside_line;
    buffer_clear(batch);
    enum status status = buffer_append(batch, reader->kept.data, reader->kept.size, error);
    buffer_clear(&reader->kept);
    if (status == STATUS_OK)
        status = fill(reader, batch, error);
    if (status != STATUS_OK)
        return status;
    size_t cancel =
        reader->cancelled ? batch->size : cancel_line_find(buffer_view(batch), at_line_start);
    if (cancel < batch->size)
        status = take_sentence(reader, batch, cancel, error);
    reader->inside_line = false;
    if (status == STATUS_OK && !reader->ended) {
        size_t end = choose_end(reader, buffer_view(batch));
        status = buffer_append(&reader->kept, batch->data + end, batch->size - end, error);
        batch->size = end;
    }
    if (status == STATUS_OK && batch->size == 0)
        return STATUS_END;
    return status;
}
