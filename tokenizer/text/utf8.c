#include "tokenizer/text/utf8.h"

#include <string.h>

/* What table 3-7 says of a first byte: how many follow, and between what the second one lies. */
struct lead {
    size_t following; /* 0: not a first byte */
    unsigned char second_least;
    unsigned char second_most;
    unsigned char bits; /* of the code point, in the first byte */
};

static struct lead lead_of(unsigned char byte) {
    if (byte < 0xC2 || byte > 0xF4)
        return (struct lead){0, 0, 0, 0};
    if (byte < 0xE0)
        return (struct lead){1, 0x80, 0xBF, byte & 0x1F};
    if (byte < 0xF0)
        return (struct lead){2, byte == 0xE0 ? 0xA0 : 0x80, byte == 0xED ? 0x9F : 0xBF,
                             byte & 0x0F};
    return (struct lead){3, byte == 0xF0 ? 0x90 : 0x80, byte == 0xF4 ? 0x8F : 0xBF, byte & 0x07};
}

size_t utf8_decode_long(const unsigned char *bytes, size_t size, uint32_t *code_point) {
    struct lead lead = lead_of(bytes[0]);
    *code_point = UTF8_MALFORMED;
    if (lead.following == 0)
        return 1;
    uint32_t value = lead.bits;
    for (size_t i = 1; i <= lead.following; i++) {
        if (i == size)
            return 0;
        unsigned char least = i == 1 ? lead.second_least : 0x80;
        unsigned char most = i == 1 ? lead.second_most : 0xBF;
        if (bytes[i] < least || bytes[i] > most)
            return i;
        value = value << 6 | (bytes[i] & 0x3F);
    }
    *code_point = value;
    return lead.following + 1;
}

bool utf8_is_well_formed(const unsigned char *bytes, size_t size, size_t *offset) {
    size_t at = 0;
    while (at < size) {
        uint64_t eight;
        if (size - at >= sizeof eight) {
            memcpy(&eight, bytes + at, sizeof eight);
            if ((eight & 0x8080808080808080u) == 0) { /* ASCII, most of most text */
                at += sizeof eight;
                continue;
            }
        }
        uint32_t code_point;
        size_t length = utf8_decode(bytes + at, size - at, &code_point);
        if (length == 0 || code_point == UTF8_MALFORMED) {
            *offset = at;
            return false;
        }
        at += length;
    }
    return true;
}
