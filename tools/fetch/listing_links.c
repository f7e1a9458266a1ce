#include "tools/fetch/listing_links.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/s3/uri_encoding.h"

/* The longest value of an attribute that is looked at. */
#define VALUE_SIZE 2048

static void drop(struct view *page, size_t count) {
    page->data += count;
    page->size -= count;
}

static void skip_space(struct view *page) {
    while (page->size > 0 && isspace(page->data[0]))
        drop(page, 1);
}

/* Goes behind the next "href" that stands on its own; false when there is none. */
static bool find_href(struct view *page) {
    while (page->size > 4) {
        const unsigned char *at = memchr(page->data + 1, 'h', page->size - 1);
        const unsigned char *upper = memchr(page->data + 1, 'H', page->size - 1);
        if (at == NULL || (upper != NULL && upper < at))
            at = upper;
        if (at == NULL)
            return false;
        drop(page, (size_t)(at - page->data));
        if (page->size >= 4 && isspace(page->data[-1]) &&
            strncasecmp((const char *)page->data, "href", 4) == 0) {
            drop(page, 4);
            return true;
        }
    }
    return false;
}

/* Takes "= value" off the front; false when it is none, or too long. */
static bool take_value(char value[VALUE_SIZE], struct view *page) {
    skip_space(page);
    if (page->size == 0 || page->data[0] != '=')
        return false;
    drop(page, 1);
    skip_space(page);
    if (page->size == 0)
        return false;
    unsigned char quote = page->data[0] == '"' || page->data[0] == '\'' ? page->data[0] : '\0';
    if (quote != '\0')
        drop(page, 1);
    size_t length = 0;
    while (length < page->size &&
           (quote != '\0' ? page->data[length] != quote
                          : !isspace(page->data[length]) && page->data[length] != '>'))
        length++;
    bool fits = length < VALUE_SIZE && memchr(page->data, '\0', length) == NULL;
    memcpy(value, page->data, fits ? length : 0);
    value[fits ? length : 0] = '\0';
    drop(page, length);
    return fits;
}

/* The character of a reference at `text`, and its length; 0 when it is none that matters here. */
static size_t read_reference(const char *text, char *character) {
    static const struct {
        const char *name;
        char character;
    } NAMES[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        size_t length = strlen(NAMES[i].name);
        *character = NAMES[i].character;
        if (strncmp(text, NAMES[i].name, length) == 0)
            return length;
    }
    if (strncmp(text, "&#", 2) != 0)
        return 0;
    bool hexadecimal = text[2] == 'x' || text[2] == 'X';
    const char *digits = text + 2 + hexadecimal;
    if (!isxdigit((unsigned char)*digits))
        return 0;
    char *end;
    unsigned long code = strtoul(digits, &end, hexadecimal ? 16 : 10);
    *character = (char)code;
    return *end == ';' && code > 0 && code < 128 ? (size_t)(end - text) + 1 : 0;
}

static void undo_references(char *value) {
    char *to = value;
    for (const char *at = value; *at != '\0';) {
        char character = *at;
        size_t length = *at == '&' ? read_reference(at, &character) : 0;
        if (length == 0)
            character = *at;
        *to++ = character;
        at += length == 0 ? 1 : length;
    }
    *to = '\0';
}

/* Makes a link of a value; false for one that leads elsewhere. */
static bool make_link(struct listing_link *link, char *value, const char *path) {
    size_t above = strlen(path);
    value[strcspn(value, "?#")] = '\0';
    if (strncmp(value, path, above) == 0)
        value += above;
    else if (strncmp(value, "./", 2) == 0)
        value += 2;
    size_t length = strlen(value);
    *link = (struct listing_link){.is_folder = length > 0 && value[length - 1] == '/'};
    if (link->is_folder)
        value[--length] = '\0';
    if (length == 0 || strchr(value, ':') != NULL || !uri_encoding_decode_path(value) ||
        strchr(value, '/') != NULL || strcmp(value, ".") == 0 || strcmp(value, "..") == 0)
        return false;
    length = strlen(value);
    if (length >= sizeof link->name)
        return false;
    memcpy(link->name, value, length + 1);
    return true;
}

bool listing_links_next(struct listing_link *link, struct view *page, const char *path) {
    char value[VALUE_SIZE];
    while (find_href(page)) {
        if (!take_value(value, page))
            continue;
        undo_references(value);
        if (make_link(link, value, path))
            return true;
    }
    return false;
}
