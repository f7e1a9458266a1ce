#include "tools/s3/base64.h"

#include <string.h>

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(char *text, struct view bytes) {
    for (size_t at = 0; at < bytes.size; at += 3, text += 4) {
        size_t left = bytes.size - at;
        unsigned long group = (unsigned long)bytes.data[at] << 16;
        if (left > 1)
            group |= (unsigned long)bytes.data[at + 1] << 8;
        if (left > 2)
            group |= bytes.data[at + 2];
        text[0] = DIGITS[group >> 18];
        text[1] = DIGITS[(group >> 12) & 63];
        text[2] = DIGITS[(group >> 6) & 63];
        text[3] = DIGITS[group & 63];
        if (left < 3)
            text[3] = '=';
        if (left < 2)
            text[2] = '=';
    }
    *text = '\0';
}

bool base64_decode(unsigned char *bytes, size_t size, const char *text) {
    size_t digits = (size * 8 + 5) / 6;
    unsigned long group = 0;
    unsigned bits = 0;
    for (size_t i = 0; i < digits; i++) {
        const char *digit = text[i] == '\0' ? NULL : strchr(DIGITS, text[i]);
        if (digit == NULL)
            return false;
        group = (group << 6 | (unsigned long)(digit - DIGITS)) & 0xFFFF;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            *bytes++ = (unsigned char)(group >> bits);
        }
    }
    /* What is left of the last digit is nothing, and "=" fills up to four. */
    return (group & ((1UL << bits) - 1)) == 0 &&
           strspn(text + digits, "=") == (4 - digits % 4) % 4 &&
           text[digits + (4 - digits % 4) % 4] == '\0';
}
