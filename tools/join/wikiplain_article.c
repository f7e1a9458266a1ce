#include "tools/join/wikiplain_article.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

static bool is_blank(unsigned char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

enum status wikiplain_article_lines(struct buffer *lines, struct view text, struct error *error) {
    const unsigned char *at = text.data;
    const unsigned char *end = text.data + text.size;
    while (at < end) {
        while (at < end && is_blank(*at))
            at++;
        const unsigned char *begin = at;
        while (at < end && *at != '\n' && *at != '\r')
            at++;
        const unsigned char *last = at;
        while (last > begin && is_blank(last[-1]))
            last--;
        if (last == begin)
            continue;
        enum status status = buffer_append(lines, begin, (size_t)(last - begin), error);
        if (status == STATUS_OK)
            status = buffer_append(lines, "\n", 1, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum oddity { ODDITY_NONE, ODDITY_SPACE, ODDITY_DROP };

/* What the character at `at` is, and its size when it is odd. */
static enum oddity oddity_of(const unsigned char *at, const unsigned char *end, size_t *size) {
    *size = 1;
    if (*at == '\t' || *at == '\v' || *at == '\f')
        return ODDITY_SPACE;
    if ((*at < 0x20 && *at != '\n') || *at == 0x7F)
        return ODDITY_DROP;
    *size = 2;
    if (*at == 0xC2 && end - at > 1 && at[1] >= 0x80 && at[1] < 0xA0)
        return at[1] == 0x85 ? ODDITY_SPACE : ODDITY_DROP;
    *size = 3;
    if (*at == 0xE2 && end - at > 2 && at[1] == 0x80 && (at[2] == 0xA8 || at[2] == 0xA9))
        return ODDITY_SPACE;
    return ODDITY_NONE;
}

/* The first byte that may begin an odd character; looks at sixteen side by side. */
static const unsigned char *find_suspect(const unsigned char *at, const unsigned char *end) {
    while (end - at >= 16) {
        unsigned char found = 0;
        for (size_t i = 0; i < 16; i++)
            found = (unsigned char)(found | ((at[i] < 0x20) & (at[i] != '\n')) | (at[i] == 0x7F) |
                                    (at[i] == 0xC2) | (at[i] == 0xE2));
        if (found)
            break;
        at += 16;
    }
    while (at < end && (*at >= 0x20 || *at == '\n') && *at != 0x7F && *at != 0xC2 && *at != 0xE2)
        at++;
    return at;
}

void wikiplain_article_clean(struct buffer *text, size_t from) {
    if (text->size == from)
        return;
    unsigned char *to = text->data + from;
    const unsigned char *at = to;
    const unsigned char *end = text->data + text->size;
    while (at < end) {
        const unsigned char *suspect = find_suspect(at, end);
        size_t size = (size_t)(suspect - at);
        if (to != at)
            memmove(to, at, size);
        to += size;
        at = suspect;
        if (at == end)
            break;
        enum oddity oddity = oddity_of(at, end, &size);
        if (oddity == ODDITY_NONE)
            *to++ = *at++;
        else
            at += size;
        bool line_begins = to == text->data + from || to[-1] == '\n';
        if (oddity == ODDITY_SPACE && !line_begins)
            *to++ = ' ';
        else if (oddity != ODDITY_NONE && line_begins && at < end && *at == '\n')
            at++; /* nothing else was in the line */
    }
    text->size = (size_t)(to - text->data);
}

uint64_t wikiplain_article_length(struct view text) {
    uint64_t length = 0;
    for (size_t i = 0; i < text.size; i++)
        length += (text.data[i] & 0xC0) != 0x80 && text.data[i] != '\n';
    return length;
}

/* Appends a string with its quotation marks; UTF-8 as it is. */
static enum status append_string(struct buffer *json, struct view text, struct error *error) {
    enum status status = buffer_append(json, "\"", 1, error);
    size_t done = 0;
    for (size_t i = 0; i < text.size && status == STATUS_OK; i++) {
        unsigned char byte = text.data[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7F)
            continue;
        status = buffer_append(json, text.data + done, i - done, error);
        done = i + 1;
        if (status != STATUS_OK)
            return status;
        if (byte == '\n')
            status = buffer_append(json, "\\n", 2, error);
        else if (byte == '"' || byte == '\\')
            status = buffer_format(json, error, "\\%c", byte);
        else
            status = buffer_format(json, error, "\\u%04x", byte);
    }
    if (status == STATUS_OK)
        status = buffer_append(json, text.data + done, text.size - done, error);
    return status == STATUS_OK ? buffer_append(json, "\"", 1, error) : status;
}

enum status wikiplain_article_json(struct buffer *json, const struct wiki_page *page,
                                   struct view text, struct error *error) {
    if (text.size > 0 && text.data[text.size - 1] == '\n')
        text.size--;
    enum status status = buffer_format(json, error, "{\"id\": %" PRIu64 ", \"title\": ", page->id);
    if (status == STATUS_OK)
        status = append_string(json, page->title, error);
    if (status == STATUS_OK)
        status = buffer_format(json, error, ", \"text\": ");
    if (status == STATUS_OK)
        status = append_string(json, text, error);
    if (status == STATUS_OK)
        status = buffer_format(json, error,
                               ", \"revision\": %" PRIu64 ", \"timestamp\": ", page->revision);
    if (status == STATUS_OK)
        status = append_string(json, page->timestamp, error);
    return status == STATUS_OK ? buffer_append(json, "}\n", 2, error) : status;
}
