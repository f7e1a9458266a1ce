#include "formats/wiki/wiki_name.h"

#include <stdbool.h>
#include <stdint.h>

static bool is_blank(unsigned char byte) {
    return byte == ' ' || byte == '_' || (byte >= '\t' && byte <= '\r');
}

struct view wiki_name_trim(struct view name) {
    while (name.size > 0 && is_blank(name.data[0])) {
        name.data++;
        name.size--;
    }
    while (name.size > 0 && is_blank(name.data[name.size - 1]))
        name.size--;
    return name;
}

/* The letters that come in ranges: capitals from first to last, step 2 where pairs alternate. */
struct capital_range {
    uint16_t first, last, step;
    int16_t to_small;
};

static const struct capital_range CAPITALS[] = {
    {0x00c0, 0x00d6, 1, 32},   {0x00d8, 0x00de, 1, 32},   {0x0100, 0x012e, 2, 1},
    {0x0130, 0x0130, 1, -199}, {0x0132, 0x0136, 2, 1},    {0x0139, 0x0147, 2, 1},
    {0x014a, 0x0176, 2, 1},    {0x0178, 0x0178, 1, -121}, {0x0179, 0x017d, 2, 1},
    {0x0181, 0x0181, 1, 210},  {0x0186, 0x0186, 1, 206},  {0x0187, 0x0187, 1, 1},
    {0x018a, 0x018a, 1, 205},  {0x018e, 0x018e, 1, 79},   {0x018f, 0x018f, 1, 202},
    {0x0190, 0x0190, 1, 203},  {0x0198, 0x0198, 1, 1},    {0x019d, 0x019d, 1, 213},
    {0x01a0, 0x01a4, 2, 1},    {0x01af, 0x01af, 1, 1},    {0x01b3, 0x01b5, 2, 1},
    {0x01b7, 0x01b7, 1, 219},  {0x01cd, 0x01db, 2, 1},    {0x01de, 0x01ee, 2, 1},
    {0x01f8, 0x021e, 2, 1},    {0x0222, 0x0232, 2, 1},    {0x0386, 0x0386, 1, 38},
    {0x0388, 0x038a, 1, 37},   {0x038c, 0x038c, 1, 64},   {0x038e, 0x038f, 1, 63},
    {0x0391, 0x03a1, 1, 32},   {0x03a3, 0x03ab, 1, 32},   {0x0400, 0x040f, 1, 80},
    {0x0410, 0x042f, 1, 32},   {0x0460, 0x0480, 2, 1},    {0x048a, 0x04be, 2, 1},
    {0x04c0, 0x04c0, 1, 15},   {0x04c1, 0x04cd, 2, 1},    {0x04d0, 0x052e, 2, 1},
    {0x0531, 0x0556, 1, 48},   {0x1e00, 0x1e94, 2, 1},    {0x1ea0, 0x1efe, 2, 1},
};

static uint32_t small_letter(uint32_t letter) {
    size_t low = 0;
    size_t high = sizeof CAPITALS / sizeof CAPITALS[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct capital_range *range = &CAPITALS[middle];
        if (letter < range->first)
            high = middle;
        else if (letter > range->last)
            low = middle + 1;
        else
            return (letter - range->first) % range->step == 0
                       ? (uint32_t)((int32_t)letter + range->to_small)
                       : letter;
    }
    return letter;
}

static bool continues(struct view text, size_t at) {
    return at < text.size && (text.data[at] & 0xc0) == 0x80;
}

/*
 * The character at the beginning of `text` when it has two or three bytes and could be a capital or
 * a mark of direction, and its length; else 0.
 */
static uint32_t decode_short(struct view text, size_t *length) {
    unsigned char lead = text.data[0];
    if (lead >= 0xc3 && lead <= 0xdf && continues(text, 1)) {
        *length = 2;
        return (uint32_t)(lead & 0x1f) << 6 | (text.data[1] & 0x3f);
    }
    if ((lead == 0xe1 || lead == 0xe2) && continues(text, 1) && continues(text, 2)) {
        *length = 3;
        return (uint32_t)(lead & 0x0f) << 12 | (uint32_t)(text.data[1] & 0x3f) << 6 |
               (text.data[2] & 0x3f);
    }
    return 0;
}

static size_t encode(unsigned char bytes[3], uint32_t letter) {
    if (letter < 0x80) {
        bytes[0] = (unsigned char)letter;
        return 1;
    }
    if (letter < 0x800) {
        bytes[0] = (unsigned char)(0xc0 | letter >> 6);
        bytes[1] = (unsigned char)(0x80 | (letter & 0x3f));
        return 2;
    }
    bytes[0] = (unsigned char)(0xe0 | letter >> 12);
    bytes[1] = (unsigned char)(0x80 | (letter >> 6 & 0x3f));
    bytes[2] = (unsigned char)(0x80 | (letter & 0x3f));
    return 3;
}

static bool is_direction_mark(uint32_t letter) {
    return letter == 0x200e || letter == 0x200f || (letter >= 0x202a && letter <= 0x202e);
}

size_t wiki_name_fold(unsigned char *folded, size_t size, struct view name) {
    size_t used = 0;
    bool blank = false;
    while (name.size > 0) {
        unsigned char bytes[4] = {name.data[0]};
        size_t count = 1;
        size_t length = 1;
        if (is_blank(bytes[0])) {
            blank = used > 0;
            count = 0;
        } else if (bytes[0] >= 'A' && bytes[0] <= 'Z') {
            bytes[0] = (unsigned char)(bytes[0] + 32);
        } else if (bytes[0] >= 0xc3) {
            uint32_t letter = decode_short(name, &length);
            if (is_direction_mark(letter))
                count = 0;
            else if (letter != 0)
                count = encode(bytes, small_letter(letter));
        }
        if (used + count + blank > size)
            return 0;
        if (count > 0 && blank) {
            folded[used++] = ' ';
            blank = false;
        }
        for (size_t i = 0; i < count; i++)
            folded[used++] = bytes[i];
        name.data += length;
        name.size -= length;
    }
    return used;
}
