#include "formats/wiki/dump_format.h"

#include <stdbool.h>

static bool is_blank(unsigned char byte) {
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

static struct view drop(struct view head, size_t size) {
    return (struct view){head.data + size, head.size - size};
}

static bool begins(struct view head, const char *string) {
    size_t size = strlen(string);
    return head.size >= size && memcmp(head.data, string, size) == 0;
}

/* Past white space, and what may come before the first element. */
static struct view skip_prolog(struct view head) {
    static const char *const SECTIONS[][2] = {{"<?", "?>"}, {"<!--", "-->"}};
    for (;;) {
        while (head.size > 0 && is_blank(head.data[0]))
            head = drop(head, 1);
        bool skipped = false;
        for (size_t i = 0; i < 2 && !skipped; i++) {
            if (!begins(head, SECTIONS[i][0]))
                continue;
            size_t size = strlen(SECTIONS[i][1]);
            const unsigned char *end = memmem(head.data, head.size, SECTIONS[i][1], size);
            if (end == NULL)
                return head;
            head = drop(head, (size_t)(end - head.data) + size);
            skipped = true;
        }
        if (!skipped)
            return head;
    }
}

/* "<name" and no letter after it. */
static bool is_element(struct view head, const char *tag) {
    size_t size = strlen(tag);
    return begins(head, tag) &&
           (head.size == size || is_blank(head.data[size]) || head.data[size] == '>');
}

/* Is the first key of the object `key`? */
static bool first_key_is(struct view head, const char *key) {
    head = drop(head, 1);
    while (head.size > 0 && is_blank(head.data[0]))
        head = drop(head, 1);
    return begins(head, key);
}

static const char *what_it_seems(struct view head) {
    if (begins(head, "<!DOCTYPE html") || begins(head, "<!doctype html") || begins(head, "<html"))
        return ": it is a web page, maybe a server's error; fetch it again";
    if (begins(head, "<!DOCTYPE"))
        return ": it has a document type declaration, which dumps have not";
    if (begins(head, "-- ") || begins(head, "/*!") || begins(head, "INSERT INTO"))
        return ": it is a table in SQL; take the file named pages-articles.xml.bz2";
    if (memchr(head.data, '\0', head.size < 64 ? head.size : 64) != NULL)
        return ": it is binary";
    return "";
}

enum status dump_format_tell(enum dump_format *format, struct view head, const char *name,
                             struct error *error) {
    head = skip_prolog(head);
    if (is_element(head, "<mediawiki") || is_element(head, "<page"))
        *format = DUMP_FORMAT_EXPORT;
    else if (is_element(head, "<feed"))
        *format = DUMP_FORMAT_ABSTRACT;
    else if (is_element(head, "<doc"))
        *format = DUMP_FORMAT_DOCUMENTS;
    else if (begins(head, "{") && first_key_is(head, "\"index\""))
        *format = DUMP_FORMAT_CIRRUS;
    else if (begins(head, "{") && (first_key_is(head, "\"") || head.size == 1))
        *format = DUMP_FORMAT_JSON_LINES;
    else if (head.size == 0)
        return error_set(error, STATUS_NOT_OURS, "'%s' is empty, where a dump was expected", name);
    else
        return error_set(error, STATUS_NOT_OURS,
                         "'%s' is no dump of a wiki%s (read are MediaWiki's XML, feeds of "
                         "abstracts, Cirrus's JSON, and WikiExtractor's output)",
                         name, what_it_seems(head));
    return STATUS_OK;
}

const char *dump_format_unit_end(enum dump_format format) {
    switch (format) {
    case DUMP_FORMAT_EXPORT:
        return "</page>";
    case DUMP_FORMAT_ABSTRACT:
        return "</doc>";
    case DUMP_FORMAT_DOCUMENTS:
        return "\n</doc>\n";
    case DUMP_FORMAT_CIRRUS:
    case DUMP_FORMAT_JSON_LINES:
        break;
    }
    return "\n";
}

const char *dump_format_end(enum dump_format format) {
    return format == DUMP_FORMAT_EXPORT     ? "</mediawiki>"
           : format == DUMP_FORMAT_ABSTRACT ? "</feed>"
                                            : NULL;
}
