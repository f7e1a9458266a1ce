#include "formats/wiki/letter_case.h"

#include <stdbool.h>
#include <stdint.h>

size_t letter_case_length(struct view text) {
    unsigned char first = text.data[0];
    size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return length < text.size ? length : text.size;
}

/* Blocks in which an even and the odd number after it are one letter's capital and small form. */
static bool in_pairs(uint32_t code) {
    return (code >= 0x100 && code <= 0x137 && code != 0x130 && code != 0x131) ||
           (code >= 0x14A && code <= 0x177) || (code >= 0x1DE && code <= 0x1EF) ||
           (code >= 0x1F8 && code <= 0x21F) || (code >= 0x222 && code <= 0x233) ||
           (code >= 0x460 && code <= 0x481) || (code >= 0x48A && code <= 0x4BF) ||
           (code >= 0x4D0 && code <= 0x52F) || (code >= 0x1E00 && code <= 0x1E95) ||
           (code >= 0x1EA0 && code <= 0x1EFF);
}

/* The same with the odd number first. */
static bool in_odd_pairs(uint32_t code) {
    return (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E) ||
           (code >= 0x1CD && code <= 0x1DC) || (code >= 0x4C1 && code <= 0x4CE);
}

static uint32_t lower(uint32_t code) {
    if ((code >= 0xC0 && code <= 0xDE && code != 0xD7) || (code >= 0x391 && code <= 0x3AB) ||
        (code >= 0x410 && code <= 0x42F))
        return code + 32;
    if (code >= 0x400 && code <= 0x40F)
        return code + 80;
    if (code >= 0x531 && code <= 0x556)
        return code + 48;
    if (in_pairs(code))
        return code | 1;
    if (in_odd_pairs(code))
        return code + (code & 1);
    switch (code) {
    case 0x178:
        return 0xFF;
    case 0x386:
        return 0x3AC;
    case 0x388:
    case 0x389:
    case 0x38A:
        return code + 37;
    case 0x38C:
        return 0x3CC;
    case 0x38E:
    case 0x38F:
        return code + 63;
    default:
        return code;
    }
}

static uint32_t upper(uint32_t code) {
    if ((code >= 0xE0 && code <= 0xFE && code != 0xF7) || (code >= 0x430 && code <= 0x44F) ||
        (code >= 0x3B1 && code <= 0x3CB && code != 0x3C2))
        return code - 32;
    if (code >= 0x450 && code <= 0x45F)
        return code - 80;
    if (code >= 0x561 && code <= 0x586)
        return code - 48;
    if (in_pairs(code))
        return code & ~UINT32_C(1);
    if (in_odd_pairs(code))
        return code - ((code & 1) == 0);
    switch (code) {
    case 0xFF:
        return 0x178;
    case 0x3C2:
        return 0x3A3;
    case 0x3AC:
        return 0x386;
    case 0x3AD:
    case 0x3AE:
    case 0x3AF:
        return code - 37;
    case 0x3CC:
        return 0x38C;
    case 0x3CD:
    case 0x3CE:
        return code - 63;
    default:
        return code;
    }
}

/* Both forms have the same number of bytes, or the letter stays as it is. */
static void change(unsigned char *text, size_t size, uint32_t (*map)(uint32_t)) {
    size_t length;
    for (size_t i = 0; i < size; i += length) {
        length = letter_case_length((struct view){text + i, size - i});
        if (length == 2 && (text[i + 1] & 0xC0) == 0x80) {
            uint32_t code = map((uint32_t)(text[i] & 0x1F) << 6 | (text[i + 1] & 0x3F));
            if (code < 0x80 || code > 0x7FF)
                continue;
            text[i] = (unsigned char)(0xC0 | code >> 6);
            text[i + 1] = (unsigned char)(0x80 | (code & 0x3F));
        } else if (length == 3 && text[i] == 0xE1 && (text[i + 1] & 0xFC) == 0xB8) {
            /* U+1E00 to U+1EFF */
            uint32_t code =
                map(0x1000 | (uint32_t)(text[i + 1] & 0x3F) << 6 | (text[i + 2] & 0x3F));
            text[i + 2] = (unsigned char)(0x80 | (code & 0x3F));
        } else if (length == 1 && text[i] < 0x80 && map == lower) {
            if (text[i] >= 'A' && text[i] <= 'Z')
                text[i] = (unsigned char)(text[i] | 0x20);
        } else if (length == 1 && text[i] >= 'a' && text[i] <= 'z') {
            text[i] = (unsigned char)(text[i] & ~0x20);
        }
    }
}

void letter_case_lower(unsigned char *text, size_t size) {
    change(text, size, lower);
}

void letter_case_upper(unsigned char *text, size_t size) {
    change(text, size, upper);
}
