#include "formats/wiki/dump_elements.h"

enum status dump_elements_malformed(const struct dump_elements *elements, const char *why) {
    return dump_pages_malformed(elements->reader, elements->scanner.token_at, why, elements->error);
}

enum status dump_elements_undo(const struct dump_elements *elements, struct view *text,
                               struct buffer *buffer, struct view raw) {
    *text = raw;
    if (raw.size == 0 ||
        (memchr(raw.data, '&', raw.size) == NULL && memchr(raw.data, '<', raw.size) == NULL))
        return STATUS_OK;
    const char *why = NULL;
    size_t at = 0;
    buffer_clear(buffer);
    enum status status = xml_text_append(buffer, &why, &at, raw, elements->error);
    *text = buffer_view(buffer);
    if (status != STATUS_CORRUPT)
        return status;
    at += (size_t)(raw.data - elements->scanner.data.data);
    return dump_pages_malformed(elements->reader, at, why, elements->error);
}

static enum status begin(struct dump_elements *elements,
                         const struct dump_elements_visitor *visitor, void *context, bool empty) {
    struct view name = elements->scanner.name;
    enum status status = visitor->start(context, name, empty);
    if (status != STATUS_OK || empty)
        return status;
    if (elements->depth == DUMP_ELEMENTS_DEEPEST)
        return dump_elements_malformed(elements, "elements nested too deep");
    elements->names[elements->depth++] = name;
    return STATUS_OK;
}

static enum status end(struct dump_elements *elements, const struct dump_elements_visitor *visitor,
                       void *context) {
    struct view name = elements->scanner.name;
    struct view open = elements->depth == 0 ? name : elements->names[elements->depth - 1];
    if (elements->depth == 0 || name.size != open.size ||
        memcmp(name.data, open.data, name.size) != 0)
        return dump_elements_malformed(elements, "an end tag that ends no element, or another one");
    elements->depth--;
    return elements->depth == 0 ? visitor->page(context) : STATUS_OK;
}

enum status dump_elements_walk(struct dump_elements *elements, struct dump_reader *reader,
                               struct view text, const struct dump_elements_visitor *visitor,
                               void *context, struct error *error) {
    elements->reader = reader;
    elements->error = error;
    elements->depth = 0;
    xml_scanner_init(&elements->scanner, text);
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        switch (xml_scanner_next(&elements->scanner)) {
        case XML_TOKEN_NOTHING:
            return elements->depth == 0
                       ? STATUS_OK
                       : dump_pages_malformed(reader, text.size, visitor->unfinished, error);
        case XML_TOKEN_START:
            status = begin(elements, visitor, context, false);
            break;
        case XML_TOKEN_EMPTY:
            status = begin(elements, visitor, context, true);
            break;
        case XML_TOKEN_END:
            status = end(elements, visitor, context);
            break;
        case XML_TOKEN_TEXT:
            visitor->text(context, elements->scanner.text);
            break;
        case XML_TOKEN_BAD:
            return dump_elements_malformed(elements, elements->scanner.why);
        }
    }
    return status;
}
