/* Pages as lines of JSON: see dump_reader.h. */
#include <jansson.h>

#include "formats/wiki/dump_pages.h"
#include "formats/wiki/text_view.h"

static struct view string_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        return (struct view){NULL, 0};
    return (struct view){(const unsigned char *)json_string_value(value),
                         json_string_length(value)};
}

/* A number, or a string that holds one. */
static uint64_t number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (json_is_integer(value))
        return json_integer_value(value) > 0 ? (uint64_t)json_integer_value(value) : 0;
    return dump_pages_number(string_of(object, key));
}

/* Cirrus's first line of a pair: what it tells is kept for the second. */
static enum status keep_index(struct dump_reader *reader, const json_t *index,
                              struct error *error) {
    struct view id = string_of(index, "_id");
    buffer_clear(&reader->index);
    if (id.size > 0)
        return buffer_append(&reader->index, id.data, id.size, error);
    return buffer_format(&reader->index, error, "%llu",
                         (unsigned long long)number_of(index, "_id"));
}

static enum status give_page(struct dump_reader *reader, const json_t *object, size_t at,
                             struct error *error) {
    struct view model = string_of(object, "content_model");
    struct wiki_page page = {
        .title = text_view_trim(string_of(object, "title")),
        .text = string_of(object, "text"),
        .timestamp = string_of(object, "timestamp"),
        .id = number_of(object, "id"),
        .revision = number_of(object, "revid"),
        .content = WIKI_CONTENT_PLAIN,
        .position = reader->batch->position + at,
    };
    const json_t *space = json_object_get(object, "namespace");
    if (json_is_integer(space))
        page.namespace_number = (int)json_integer_value(space);
    if (page.id == 0)
        page.id = number_of(object, "page_id");
    if (page.id == 0)
        page.id = dump_pages_number(buffer_view(&reader->index));
    if (page.revision == 0)
        page.revision = number_of(object, "revision");
    if (page.revision == 0)
        page.revision = number_of(object, "version");
    if (model.size > 0 && (model.size != 8 || memcmp(model.data, "wikitext", 8) != 0))
        page.content = WIKI_CONTENT_OTHER;
    buffer_clear(&reader->index);
    if (page.title.size == 0 || !json_is_string(json_object_get(object, "text"))) {
        reader->counts.lines_skipped++;
        return STATUS_OK;
    }
    return dump_pages_give(reader, &page, error);
}

static enum status read_line(struct dump_reader *reader, struct view text, size_t at, size_t size,
                             struct error *error) {
    json_error_t why;
    json_t *object = json_loadb((const char *)text.data + at, size, JSON_ALLOW_NUL, &why);
    if (object == NULL) {
        if (json_error_code(&why) == json_error_out_of_memory)
            return error_no_memory(error, "a line of JSON");
        if (reader->batch->unfinished && at + size + 1 >= text.size)
            return dump_pages_fail(reader, STATUS_CUT_SHORT, at,
                                   "is cut: it ends within the line that begins", error);
        return dump_pages_malformed(reader, at, why.text, error);
    }
    const json_t *index = json_object_get(object, "index");
    enum status status = !json_is_object(object)
                             ? dump_pages_malformed(reader, at, "a line is no JSON object", error)
                         : json_is_object(index) && json_object_get(object, "title") == NULL
                             ? keep_index(reader, index, error)
                             : give_page(reader, object, at, error);
    json_decref(object);
    return status;
}

enum status dump_pages_json(struct dump_reader *reader, struct view text, struct error *error) {
    enum status status = STATUS_OK;
    buffer_clear(&reader->index);
    for (size_t at = 0; at < text.size && status == STATUS_OK;) {
        const unsigned char *end = memchr(text.data + at, '\n', text.size - at);
        size_t size = (end == NULL ? text.size : (size_t)(end - text.data)) - at;
        struct view line = text_view_trim((struct view){text.data + at, size});
        if (line.size > 0)
            status = read_line(reader, text, at, size, error);
        at += size + 1;
    }
    return status;
}
