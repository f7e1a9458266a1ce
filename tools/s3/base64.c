#include "tools/s3/base64.h"

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
