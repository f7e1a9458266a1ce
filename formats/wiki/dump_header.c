#include "formats/wiki/dump_header.h"

#include <stdlib.h>

#include "formats/wiki/xml_scanner.h"

/* Copies what fits. */
static void keep(char *to, size_t size, struct view text) {
    size_t count = text.size < size - 1 ? text.size : size - 1;
    if (count > 0)
        memcpy(to, text.data, count);
    to[count] = '\0';
}

static bool is_code(struct view code) {
    if (code.size < 2 || code.size >= WIKI_SITE_LANGUAGE_SIZE)
        return false;
    for (size_t i = 0; i < code.size; i++) {
        unsigned char letter = code.data[i] | 0x20;
        if ((letter < 'a' || letter > 'z') && code.data[i] != '-' &&
            (code.data[i] < '0' || code.data[i] > '9'))
            return false;
    }
    return true;
}

/* The language of an address such as https://pt.wikipedia.org/, anywhere in the text. */
static void language_of_address(struct dump_header *header, struct view text) {
    static const char *const OTHERS[] = {"www", "commons", "meta", "species", "incubator", "m"};
    const unsigned char *slashes = text.size == 0 ? NULL : memmem(text.data, text.size, "://", 3);
    if (slashes == NULL || header->language[0] != '\0')
        return;
    const unsigned char *begin = slashes + 3;
    size_t left = text.size - (size_t)(begin - text.data);
    const unsigned char *dot = memchr(begin, '.', left);
    if (dot == NULL)
        return;
    struct view code = {begin, (size_t)(dot - begin)};
    left -= code.size + 1;
    bool ours = (left >= 4 && memcmp(dot + 1, "wiki", 4) == 0) ||
                (left >= 6 && memcmp(dot + 1, "m.wiki", 6) == 0);
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        ours = ours &&
               (code.size != strlen(OTHERS[i]) || memcmp(code.data, OTHERS[i], code.size) != 0);
    if (ours && is_code(code))
        keep(header->language, sizeof header->language, code);
}

/* "enwiki", "zh_min_nanwiki", "dewiktionary". */
static void language_of_database(struct dump_header *header) {
    const char *wiki = strstr(header->database, "wiki");
    struct view code = {(const unsigned char *)header->database,
                        wiki == NULL ? 0 : (size_t)(wiki - header->database)};
    if (header->language[0] != '\0' || wiki == NULL || code.size < 2 || code.size > 12 ||
        strncmp(header->database, "commons", 7) == 0)
        return;
    keep(header->language, sizeof header->language, code);
    for (char *letter = header->language; *letter != '\0'; letter++) {
        if (*letter == '_')
            *letter = '-';
    }
}

/* The value of a string `key` in JSON, when it is plain. */
static void language_of_json(struct dump_header *header, struct view head, const char *key) {
    size_t size = strlen(key);
    const unsigned char *found = memmem(head.data, head.size, key, size);
    if (found == NULL || header->language[0] != '\0')
        return;
    const unsigned char *begin = found + size;
    const unsigned char *end = memchr(begin, '"', head.size - (size_t)(begin - head.data));
    struct view code = {begin, end == NULL ? 0 : (size_t)(end - begin)};
    if (is_code(code))
        keep(header->language, sizeof header->language, code);
}

/* Reading the elements of siteinfo. */
struct header_reading {
    struct dump_header *header;
    struct xml_scanner scanner;
    struct buffer text; /* of the current element */
    struct buffer base;
    char number[16]; /* key of the current namespace */
    struct error *error;
};

static bool is_named(const struct xml_scanner *scanner, const char *name) {
    return scanner->name.size == strlen(name) &&
           memcmp(scanner->name.data, name, scanner->name.size) == 0;
}

static void on_start(struct header_reading *reading) {
    struct dump_header *header = reading->header;
    struct view value;
    buffer_clear(&reading->text);
    reading->number[0] = '\0';
    if (is_named(&reading->scanner, "mediawiki")) {
        if (xml_scanner_attribute(&reading->scanner, "xml:lang", &value) && is_code(value))
            keep(header->language, sizeof header->language, value);
        if (xml_scanner_attribute(&reading->scanner, "version", &value))
            keep(header->version, sizeof header->version, value);
    } else if (is_named(&reading->scanner, "namespace") &&
               xml_scanner_attribute(&reading->scanner, "key", &value)) {
        keep(reading->number, sizeof reading->number, value);
    }
}

static enum status on_end(struct header_reading *reading) {
    struct view text = buffer_view(&reading->text);
    enum status status = STATUS_OK;
    if (is_named(&reading->scanner, "dbname")) {
        keep(reading->header->database, sizeof reading->header->database, text);
    } else if (is_named(&reading->scanner, "base")) {
        status = buffer_append(&reading->base, text.data, text.size, reading->error);
    } else if (is_named(&reading->scanner, "namespace") && reading->number[0] != '\0' &&
               text.size > 0 && memchr(text.data, '\n', text.size) == NULL) {
        status = buffer_format(&reading->header->namespaces, reading->error, "%ld %.*s\n",
                               strtol(reading->number, NULL, 10),
                               text.size < 1000 ? (int)text.size : 1000, (const char *)text.data);
    }
    buffer_clear(&reading->text);
    return status;
}

static enum status read_export(struct header_reading *reading, const char *name) {
    struct xml_scanner *scanner = &reading->scanner;
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        size_t at = 0;
        enum xml_token token = xml_scanner_next(scanner);
        if (token == XML_TOKEN_NOTHING)
            return STATUS_OK;
        if (token == XML_TOKEN_START || token == XML_TOKEN_EMPTY)
            on_start(reading);
        else if (token == XML_TOKEN_END)
            status = on_end(reading);
        else if (token == XML_TOKEN_TEXT)
            status =
                xml_text_append(&reading->text, &scanner->why, &at, scanner->text, reading->error);
        if (token == XML_TOKEN_BAD || status == STATUS_CORRUPT)
            return error_set(reading->error, STATUS_CORRUPT,
                             "'%s' is malformed at byte %zu of its XML: %s", name,
                             scanner->token_at + at, scanner->why);
    }
    return status;
}

enum status dump_header_read(struct dump_header *header, enum dump_format format, struct view head,
                             const char *name, struct error *error) {
    *header = (struct dump_header){.language = ""};
    enum status status = STATUS_OK;
    if (format == DUMP_FORMAT_EXPORT) {
        struct header_reading reading = {.header = header, .error = error};
        xml_scanner_init(&reading.scanner, head);
        status = read_export(&reading, name);
        if (status == STATUS_OK)
            language_of_address(header, buffer_view(&reading.base));
        buffer_release(&reading.text);
        buffer_release(&reading.base);
        language_of_database(header);
    } else if (head.size > 0) {
        language_of_json(header, head, "\"language\":\"");
        language_of_address(header, head);
    }
    if (status != STATUS_OK)
        dump_header_release(header);
    return status;
}

void dump_header_release(struct dump_header *header) {
    buffer_release(&header->namespaces);
}

enum status dump_header_site(const struct dump_header *header, struct wiki_site *site,
                             const char *language, struct error *error) {
    if (language == NULL)
        language = header->language[0] == '\0' ? "en" : header->language;
    enum status status = wiki_site_init(site, language, error);
    struct view lines = buffer_view(&header->namespaces);
    while (status == STATUS_OK && lines.size > 0) {
        const unsigned char *end = memchr(lines.data, '\n', lines.size);
        const unsigned char *blank = memchr(lines.data, ' ', lines.size);
        if (end == NULL || blank == NULL || blank > end)
            break;
        struct view name = {blank + 1, (size_t)(end - blank) - 1};
        status = wiki_site_add_namespace(site, name,
                                         (int)strtol((const char *)lines.data, NULL, 10), error);
        lines.size -= (size_t)(end - lines.data) + 1;
        lines.data = end + 1;
    }
    if (status != STATUS_OK)
        wiki_site_release(site);
    return status;
}
