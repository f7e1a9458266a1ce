#include "formats/wiki/dump_reader.h"
#include "formats/wiki/text_view.h"

#include <stdio.h>

#include "formats/wiki/dump_pages.h"
#include "formats/wiki/utf8_check.h"

void dump_reader_init(struct dump_reader *reader, const struct wiki_site *site,
                      const struct dump_wanted *wanted, const char *name) {
    *reader = (struct dump_reader){.site = site, .name = name, .wanted = *wanted};
}

void dump_reader_release(struct dump_reader *reader) {
    buffer_release(&reader->title);
    buffer_release(&reader->text);
    buffer_release(&reader->timestamp);
    buffer_release(&reader->redirect);
    buffer_release(&reader->normal);
    buffer_release(&reader->index);
    buffer_release(&reader->last_title);
}

bool dump_pages_wants(const struct dump_reader *reader, int namespace_number) {
    const struct dump_wanted *wanted = &reader->wanted;
    for (size_t i = 0; i < wanted->namespace_count && !wanted->every_namespace; i++) {
        if (wanted->namespaces[i] == namespace_number)
            return true;
    }
    return wanted->every_namespace;
}

enum status dump_pages_give(struct dump_reader *reader, const struct wiki_page *page,
                            struct error *error) {
    struct dump_counts *counts = &reader->counts;
    const struct dump_wanted *wanted = &reader->wanted;
    buffer_clear(&reader->last_title);
    enum status status =
        buffer_append(&reader->last_title, page->title.data, page->title.size, error);
    if (status != STATUS_OK)
        return status;
    counts->pages++;
    uint64_t *why = !dump_pages_wants(reader, page->namespace_number) ? &counts->other_namespace
                    : page->is_redirect && !wanted->redirects         ? &counts->redirects
                    : page->content == WIKI_CONTENT_OTHER && !wanted->other_content
                        ? &counts->other_content
                    : page->text.size == 0 && !wanted->empty ? &counts->empty
                                                             : NULL;
    if (why != NULL) {
        ++*why;
        return STATUS_OK;
    }
    counts->given++;
    return reader->take(reader->context, page, error);
}

enum status dump_pages_fail(const struct dump_reader *reader, enum status status, size_t at,
                            const char *what, struct error *error) {
    const struct buffer *last =
        reader->last_title.size > 0 ? &reader->last_title : &reader->batch->title_before;
    unsigned long long byte = reader->batch->position + at;
    if (last->size == 0)
        return error_set(error, status, "'%s' %s at byte %llu of its text, in its first page",
                         reader->name, what, byte);
    return error_set(error, status,
                     "'%s' %s at byte %llu of its text; the last whole page is '%.*s'",
                     reader->name, what, byte, (int)(last->size < 300 ? last->size : 300),
                     (const char *)last->data);
}

enum status dump_pages_malformed(const struct dump_reader *reader, size_t at, const char *why,
                                 struct error *error) {
    char what[256];
    snprintf(what, sizeof what, "is malformed (%s)", why);
    return dump_pages_fail(reader, STATUS_CORRUPT, at, what, error);
}

uint64_t dump_pages_number(struct view text) {
    text = text_view_trim(text);
    uint64_t number = 0;
    for (size_t i = 0; i < text.size; i++) {
        unsigned digit = text.data[i] - (unsigned)'0';
        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return 0;
        number = number * 10 + digit;
    }
    return number;
}

/* CR LF and CR become LF, as XML has it; most dumps have none, and then nothing is copied. */
static enum status normalize_lines(struct dump_reader *reader, struct view *text,
                                   struct error *error) {
    if (memchr(text->data, '\r', text->size) == NULL)
        return STATUS_OK;
    struct buffer *normal = &reader->normal;
    buffer_clear(normal);
    enum status status = buffer_reserve(normal, text->size, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < text->size; i++) {
        unsigned char byte = text->data[i];
        if (byte == '\r' && i + 1 < text->size && text->data[i + 1] == '\n')
            continue;
        normal->data[normal->size++] = byte == '\r' ? '\n' : byte;
    }
    *text = buffer_view(normal);
    return STATUS_OK;
}

/* The batch up to the first byte that is no text. */
static enum status read_text(struct dump_reader *reader, struct view text, struct error *error) {
    switch (reader->batch->format) {
    case DUMP_FORMAT_EXPORT:
        return dump_pages_export(reader, text, error);
    case DUMP_FORMAT_ABSTRACT:
        return dump_pages_abstract(reader, text, error);
    case DUMP_FORMAT_CIRRUS:
    case DUMP_FORMAT_JSON_LINES:
        return dump_pages_json(reader, text, error);
    case DUMP_FORMAT_DOCUMENTS:
        break;
    }
    return dump_pages_documents(reader, text, error);
}

enum status dump_reader_read(struct dump_reader *reader, const struct dump_batch *batch,
                             dump_page_function *take, void *context, struct error *error) {
    reader->batch = batch;
    reader->take = take;
    reader->context = context;
    buffer_clear(&reader->last_title);
    struct view text = buffer_view(&batch->bytes);
    if (text.size == 0)
        return STATUS_OK;
    size_t wrong = utf8_check(text);
    if (wrong < text.size) {
        /* Whole pages before it are given: the page it stands in will be found cut. */
        text.size = wrong;
        enum status status = wrong == 0 ? STATUS_OK : read_text(reader, text, error);
        if (status != STATUS_OK && status != STATUS_CORRUPT && status != STATUS_CUT_SHORT)
            return status;
        return dump_pages_malformed(reader, wrong,
                                    "a byte that is no UTF-8, or a control character", error);
    }
    enum status status = normalize_lines(reader, &text, error);
    return status == STATUS_OK ? read_text(reader, text, error) : status;
}
