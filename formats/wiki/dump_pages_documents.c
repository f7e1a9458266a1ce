/* WikiExtractor's documents, line by line: see dump_reader.h. */
#include "formats/wiki/dump_pages.h"
#include "formats/wiki/text_view.h"

/* One line without its end, and past it. */
static struct view line_at(struct view text, size_t at, size_t *next) {
    const unsigned char *end = memchr(text.data + at, '\n', text.size - at);
    size_t stop = end == NULL ? text.size : (size_t)(end - text.data);
    *next = end == NULL ? stop : stop + 1;
    return (struct view){text.data + at, stop - at};
}

/* The value of an attribute; that of the last one may hold quotes, for its end is the tag's. */
static struct view attribute(struct view line, const char *name, bool last) {
    size_t size = strlen(name);
    const unsigned char *found = memmem(line.data, line.size, name, size);
    if (found == NULL)
        return (struct view){NULL, 0};
    const unsigned char *begin = found + size;
    size_t left = line.size - (size_t)(begin - line.data);
    const unsigned char *end = last ? memrchr(begin, '"', left) : memchr(begin, '"', left);
    return (struct view){begin, end == NULL ? 0 : (size_t)(end - begin)};
}

/* WikiExtractor writes & < > as entities, unless it was told not to. */
static enum status undo(struct buffer *text, struct view raw, struct error *error) {
    static const struct {
        const char *name;
        size_t size;
        char character;
    } ENTITIES[] = {{"&lt;", 4, '<'},   {"&gt;", 4, '>'},   {"&amp;", 5, '&'},
                    {"&quot;", 6, '"'}, {"&#39;", 5, '\''}, {"&#x27;", 6, '\''}};
    buffer_clear(text);
    enum status status = buffer_reserve(text, raw.size, error);
    for (size_t at = 0; at < raw.size && status == STATUS_OK;) {
        const unsigned char *mark = memchr(raw.data + at, '&', raw.size - at);
        size_t plain = (mark == NULL ? raw.size : (size_t)(mark - raw.data)) - at;
        memcpy(text->data + text->size, raw.data + at, plain);
        text->size += plain;
        at += plain;
        if (at == raw.size)
            break;
        unsigned char character = '&';
        size_t taken = 1;
        for (size_t i = 0; i < sizeof ENTITIES / sizeof ENTITIES[0]; i++) {
            if (raw.size - at >= ENTITIES[i].size &&
                memcmp(raw.data + at, ENTITIES[i].name, ENTITIES[i].size) == 0) {
                character = (unsigned char)ENTITIES[i].character;
                taken = ENTITIES[i].size;
            }
        }
        text->data[text->size++] = character;
        at += taken;
    }
    return status;
}

/* The text without the title it begins with. */
static struct view without_title(struct view text, struct view title) {
    text = text_view_trim(text);
    if (text.size >= title.size && title.size > 0 &&
        memcmp(text.data, title.data, title.size) == 0 &&
        (text.size == title.size || text.data[title.size] == '\n'))
        return text_view_trim((struct view){text.data + title.size, text.size - title.size});
    return text;
}

static enum status give_page(struct dump_reader *reader, struct view tag, struct view text,
                             size_t at, struct error *error) {
    enum status status = undo(&reader->title, attribute(tag, " title=\"", true), error);
    if (status == STATUS_OK)
        status = undo(&reader->text, text, error);
    if (status != STATUS_OK)
        return status;
    struct view title = text_view_trim(buffer_view(&reader->title));
    struct wiki_page page = {
        .title = title,
        .text = without_title(buffer_view(&reader->text), title),
        .id = dump_pages_number(attribute(tag, " id=\"", false)),
        .revision = dump_pages_number(attribute(tag, " revid=\"", false)),
        .content = WIKI_CONTENT_PLAIN,
        .position = reader->batch->position + at,
    };
    return dump_pages_give(reader, &page, error);
}

enum status dump_pages_documents(struct dump_reader *reader, struct view text,
                                 struct error *error) {
    enum status status = STATUS_OK;
    bool open = false;
    struct view tag = {NULL, 0};
    size_t begin = 0;
    size_t text_begin = 0;
    size_t next;
    for (size_t at = 0; at < text.size && status == STATUS_OK; at = next) {
        struct view line = line_at(text, at, &next);
        bool starts =
            line.size > 5 && memcmp(line.data, "<doc ", 5) == 0 && line.data[line.size - 1] == '>';
        if (starts && !open) {
            open = true;
            tag = (struct view){line.data, line.size - 1};
            begin = at;
            text_begin = next;
        } else if (open && text_view_is(line, "</doc>")) {
            open = false;
            struct view between = {text.data + text_begin, at - text_begin};
            status = give_page(reader, tag, between, begin, error);
        } else if (!open && text_view_trim(line).size > 0) {
            return dump_pages_malformed(reader, at, "text outside of a document", error);
        }
    }
    return status != STATUS_OK || !open
               ? status
               : dump_pages_malformed(reader, text.size, "a document does not end", error);
}
