#include "formats/stream/record_name.h"

#include "formats/stream/record_format.h"

/*
 * The length of the UTF-8 sequence (RFC 3629) at the start of `size` bytes that begin with one
 * above 0x7F; 0 when it is none. Only the second byte has narrower bounds than 0x80 to 0xBF.
 */
static size_t sequence_length(const unsigned char *bytes, size_t size) {
    unsigned char lead = bytes[0];
    size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || size < length)
        return 0;
    unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (bytes[1] < lowest || bytes[1] > highest)
        return 0;
    for (size_t i = 2; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    }
    return length;
}

bool record_name_is_valid(struct view name) {
    if (name.size == 0 || name.size > RECORD_NAME_LIMIT)
        return false;
    for (size_t i = 0; i < name.size;) {
        unsigned char byte = name.data[i];
        if (byte < 0x20 || byte == 0x7F || byte == '/')
            return false;
        size_t length = byte < 0x80 ? 1 : sequence_length(name.data + i, name.size - i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}
