#include "tools/join/json_escape.h"

#include <stddef.h>

/*
 * The length of the character that begins a text, 0 where none does: The Unicode Standard, table
 * 3-7, "Well-Formed UTF-8 Byte Sequences". The NUL at the end is no continuation, so nothing is
 * read behind it.
 */
static size_t character_length(const unsigned char *at) {
    if (at[0] < 0x80)
        return 1;
    if (at[0] < 0xC2 || at[0] > 0xF4)
        return 0;
    size_t length = at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    unsigned char lowest = at[0] == 0xE0 ? 0xA0 : at[0] == 0xF0 ? 0x90 : 0x80;
    unsigned char highest = at[0] == 0xED ? 0x9F : at[0] == 0xF4 ? 0x8F : 0xBF;
    if (at[1] < lowest || at[1] > highest)
        return 0;
    for (size_t i = 2; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    }
    return length;
}

static void write_ascii(FILE *file, unsigned char byte) {
    if (byte == '"' || byte == '\\')
        fprintf(file, "\\%c", byte);
    else if (byte == '\n')
        fputs("\\n", file);
    else if (byte == '\t')
        fputs("\\t", file);
    else if (byte < 0x20 || byte == 0x7F)
        fprintf(file, "\\u%04x", byte);
    else
        putc(byte, file);
}

void json_escape_write_inside(FILE *file, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    while (*at != '\0') {
        size_t length = character_length(at);
        if (length == 0)
            fprintf(file, "\\udc%02x", *at++);
        else if (length == 1)
            write_ascii(file, *at++);
        else {
            fwrite(at, 1, length, file);
            at += length;
        }
    }
}

void json_escape_write(FILE *file, const char *text) {
    putc('"', file);
    json_escape_write_inside(file, text);
    putc('"', file);
}
