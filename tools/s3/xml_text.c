#include "tools/s3/xml_text.h"

#include <string.h>

/* The bytes of the UTF-8 sequence at `at`, 0 when it is none that XML allows. */
static size_t sequence_length(const unsigned char *at) {
    if (at[0] < 0x80)
        return at[0] >= 0x20 || at[0] == '\t' || at[0] == '\n' || at[0] == '\r';
    size_t length = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : at[0] >= 0xC2 ? 2 : 0;
    if (length == 0 || at[0] > 0xF4)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    }
    bool overlong = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
    bool surrogate = at[0] == 0xED && at[1] >= 0xA0;
    bool beyond = at[0] == 0xF4 && at[1] >= 0x90;
    bool no_character = at[0] == 0xEF && at[1] == 0xBF && at[2] >= 0xBE;
    return overlong || surrogate || beyond || no_character ? 0 : length;
}

bool xml_text_allows(const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
        size_t length = sequence_length(at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

static const char *escape(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\r':
        return "&#13;";
    default:
        return NULL;
    }
}

enum status xml_text_element(struct buffer *document, const char *name, const char *text,
                             struct error *error) {
    enum status status = buffer_format(document, error, "<%s>", name);
    while (*text != '\0' && status == STATUS_OK) {
        size_t plain = strcspn(text, "&<>\"\r");
        status = buffer_append(document, text, plain, error);
        text += plain;
        if (status == STATUS_OK && *text != '\0') {
            const char *escaped = escape(*text++);
            status = buffer_append(document, escaped, strlen(escaped), error);
        }
    }
    if (status == STATUS_OK)
        status = buffer_format(document, error, "</%s>", name);
    return status;
}
