/* Pages of MediaWiki's export: see dump_reader.h. */
#include "formats/wiki/dump_pages.h"
#include "formats/wiki/xml_scanner.h"

/* Elements deeper than any schema nests them are malformed. */
#define DEEPEST 32

/* The raw parts of a page, which are looked into only when the page is wanted. */
struct raw_page {
    size_t begin;
    struct view title, space, id;
    bool has_redirect;
    struct view redirect;
    struct view revision, timestamp, model, format, text;
};

/* What the innermost element is, and so what may stand in it. */
enum place { PLACE_BATCH, PLACE_PAGE, PLACE_REVISION, PLACE_OTHER };

struct export_reading {
    struct dump_reader *reader;
    struct xml_scanner scanner;
    struct view names[DEEPEST]; /* of the open elements */
    size_t depth;
    struct raw_page page;
    struct error *error;
};

static bool is(struct view name, const char *string) {
    size_t size = strlen(string);
    return name.size == size && memcmp(name.data, string, size) == 0;
}

static enum place place_of(const struct export_reading *reading) {
    return reading->depth == 0                                        ? PLACE_BATCH
           : reading->depth == 1                                      ? PLACE_PAGE
           : reading->depth == 2 && is(reading->names[1], "revision") ? PLACE_REVISION
                                                                      : PLACE_OTHER;
}

static enum status malformed(struct export_reading *reading, size_t at, const char *why) {
    return dump_pages_malformed(reading->reader, at, why, reading->error);
}

/* Where the text of an element goes; NULL for what nobody asks for. */
static struct view *target_of(struct export_reading *reading, struct view name) {
    struct raw_page *page = &reading->page;
    enum place place = place_of(reading);
    if (place == PLACE_PAGE)
        return is(name, "title") ? &page->title
               : is(name, "ns")  ? &page->space
               : is(name, "id")  ? &page->id
                                 : NULL;
    if (place != PLACE_REVISION)
        return NULL;
    return is(name, "text")        ? &page->text
           : is(name, "id")        ? &page->revision
           : is(name, "timestamp") ? &page->timestamp
           : is(name, "model")     ? &page->model
           : is(name, "format")    ? &page->format
                                   : NULL;
}

/* A revision begins: of several the last one counts. */
static void forget_revision(struct raw_page *page) {
    page->revision = page->timestamp = page->model = page->format = page->text =
        (struct view){NULL, 0};
}

static enum status on_start(struct export_reading *reading, bool empty) {
    struct view name = reading->scanner.name;
    struct raw_page *page = &reading->page;
    enum place place = place_of(reading);
    if (place == PLACE_BATCH && !is(name, "page"))
        return malformed(reading, reading->scanner.token_at, "an element that is no page");
    if (place == PLACE_BATCH) {
        *page = (struct raw_page){.begin = reading->scanner.token_at};
    } else if (place == PLACE_PAGE && is(name, "redirect")) {
        page->has_redirect = true;
        if (!xml_scanner_attribute(&reading->scanner, "title", &page->redirect))
            page->redirect = (struct view){NULL, 0};
    } else if (place == PLACE_PAGE && is(name, "revision")) {
        forget_revision(page);
    }
    if (empty) {
        struct view *target = target_of(reading, name);
        if (target != NULL)
            *target = (struct view){NULL, 0};
        return STATUS_OK;
    }
    if (reading->depth == DEEPEST)
        return malformed(reading, reading->scanner.token_at, "elements nested too deep");
    reading->names[reading->depth++] = name;
    return STATUS_OK;
}

static void on_text(struct export_reading *reading) {
    if (reading->depth < 2)
        return;
    struct view name = reading->names[--reading->depth];
    struct view *target = target_of(reading, name);
    reading->depth++;
    if (target != NULL)
        *target = reading->scanner.text;
}

/* Undoes the references of a raw part; what has none is used where it is. */
static enum status undo(struct export_reading *reading, struct view *text, struct buffer *buffer,
                        struct view raw) {
    *text = raw;
    if (raw.size == 0 ||
        (memchr(raw.data, '&', raw.size) == NULL && memchr(raw.data, '<', raw.size) == NULL))
        return STATUS_OK;
    const char *why = NULL;
    size_t at = 0;
    buffer_clear(buffer);
    enum status status = xml_text_append(buffer, &why, &at, raw, reading->error);
    *text = buffer_view(buffer);
    if (status != STATUS_CORRUPT)
        return status;
    return malformed(reading, (size_t)(raw.data - reading->scanner.data.data) + at, why);
}

static int namespace_of(const struct export_reading *reading, struct view title) {
    struct view space = dump_pages_trim(reading->page.space);
    bool negative = space.size > 1 && space.data[0] == '-';
    if (space.size == 0)
        return wiki_site_namespace_of_title(reading->reader->site, title, NULL);
    if (negative)
        space = (struct view){space.data + 1, space.size - 1};
    uint64_t number = dump_pages_number(space);
    return number > 1000000 ? -1000000 : negative ? -(int)number : (int)number;
}

static bool ends_in(struct view text, const char *suffix) {
    size_t size = strlen(suffix);
    return text.size >= size && memcmp(text.data + text.size - size, suffix, size) == 0;
}

/* Before there were models, the title told scripts and styles. */
static enum wiki_content content_of(const struct raw_page *raw, const struct wiki_page *page) {
    struct view model = dump_pages_trim(raw->model);
    struct view format = dump_pages_trim(raw->format);
    if (model.size > 0)
        return is(model, "wikitext") ? WIKI_CONTENT_WIKITEXT : WIKI_CONTENT_OTHER;
    if (format.size > 0)
        return is(format, "text/x-wiki") ? WIKI_CONTENT_WIKITEXT : WIKI_CONTENT_OTHER;
    bool script = ends_in(page->title, ".js") || ends_in(page->title, ".css");
    bool place = page->namespace_number == 2 || page->namespace_number == 8;
    return (script && place) || page->namespace_number == 828 ? WIKI_CONTENT_OTHER
                                                              : WIKI_CONTENT_WIKITEXT;
}

static enum status give_page(struct export_reading *reading) {
    struct dump_reader *reader = reading->reader;
    const struct raw_page *raw = &reading->page;
    struct wiki_page page = {.position = reader->batch->position + raw->begin};
    enum status status = undo(reading, &page.title, &reader->title, raw->title);
    if (status != STATUS_OK)
        return status;
    page.title = dump_pages_trim(page.title);
    page.namespace_number = namespace_of(reading, page.title);
    page.id = dump_pages_number(raw->id);
    page.revision = dump_pages_number(raw->revision);
    page.timestamp = dump_pages_trim(raw->timestamp);
    page.is_redirect = raw->has_redirect;
    page.content = content_of(raw, &page);
    bool text_wanted = dump_pages_wants(reader, page.namespace_number) &&
                       (!page.is_redirect || reader->wanted.redirects) &&
                       (page.content != WIKI_CONTENT_OTHER || reader->wanted.other_content);
    status = undo(reading, &page.redirect_target, &reader->redirect, raw->redirect);
    if (status == STATUS_OK && text_wanted)
        status = undo(reading, &page.text, &reader->text, raw->text);
    if (status != STATUS_OK)
        return status;
    if (page.content == WIKI_CONTENT_WIKITEXT && page.redirect_target.size == 0) {
        struct view target = {NULL, 0};
        if (wiki_site_is_redirect(reader->site, page.text, &target)) {
            page.is_redirect = true;
            page.redirect_target = target;
        }
    }
    return dump_pages_give(reader, &page, reading->error);
}

static enum status on_end(struct export_reading *reading) {
    struct view name = reading->scanner.name;
    if (reading->depth == 0 || name.size != reading->names[reading->depth - 1].size ||
        memcmp(name.data, reading->names[reading->depth - 1].data, name.size) != 0)
        return malformed(reading, reading->scanner.token_at,
                         "an end tag that ends no element, or another one");
    reading->depth--;
    return reading->depth == 0 ? give_page(reading) : STATUS_OK;
}

enum status dump_pages_export(struct dump_reader *reader, struct view text, struct error *error) {
    struct export_reading reading = {.reader = reader, .error = error};
    struct xml_scanner *scanner = &reading.scanner;
    xml_scanner_init(scanner, text);
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        switch (xml_scanner_next(scanner)) {
        case XML_TOKEN_NOTHING:
            return reading.depth == 0 ? STATUS_OK
                                      : malformed(&reading, text.size, "a page does not end");
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
