#include "tools/s3/base64.h"

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static const char PADDING = '=';

void base64_encode(char *text, struct view bytes) {
    for (size_t at = 0; at < bytes.size; at += 3) {
        size_t left = bytes.size - at;
        unsigned long group = (unsigned long)bytes.data[at] << 16;
        if (left > 1)
            group |= (unsigned long)bytes.data[at + 1] << 8;
        if (left > 2)
            group |= bytes.data[at + 2];
        *text++ = DIGITS[group >> 18];
        *text++ = DIGITS[(group >> 12) & 63];
        *text++ = left > 1 ? DIGITS[(group >> 6) & 63] : PADDING;
        *text++ = left > 2 ? DIGITS[group & 63] : PADDING;
    }
    *text = '\0';
}
