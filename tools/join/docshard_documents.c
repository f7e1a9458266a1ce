#include "tools/join/docshard_documents.h"

#include <string.h>

#include "tokenizer/text/sentence_class.h"
#include "tokenizer/text/utf8.h"
#include "tools/join/cancel_line.h"
#include "tools/join/text_reader.h"

void docshard_documents_init(struct docshard_documents *documents, docshard_take_function *take,
                             void *context) {
    *documents = (struct docshard_documents){.take = take, .context = context};
}

void docshard_documents_release(struct docshard_documents *documents) {
    buffer_release(&documents->document);
}

/* White space as the tokenizer takes it: Unicode's, and the four separators of ASCII. */
static bool is_white(uint32_t code_point) {
    if (code_point >= 0x1C && code_point <= 0x1F)
        return true;
    if (code_point >= CODE_POINT_END)
        return false;
    switch (sentence_class_of(sentence_value(sentence_table_root(), code_point))) {
    case SENTENCE_SP:
    case SENTENCE_SEP:
    case SENTENCE_CR:
    case SENTENCE_LF:
        return true;
    default:
        return false;
    }
}

static bool is_blank(struct view line) {
    for (size_t at = 0; at < line.size;) {
        uint32_t code_point;
        size_t length = utf8_decode(line.data + at, line.size - at, &code_point);
        if (length == 0 || !is_white(code_point))
            return false;
        at += length;
    }
    return true;
}

static enum status end_document(struct docshard_documents *documents, struct error *error) {
    enum status status = STATUS_OK;
    if (documents->sentences > 0)
        status = documents->take(documents->context, buffer_view(&documents->document),
                                 documents->sentences, error);
    buffer_clear(&documents->document);
    documents->sentences = 0;
    documents->line_start = 0;
    return status;
}

static enum status append(struct docshard_documents *documents, struct view bytes,
                          struct error *error) {
    if (documents->document.size + bytes.size > DOCSHARD_DOCUMENT_LIMIT)
        return error_set(error, STATUS_CORRUPT,
                         "the document of '%s' that begins in line %llu has more than %zu MiB; "
                         "documents are parted by empty lines",
                         documents->name, (unsigned long long)documents->document_start,
                         DOCSHARD_DOCUMENT_LIMIT / 1024 / 1024);
    return buffer_append(&documents->document, bytes.data, bytes.size, error);
}

static enum status end_line(struct docshard_documents *documents, struct error *error) {
    struct buffer *document = &documents->document;
    struct view line = {document->data + documents->line_start,
                        document->size - documents->line_start};
    documents->lines++;
    if (is_blank(line)) {
        document->size = documents->line_start;
        return end_document(documents, error);
    }
    documents->sentences++;
    enum status status = append(documents, view_of_string("\n"), error);
    documents->line_start = document->size;
    return status;
}

/* Takes part of a line, and ends the line or not. */
static enum status take_line(struct docshard_documents *documents, struct view bytes, bool ends,
                             struct error *error) {
    if (documents->document.size == 0)
        documents->document_start = documents->lines + 1;
    enum status status = append(documents, bytes, error);
    return status == STATUS_OK && ends ? end_line(documents, error) : status;
}

static enum status take_batch(struct docshard_documents *documents, struct view text,
                              struct error *error) {
    const unsigned char *line_feed = NULL;
    const unsigned char *at = text.data;
    const unsigned char *end = text.data + text.size;
    enum status status = STATUS_OK;
    while (at < end && status == STATUS_OK) {
        if (line_feed == NULL || line_feed < at)
            line_feed = memchr(at, '\n', (size_t)(end - at));
        if (line_feed == NULL)
            line_feed = end; /* there is none */
        const unsigned char *stop = memchr(at, '\r', (size_t)(line_feed - at));
        if (stop == NULL)
            stop = line_feed;
        status = take_line(documents, (struct view){at, (size_t)(stop - at)}, stop < end, error);
        bool pair = stop + 1 < end && stop[0] == '\r' && stop[1] == '\n';
        at = stop == end ? end : stop + 1 + pair;
    }
    return status;
}

static enum status end_file(struct docshard_documents *documents, const struct text_reader *reader,
                            struct error *error) {
    if (reader->cancelled)
        return cancel_line_error(documents->name, documents->lines + 1,
                                 buffer_view(&reader->sentence), error);
    enum status status = STATUS_OK;
    if (documents->document.size > documents->line_start)
        status = end_line(documents, error);
    return status == STATUS_OK ? end_document(documents, error) : status;
}

enum status docshard_documents_read(struct docshard_documents *documents,
                                    struct byte_source *source,
                                    docshard_progress_function *progress, struct error *error) {
    struct text_reader reader;
    struct buffer batch = BUFFER_INIT;
    text_reader_init(&reader, source, NULL, NULL);
    documents->name = source->name;
    documents->lines = 0;
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        status = text_reader_next(&reader, &batch, error);
        if (status == STATUS_OK)
            status = take_batch(documents, buffer_view(&batch), error);
        progress(documents->context, source->position);
    }
    if (status == STATUS_END)
        status = end_file(documents, &reader, error);
    buffer_release(&batch);
    text_reader_release(&reader);
    return status;
}
