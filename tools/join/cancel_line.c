#include "tools/join/cancel_line.h"

#include <stdio.h>
#include <string.h>

size_t cancel_line_find(struct view text, bool at_line_start) {
    size_t at = 0;
    while (at < text.size) {
        const unsigned char *found = memchr(text.data + at, CANCEL_LINE_BYTE, text.size - at);
        if (found == NULL)
            break;
        at = (size_t)(found - text.data);
        if (at == 0 ? at_line_start : found[-1] == '\n' || found[-1] == '\r')
            return at;
        at++;
    }
    return text.size;
}

/* Copies the line without control characters (C0, DEL and C1); returns the length. */
static size_t copy_clean(char *clean, struct view sentence) {
    size_t size = 0;
    for (size_t i = 0; i < sentence.size && i < CANCEL_LINE_SENTENCE; i++) {
        unsigned char byte = sentence.data[i];
        if (byte == '\n' || byte == '\r')
            break;
        bool second = byte >= 0x80 && byte < 0xA0 && i > 0 && sentence.data[i - 1] == 0xC2;
        clean[size++] = byte < 0x20 || byte == 0x7F || second ? '?' : (char)byte;
    }
    return size;
}

enum status cancel_line_error(const char *name, uint64_t line, struct view sentence,
                              struct error *error) {
    char clean[CANCEL_LINE_SENTENCE + 1];
    size_t size = copy_clean(clean, sentence);
    clean[size] = '\0';
    return error_set(error, STATUS_UPSTREAM, "'%s' says in line %llu that it is incomplete: %s",
                     name, (unsigned long long)line, size > 0 ? clean : "the tool before failed");
}

void cancel_line_write(struct byte_sink *sink, const char *tool, enum status status,
                       const struct error *error) {
    if (status == STATUS_CLOSED_PIPE || status == STATUS_USAGE)
        return;
    char line[ERROR_MESSAGE_SIZE + 64];
    bool upstream = status == STATUS_UPSTREAM;
    int size = snprintf(line, sizeof line, "%c%s%s%s\n", CANCEL_LINE_BYTE, upstream ? "" : tool,
                        upstream ? "" : ": ", error->message);
    struct error ignored;
    if (size > 0 && (size_t)size < sizeof line &&
        byte_sink_write(sink, line, (size_t)size, &ignored) == STATUS_OK &&
        byte_sink_flush(sink, &ignored) != STATUS_OK)
        return;
}
