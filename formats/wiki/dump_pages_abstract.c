/* Pages of a feed of abstracts: see dump_reader.h. */
#include "formats/wiki/dump_pages.h"
#include "formats/wiki/xml_scanner.h"

struct feed_reading {
    struct dump_reader *reader;
    struct xml_scanner scanner;
    size_t depth;
    size_t begin;        /* of the current document */
    struct view current; /* the element below it */
    struct view title, text;
    struct error *error;
};

static bool is(struct view name, const char *string) {
    size_t size = strlen(string);
    return name.size == size && memcmp(name.data, string, size) == 0;
}

static enum status malformed(struct feed_reading *reading, size_t at, const char *why) {
    return dump_pages_malformed(reading->reader, at, why, reading->error);
}

static enum status undo(struct feed_reading *reading, struct buffer *buffer, struct view raw) {
    const char *why = NULL;
    size_t at = 0;
    buffer_clear(buffer);
    enum status status = xml_text_append(buffer, &why, &at, raw, reading->error);
    if (status != STATUS_CORRUPT)
        return status;
    return malformed(reading, (size_t)(raw.data - reading->scanner.data.data) + at, why);
}

/* "Wikipedia: Moon" is called "Moon". */
static struct view without_site(struct view title) {
    const unsigned char *colon = title.size == 0 ? NULL : memmem(title.data, title.size, ": ", 2);
    if (colon == NULL)
        return title;
    size_t size = (size_t)(colon - title.data) + 2;
    struct view rest = dump_pages_trim((struct view){title.data + size, title.size - size});
    return rest.size == 0 ? title : rest;
}

static enum status give_page(struct feed_reading *reading) {
    struct dump_reader *reader = reading->reader;
    enum status status = undo(reading, &reader->title, reading->title);
    if (status == STATUS_OK)
        status = undo(reading, &reader->text, reading->text);
    if (status != STATUS_OK)
        return status;
    struct wiki_page page = {
        .title = without_site(dump_pages_trim(buffer_view(&reader->title))),
        .text = dump_pages_trim(buffer_view(&reader->text)),
        .content = WIKI_CONTENT_PLAIN,
        .position = reader->batch->position + reading->begin,
    };
    return dump_pages_give(reader, &page, reading->error);
}

static enum status on_start(struct feed_reading *reading, bool empty) {
    struct view name = reading->scanner.name;
    if (reading->depth == 0) {
        if (!is(name, "doc"))
            return malformed(reading, reading->scanner.token_at, "an element that is no document");
        reading->begin = reading->scanner.token_at;
        reading->title = reading->text = (struct view){NULL, 0};
    } else if (reading->depth == 1) {
        reading->current = name;
    }
    reading->depth += !empty;
    return STATUS_OK;
}

static enum status on_end(struct feed_reading *reading) {
    struct view name = reading->scanner.name;
    bool right = reading->depth == 1 ? is(name, "doc")
                 : reading->depth == 2
                     ? name.size == reading->current.size &&
                           memcmp(name.data, reading->current.data, name.size) == 0
                     : reading->depth > 0;
    if (!right)
        return malformed(reading, reading->scanner.token_at,
                         "an end tag that ends no element, or another one");
    reading->depth--;
    return reading->depth == 0 ? give_page(reading) : STATUS_OK;
}

static void on_text(struct feed_reading *reading) {
    if (reading->depth != 2)
        return;
    if (is(reading->current, "title"))
        reading->title = reading->scanner.text;
    else if (is(reading->current, "abstract"))
        reading->text = reading->scanner.text;
}

enum status dump_pages_abstract(struct dump_reader *reader, struct view text, struct error *error) {
    struct feed_reading reading = {.reader = reader, .error = error};
    struct xml_scanner *scanner = &reading.scanner;
    xml_scanner_init(scanner, text);
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        switch (xml_scanner_next(scanner)) {
        case XML_TOKEN_NOTHING:
            return reading.depth == 0 ? STATUS_OK
                                      : malformed(&reading, text.size, "a document does not end");
        case XML_TOKEN_START:
            status = on_start(&reading, false);
            break;
        case XML_TOKEN_EMPTY:
            status = on_start(&reading, true);
            break;
        case XML_TOKEN_END:
            status = on_end(&reading);
            break;
        case XML_TOKEN_TEXT:
            on_text(&reading);
            break;
        case XML_TOKEN_BAD:
            return malformed(&reading, scanner->token_at, scanner->why);
        }
    }
    return status;
}
