/* Pages of MediaWiki's export: see dump_reader.h. */
#include "formats/wiki/dump_elements.h"
#include "formats/wiki/text_view.h"

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
    struct dump_elements elements;
    struct raw_page page;
};

/* What an element is in that stands below `depth` open ones. */
static enum place place_of(const struct export_reading *reading, size_t depth) {
    const struct view *names = reading->elements.names;
    return depth == 0                                         ? PLACE_BATCH
           : depth == 1                                       ? PLACE_PAGE
           : depth == 2 && text_view_is(names[1], "revision") ? PLACE_REVISION
                                                              : PLACE_OTHER;
}

/* Where the text of an element goes; NULL for what nobody asks for. */
static struct view *target_of(struct raw_page *page, enum place place, struct view name) {
    if (place == PLACE_PAGE)
        return text_view_is(name, "title") ? &page->title
               : text_view_is(name, "ns")  ? &page->space
               : text_view_is(name, "id")  ? &page->id
                                           : NULL;
    if (place != PLACE_REVISION)
        return NULL;
    return text_view_is(name, "text")        ? &page->text
           : text_view_is(name, "id")        ? &page->revision
           : text_view_is(name, "timestamp") ? &page->timestamp
           : text_view_is(name, "model")     ? &page->model
           : text_view_is(name, "format")    ? &page->format
                                             : NULL;
}

/* A revision begins: of several the last one counts. */
static void forget_revision(struct raw_page *page) {
    page->revision = page->timestamp = page->model = page->format = page->text =
        (struct view){NULL, 0};
}

static enum status on_start(void *context, struct view name, bool empty) {
    struct export_reading *reading = context;
    const struct xml_scanner *scanner = &reading->elements.scanner;
    struct raw_page *page = &reading->page;
    enum place place = place_of(reading, reading->elements.depth);
    if (place == PLACE_BATCH && !text_view_is(name, "page"))
        return dump_elements_malformed(&reading->elements, "an element that is no page");
    if (place == PLACE_BATCH) {
        *page = (struct raw_page){.begin = scanner->token_at};
    } else if (place == PLACE_PAGE && text_view_is(name, "redirect")) {
        page->has_redirect = true;
        if (!xml_scanner_attribute(scanner, "title", &page->redirect))
            page->redirect = (struct view){NULL, 0};
    } else if (place == PLACE_PAGE && text_view_is(name, "revision")) {
        forget_revision(page);
    }
    struct view *target = empty ? target_of(page, place, name) : NULL;
    if (target != NULL)
        *target = (struct view){NULL, 0};
    return STATUS_OK;
}

static void on_text(void *context, struct view raw) {
    struct export_reading *reading = context;
    size_t depth = reading->elements.depth;
    if (depth < 2)
        return;
    struct view *target =
        target_of(&reading->page, place_of(reading, depth - 1), reading->elements.names[depth - 1]);
    if (target != NULL)
        *target = raw;
}

static int namespace_of(const struct export_reading *reading, struct view title) {
    struct view space = text_view_trim(reading->page.space);
    bool negative = space.size > 1 && space.data[0] == '-';
    if (space.size == 0)
        return wiki_site_namespace_of_title(reading->elements.reader->site, title, NULL);
    if (negative)
        space = (struct view){space.data + 1, space.size - 1};
    uint64_t number = dump_pages_number(space);
    return number > 1000000 ? -1000000 : negative ? -(int)number : (int)number;
}

/* Before there were models, the title told scripts and styles. */
static enum wiki_content content_of(const struct raw_page *raw, const struct wiki_page *page) {
    struct view model = text_view_trim(raw->model);
    struct view format = text_view_trim(raw->format);
    if (model.size > 0)
        return text_view_is(model, "wikitext") ? WIKI_CONTENT_WIKITEXT : WIKI_CONTENT_OTHER;
    if (format.size > 0)
        return text_view_is(format, "text/x-wiki") ? WIKI_CONTENT_WIKITEXT : WIKI_CONTENT_OTHER;
    bool script = text_view_ends(page->title, ".js") || text_view_ends(page->title, ".css");
    bool place = page->namespace_number == 2 || page->namespace_number == 8;
    return (script && place) || page->namespace_number == 828 ? WIKI_CONTENT_OTHER
                                                              : WIKI_CONTENT_WIKITEXT;
}

static enum status give_page(void *context) {
    const struct export_reading *reading = context;
    const struct dump_elements *elements = &reading->elements;
    struct dump_reader *reader = reading->elements.reader;
    const struct raw_page *raw = &reading->page;
    struct wiki_page page = {.position = reader->batch->position + raw->begin};
    enum status status = dump_elements_undo(elements, &page.title, &reader->title, raw->title);
    if (status != STATUS_OK)
        return status;
    page.title = text_view_trim(page.title);
    page.namespace_number = namespace_of(reading, page.title);
    page.id = dump_pages_number(raw->id);
    page.revision = dump_pages_number(raw->revision);
    page.timestamp = text_view_trim(raw->timestamp);
    page.is_redirect = raw->has_redirect;
    page.content = content_of(raw, &page);
    bool text_wanted = dump_pages_wants(reader, page.namespace_number) &&
                       (!page.is_redirect || reader->wanted.redirects) &&
                       (page.content != WIKI_CONTENT_OTHER || reader->wanted.other_content);
    status = dump_elements_undo(elements, &page.redirect_target, &reader->redirect, raw->redirect);
    if (status == STATUS_OK && text_wanted)
        status = dump_elements_undo(elements, &page.text, &reader->text, raw->text);
    if (status != STATUS_OK)
        return status;
    if (page.content == WIKI_CONTENT_WIKITEXT && page.redirect_target.size == 0) {
        struct view target = {NULL, 0};
        if (wiki_site_is_redirect(reader->site, page.text, &target)) {
            page.is_redirect = true;
            page.redirect_target = target;
        }
    }
    return dump_pages_give(reader, &page, reading->elements.error);
}

enum status dump_pages_export(struct dump_reader *reader, struct view text, struct error *error) {
    static const struct dump_elements_visitor VISITOR = {on_start, on_text, give_page,
                                                         "a page does not end"};
    struct export_reading reading = {.page = {.begin = 0}};
    return dump_elements_walk(&reading.elements, reader, text, &VISITOR, &reading, error);
}
