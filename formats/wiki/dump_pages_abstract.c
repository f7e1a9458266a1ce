/* Pages of a feed of abstracts: see dump_reader.h. */
#include "formats/wiki/dump_elements.h"
#include "formats/wiki/text_view.h"

struct feed_reading {
    struct dump_elements elements;
    size_t begin;            /* of the current document */
    struct view title, text; /* raw */
};

/* "Wikipedia: Moon" is called "Moon". */
static struct view without_site(struct view title) {
    const unsigned char *colon = title.size == 0 ? NULL : memmem(title.data, title.size, ": ", 2);
    if (colon == NULL)
        return title;
    size_t size = (size_t)(colon - title.data) + 2;
    struct view rest = text_view_trim((struct view){title.data + size, title.size - size});
    return rest.size == 0 ? title : rest;
}

static enum status give_page(void *context) {
    const struct feed_reading *reading = context;
    const struct dump_elements *elements = &reading->elements;
    struct dump_reader *reader = elements->reader;
    struct wiki_page page = {.content = WIKI_CONTENT_PLAIN,
                             .position = reader->batch->position + reading->begin};
    enum status status = dump_elements_undo(elements, &page.title, &reader->title, reading->title);
    if (status == STATUS_OK)
        status = dump_elements_undo(elements, &page.text, &reader->text, reading->text);
    if (status != STATUS_OK)
        return status;
    page.title = without_site(text_view_trim(page.title));
    page.text = text_view_trim(page.text);
    return dump_pages_give(reader, &page, elements->error);
}

static enum status on_start(void *context, struct view name, bool empty) {
    struct feed_reading *reading = context;
    (void)empty;
    if (reading->elements.depth > 0)
        return STATUS_OK;
    if (!text_view_is(name, "doc"))
        return dump_elements_malformed(&reading->elements, "an element that is no document");
    reading->begin = reading->elements.scanner.token_at;
    reading->title = reading->text = (struct view){NULL, 0};
    return STATUS_OK;
}

static void on_text(void *context, struct view raw) {
    struct feed_reading *reading = context;
    const struct dump_elements *elements = &reading->elements;
    if (elements->depth != 2)
        return;
    if (text_view_is(elements->names[1], "title"))
        reading->title = raw;
    else if (text_view_is(elements->names[1], "abstract"))
        reading->text = raw;
}

enum status dump_pages_abstract(struct dump_reader *reader, struct view text, struct error *error) {
    static const struct dump_elements_visitor VISITOR = {on_start, on_text, give_page,
                                                         "a document does not end"};
    struct feed_reading reading = {.begin = 0};
    return dump_elements_walk(&reading.elements, reader, text, &VISITOR, &reading, error);
}
