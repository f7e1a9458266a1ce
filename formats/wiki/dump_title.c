#include "formats/wiki/dump_title.h"

#include "formats/wiki/xml_scanner.h"

/* A title has 255 bytes at the most; a message need not have all of them. */
#define TITLE_SHOWN 200

/* What stands before a title and after it. */
static const char *const MARKS[][2] = {
    [DUMP_FORMAT_EXPORT] = {"<title>", "</title>"},
    [DUMP_FORMAT_ABSTRACT] = {"<title>", "</title>"},
    [DUMP_FORMAT_CIRRUS] = {"\"title\":\"", "\""},
    [DUMP_FORMAT_JSON_LINES] = {"\"title\":", "\","},
    [DUMP_FORMAT_DOCUMENTS] = {" title=\"", "\">\n"},
};

/* The last place of `mark` in `text`: its mark's first byte is rare in all of these formats. */
static const unsigned char *find_last(struct view text, const char *mark) {
    size_t size = strlen(mark);
    size_t left = text.size;
    while (left > 0) {
        const unsigned char *at = memrchr(text.data, mark[0], left);
        if (at == NULL)
            return NULL;
        left = (size_t)(at - text.data);
        if (text.size - left >= size && memcmp(at, mark, size) == 0)
            return at + size;
    }
    return NULL;
}

enum status dump_title_find_last(struct buffer *title, enum dump_format format, struct view text,
                                 struct error *error) {
    const unsigned char *begin = text.size == 0 ? NULL : find_last(text, MARKS[format][0]);
    if (begin == NULL)
        return STATUS_OK;
    size_t left = text.size - (size_t)(begin - text.data);
    const char *mark = MARKS[format][1];
    const unsigned char *end = memmem(begin, left, mark, strlen(mark));
    size_t size = end == NULL ? left : (size_t)(end - begin);
    if (size > TITLE_SHOWN) {
        size = TITLE_SHOWN;
        while (size > 0 && (begin[size] & 0xc0) == 0x80)
            size--;
    }
    const char *why;
    size_t at;
    buffer_clear(title);
    struct view raw = {begin, size};
    enum status status = xml_text_append(title, &why, &at, raw, error);
    if (status == STATUS_CORRUPT) {
        buffer_clear(title);
        status = buffer_append(title, raw.data, raw.size, error);
    }
    for (size_t i = 0; i < title->size; i++) {
        if (title->data[i] < 0x20 || title->data[i] == 0x7f)
            title->data[i] = ' ';
    }
    return status;
}
