#include "tools/fetch/checksum_list.h"

#include <ctype.h>
#include <string.h>

/* Takes a line without its end off the front of the text. */
static struct view take_line(struct view *text) {
    const unsigned char *end = memchr(text->data, '\n', text->size);
    struct view line = {text->data, end == NULL ? text->size : (size_t)(end - text->data)};
    size_t taken = end == NULL ? line.size : line.size + 1;
    text->data += taken;
    text->size -= taken;
    while (line.size > 0 && isspace(line.data[line.size - 1]))
        line.size--;
    return line;
}

/* Splits a line; false when it is of another form. */
static bool read_line(struct checksum_line *made, struct view line) {
    char hex[FILE_DIGEST_SIZE];
    size_t digits = 0, at;
    while (digits < line.size && isxdigit(line.data[digits]))
        digits++;
    if (digits >= sizeof hex || digits >= line.size || memchr(line.data, '\0', line.size) != NULL)
        return false;
    memcpy(hex, line.data, digits);
    hex[digits] = '\0';
    for (at = digits; at < line.size && isspace(line.data[at]);)
        at++;
    if (at == digits)
        return false;
    if (at < line.size && line.data[at] == '*')
        at++;
    for (size_t i = at; i < line.size; i++) {
        if (line.data[i] == '/')
            at = i + 1;
    }
    size_t length = line.size - at;
    *made = (struct checksum_line){.name = ""};
    if (length == 0 || length >= sizeof made->name)
        return false;
    memcpy(made->name, line.data + at, length);
    return file_digests_take(&made->digests, hex);
}

bool checksum_list_next(struct checksum_line *line, struct view *text) {
    while (text->size > 0) {
        if (read_line(line, take_line(text)))
            return true;
    }
    return false;
}

enum status checksum_list_find(struct file_digests *digests, bool *found, struct view text,
                               const char *name, struct error *error) {
    struct checksum_line line;
    *found = false;
    while (checksum_list_next(&line, &text)) {
        if (strcmp(line.name, name) != 0)
            continue;
        if (file_digests_compare(digests, &line.digests) != FILE_DIGEST_KINDS)
            return error_set(error, STATUS_CORRUPT, "the mirror has two checksums of '%.255s'",
                             name);
        file_digests_add(digests, &line.digests);
        *found = true;
    }
    return STATUS_OK;
}
