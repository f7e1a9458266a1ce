#include "formats/wiki/wikitext_scan.h"

#include "formats/wiki/wikitext_inline.h"

/* Characters that begin or end markup, in the order of their marks. */
static const char PROTECTED[] = "[]{}|'<>=*#:;&-_! ";

bool wikitext_is_heading(const unsigned char *at, const unsigned char *end) {
    if (end - at < 3 || at[0] != '=')
        return false;
    const unsigned char *last = wikitext_line_end(at, end);
    while (last > at && (wikitext_is_blank(last[-1]) || last[-1] == MARK_DROPPED))
        last--;
    return last - at >= 3 && last[-1] == '=';
}

const unsigned char *wikitext_paragraph_end(const unsigned char *at, const unsigned char *end) {
    for (;;) {
        at = wikitext_line_end(at, end);
        if (at == end || wikitext_is_blank_line(at + 1, end) || wikitext_is_heading(at + 1, end))
            return at;
        at++;
    }
}

bool wikitext_has_prefix(const unsigned char *at, const unsigned char *end, const char *word) {
    for (; *word != '\0'; word++, at++) {
        if (at == end || wikitext_lower(*at) != (unsigned char)*word)
            return false;
    }
    return true;
}

static bool is_trimmed(unsigned char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == MARK_DROPPED;
}

struct view wikitext_trim(const unsigned char *at, const unsigned char *end) {
    while (at < end && is_trimmed(*at))
        at++;
    while (at < end && is_trimmed(end[-1]))
        end--;
    return (struct view){at, (size_t)(end - at)};
}

unsigned char wikitext_protect(unsigned char byte) {
    const char *found = byte == '\0' ? NULL : strchr(PROTECTED, (char)byte);
    return found == NULL ? byte : (unsigned char)(MARK_PROTECTED + (found - PROTECTED));
}

unsigned char wikitext_unprotect(unsigned char mark) {
    return (unsigned char)PROTECTED[mark - MARK_PROTECTED];
}

enum status wikitext_append_protected(struct buffer *buffer, struct view text,
                                      struct error *error) {
    enum status status = buffer_reserve(buffer, text.size, error);
    if (status != STATUS_OK)
        return status;
    unsigned char *to = buffer->data + buffer->size;
    for (const unsigned char *at = text.data, *end = at + text.size, *next; at < end; at++) {
        if (*at == '&' && wikitext_entity_read(at, end, &next) != 0) {
            /* A character reference: the inline pass undoes it. */
            memcpy(to, at, (size_t)(next - at));
            to += next - at;
            at = next - 1;
        } else if (*at >= ' ' || *at == '\n' || *at == '\t') {
            *to++ = wikitext_protect(*at);
        }
    }
    buffer->size = (size_t)(to - buffer->data);
    return STATUS_OK;
}
