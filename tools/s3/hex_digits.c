#include "tools/s3/hex_digits.h"

void hex_digits_write(char *text, const unsigned char *bytes, size_t size) {
    static const char DIGITS[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        *text++ = DIGITS[bytes[i] >> 4];
        *text++ = DIGITS[bytes[i] & 15];
    }
    *text = '\0';
}

static int value_of(char digit) {
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                          : -1;
}

bool hex_digits_read(unsigned char *bytes, size_t size, const char *text) {
    for (size_t i = 0; i < size; i++) {
        int high = value_of(text[2 * i]), low = high < 0 ? -1 : value_of(text[2 * i + 1]);
        if (low < 0)
            return false;
        bytes[i] = (unsigned char)(high * 16 + low);
    }
    return true;
}
