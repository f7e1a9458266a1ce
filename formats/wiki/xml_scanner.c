#include "formats/wiki/xml_scanner.h"

void xml_scanner_init(struct xml_scanner *scanner, struct view data) {
    *scanner = (struct xml_scanner){.data = data};
}

static enum xml_token bad(struct xml_scanner *scanner, size_t at, const char *why) {
    scanner->token_at = at;
    scanner->why = why;
    return XML_TOKEN_BAD;
}

static bool is_blank(unsigned char byte) {
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

static bool is_name(unsigned char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == ':' || byte == '-' ||
           byte == '.' || byte >= 0x80;
}

static bool stands(struct view data, size_t at, const char *string) {
    size_t size = strlen(string);
    return data.size - at >= size && memcmp(data.data + at, string, size) == 0;
}

/* Past the next `string` from `at` on; 0 when there is none. */
static size_t past(struct view data, size_t at, const char *string) {
    size_t size = strlen(string);
    const unsigned char *found = memmem(data.data + at, data.size - at, string, size);
    return found == NULL ? 0 : (size_t)(found - data.data) + size;
}

/* At "<!" or "<?": past a comment, CDATA section or processing instruction; 0 when it is none. */
static size_t past_section(struct view data, size_t at, const char **why) {
    *why = "a comment or section does not end";
    if (stands(data, at, "<!--"))
        return past(data, at + 4, "-->");
    if (stands(data, at, "<![CDATA["))
        return past(data, at + 9, "]]>");
    if (stands(data, at, "<?"))
        return past(data, at + 2, "?>");
    *why = "a document type declaration is not allowed";
    return 0;
}

static size_t skip_blanks(struct view data, size_t at) {
    while (at < data.size && is_blank(data.data[at]))
        at++;
    return at;
}

static size_t skip_name(struct view data, size_t at) {
    while (at < data.size && is_name(data.data[at]))
        at++;
    return at;
}

/* Past one attribute, name="value"; 0 when malformed. */
static size_t past_attribute(struct view data, size_t at) {
    size_t end = skip_name(data, at);
    if (end == at)
        return 0;
    end = skip_blanks(data, end);
    if (end == data.size || data.data[end] != '=')
        return 0;
    end = skip_blanks(data, end + 1);
    if (end == data.size || (data.data[end] != '"' && data.data[end] != '\''))
        return 0;
    unsigned char quote = data.data[end++];
    const unsigned char *close = memchr(data.data + end, quote, data.size - end);
    if (close == NULL)
        return 0;
    size_t size = (size_t)(close - data.data) - end;
    return memchr(data.data + end, '<', size) != NULL ? 0 : end + size + 1;
}

static enum xml_token start_tag(struct xml_scanner *scanner) {
    struct view data = scanner->data;
    size_t at = scanner->at + 1;
    size_t end = skip_name(data, at);
    if (end == at || (data.data[at] >= '0' && data.data[at] <= '9'))
        return bad(scanner, scanner->at, "'<' is not followed by the name of an element");
    scanner->name = (struct view){data.data + at, end - at};
    size_t attributes = end;
    for (;;) {
        at = skip_blanks(data, end);
        if (at == data.size)
            return bad(scanner, scanner->at, "a tag does not end");
        if (data.data[at] == '>' || data.data[at] == '/')
            break;
        end = at == end ? 0 : past_attribute(data, at);
        if (end == 0)
            return bad(scanner, at, "an attribute is malformed");
    }
    scanner->attributes = (struct view){data.data + attributes, end - attributes};
    bool empty = data.data[at] == '/';
    at += empty;
    if (at == data.size || data.data[at] != '>')
        return bad(scanner, scanner->at, "a tag does not end");
    scanner->at = at + 1;
    return empty ? XML_TOKEN_EMPTY : XML_TOKEN_START;
}

static enum xml_token end_tag(struct xml_scanner *scanner) {
    struct view data = scanner->data;
    size_t at = scanner->at + 2;
    size_t end = skip_name(data, at);
    scanner->name = (struct view){data.data + at, end - at};
    end = skip_blanks(data, end);
    if (scanner->name.size == 0 || end == data.size || data.data[end] != '>')
        return bad(scanner, scanner->at, "an end tag is malformed");
    scanner->at = end + 1;
    return XML_TOKEN_END;
}

/* Text up to a tag: what is no tag but begins with "<" is part of it. */
static enum xml_token text_run(struct xml_scanner *scanner) {
    struct view data = scanner->data;
    size_t at = scanner->at;
    for (;;) {
        const unsigned char *found =
            at < data.size ? memchr(data.data + at, '<', data.size - at) : NULL;
        at = found == NULL ? data.size : (size_t)(found - data.data);
        if (data.size - at < 2 || (data.data[at + 1] != '!' && data.data[at + 1] != '?'))
            break;
        const char *why;
        size_t end = past_section(data, at, &why);
        if (end == 0)
            return bad(scanner, at, why);
        at = end;
    }
    scanner->text = (struct view){data.data + scanner->at, at - scanner->at};
    scanner->at = at;
    return XML_TOKEN_TEXT;
}

enum xml_token xml_scanner_next(struct xml_scanner *scanner) {
    struct view data = scanner->data;
    scanner->token_at = scanner->at;
    if (scanner->at == data.size)
        return XML_TOKEN_NOTHING;
    if (data.data[scanner->at] != '<')
        return text_run(scanner);
    unsigned char next = data.size - scanner->at < 2 ? 0 : data.data[scanner->at + 1];
    if (next == '!' || next == '?')
        return text_run(scanner);
    return next == '/' ? end_tag(scanner) : start_tag(scanner);
}

bool xml_scanner_attribute(const struct xml_scanner *scanner, const char *name,
                           struct view *value) {
    struct view data = scanner->attributes;
    size_t size = strlen(name);
    for (size_t at = skip_blanks(data, 0); at < data.size;) {
        size_t end = past_attribute(data, at);
        if (end == 0)
            return false;
        size_t name_end = skip_name(data, at);
        if (name_end - at == size && memcmp(data.data + at, name, size) == 0) {
            size_t begin = skip_blanks(data, skip_blanks(data, name_end) + 1) + 1;
            *value = (struct view){data.data + begin, end - 1 - begin};
            return true;
        }
        at = skip_blanks(data, end);
    }
    return false;
}
