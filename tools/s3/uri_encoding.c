#include "tools/s3/uri_encoding.h"

static bool is_unreserved(unsigned char byte) {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' || byte == '_' || byte == '~';
}

enum status uri_encoding_append(struct buffer *buffer, struct view bytes, bool keep_slash,
                                struct error *error) {
    static const char DIGITS[] = "0123456789ABCDEF";
    for (size_t i = 0; i < bytes.size; i++) {
        unsigned char byte = bytes.data[i];
        unsigned char encoded[3] = {byte};
        size_t length = 1;
        if (!is_unreserved(byte) && !(keep_slash && byte == '/')) {
            encoded[0] = '%';
            encoded[1] = (unsigned char)DIGITS[byte >> 4];
            encoded[2] = (unsigned char)DIGITS[byte & 15];
            length = 3;
        }
        enum status status = buffer_append(buffer, encoded, length, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static int hex_value(char digit) {
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static bool decode(char *text, char plus) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from != '%') {
            *to++ = (char)(*from == '+' ? plus : *from);
            continue;
        }
        int high = hex_value(from[1]), low = high < 0 ? -1 : hex_value(from[2]);
        if (low < 0 || (high == 0 && low == 0))
            return false;
        *to++ = (char)(high * 16 + low);
        from += 2;
    }
    *to = '\0';
    return true;
}

bool uri_encoding_decode(char *text) {
    return decode(text, ' ');
}

bool uri_encoding_decode_path(char *text) {
    return decode(text, '+');
}
