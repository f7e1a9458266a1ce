#include "formats/wiki/utf8_check.h"

#include <stdbool.h>

/* Bytes looked at together: compilers make a few vector instructions of it. */
#define BLOCK 64

/*
 * True when all of a block is well-formed by a simple rule: a byte continues a character just where
 * one of two bytes began before it, or one of three at one or two bytes before it. Leads that bound
 * their next byte, those of four bytes and control characters are for the slow path. The two bytes
 * before the block are looked at, so that characters may lie across its edges.
 */
static bool is_simple(const unsigned char *bytes) {
    unsigned char wrong = 0;
    for (size_t i = 0; i < BLOCK; i++) {
        unsigned char byte = bytes[i];
        unsigned char before = (bytes - 1)[i];
        unsigned char second = (bytes - 2)[i];
        unsigned char continues = (byte & 0xc0) == 0x80;
        unsigned char should = ((before >= 0xc2) & (before < 0xf0)) | ((second & 0xf0) == 0xe0);
        unsigned char special = ((byte & 0xfe) == 0xc0) | (byte == 0xe0) | (byte == 0xed) |
                                (byte >= 0xf0) | ((byte < 0x20) & (byte != '\n') & (byte != '\t'));
        wrong = (unsigned char)(wrong | (continues ^ should) | special);
    }
    return wrong == 0;
}

static bool continues(struct view text, size_t at, unsigned char low, unsigned char high) {
    return at < text.size && text.data[at] >= low && text.data[at] <= high;
}

/* The size of the well-formed character at `at`, 0 when it is none. */
static size_t character(struct view text, size_t at) {
    unsigned char lead = text.data[at];
    if (lead < 0x80)
        return lead >= 0x20 || lead == '\n' || lead == '\t' || lead == '\r' ? 1 : 0;
    if (lead >= 0xc2 && lead <= 0xdf)
        return continues(text, at + 1, 0x80, 0xbf) ? 2 : 0;
    unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (lead < 0xe0 || lead > 0xf4 || !continues(text, at + 1, low, high) ||
        !continues(text, at + 2, 0x80, 0xbf))
        return 0;
    if (lead < 0xf0)
        return 3;
    return continues(text, at + 3, 0x80, 0xbf) ? 4 : 0;
}

/* The beginning of the character that lies across `at`, when one does. */
static size_t boundary(struct view text, size_t at) {
    if (at >= 1 && text.data[at - 1] >= 0xc2)
        return at - 1;
    return at >= 2 && text.data[at - 2] >= 0xe0 ? at - 2 : at;
}

size_t utf8_check(struct view text) {
    size_t at = 0;
    while (at < text.size) {
        if (at >= 2 && text.size - at >= BLOCK && is_simple(text.data + at)) {
            at += BLOCK;
            continue;
        }
        size_t end = text.size - at > BLOCK ? at + BLOCK : text.size;
        at = boundary(text, at);
        while (at < end) {
            size_t size = character(text, at);
            if (size == 0)
                return at;
            at += size;
        }
    }
    at = boundary(text, text.size);
    return at < text.size && character(text, at) == 0 ? at : text.size;
}
