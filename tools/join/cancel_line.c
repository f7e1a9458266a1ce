#include "tools/join/cancel_line.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tokenizer/text/utf8.h"

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

static bool is_harmless(uint32_t code_point) {
    return code_point >= 0x20 && code_point != 0x7F && code_point != UTF8_MALFORMED &&
           (code_point < 0x80 || code_point >= 0xA0);
}

/* Copies the line; control characters (C0, DEL, C1) and malformed UTF-8 become '?'. */
static size_t copy_clean(char *clean, struct view sentence) {
    size_t size = 0;
    if (sentence.size > CANCEL_LINE_SENTENCE)
        sentence.size = CANCEL_LINE_SENTENCE;
    for (size_t at = 0; at < sentence.size;) {
        if (sentence.data[at] == '\n' || sentence.data[at] == '\r')
            break;
        uint32_t code_point;
        size_t length = utf8_decode(sentence.data + at, sentence.size - at, &code_point);
        if (length == 0)
            break; /* cut inside a character */
        if (is_harmless(code_point))
            memcpy(clean + size, sentence.data + at, length);
        else
            clean[size] = '?';
        size += is_harmless(code_point) ? length : 1;
        at += length;
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
    /* On a terminal the sentence stands already, and no tool reads what is there. */
    if (status == STATUS_CLOSED_PIPE || status == STATUS_USAGE || isatty(sink->descriptor))
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
