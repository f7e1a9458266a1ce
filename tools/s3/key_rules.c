#include "tools/s3/key_rules.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

/* The longest key, in bytes ("Creating object key names", Amazon S3 user guide). */
static const size_t LONGEST_KEY = 1024;

/* The length of the well-formed UTF-8 character at `text` (RFC 3629), 0 when it is none. */
static size_t utf8_length(const unsigned char *text) {
    unsigned char first = text[0];
    size_t length = first < 0x80                     ? 1
                    : first >= 0xC2 && first <= 0xDF ? 2
                    : first >= 0xE0 && first <= 0xEF ? 3
                    : first >= 0xF0 && first <= 0xF4 ? 4
                                                     : 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    }
    bool overlong = (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90);
    bool outside = (first == 0xED && text[1] > 0x9F) || (first == 0xF4 && text[1] > 0x8F);
    return overlong || outside ? 0 : length;
}

const char *key_rules_refuse_key(const char *key) {
    if (strlen(key) > LONGEST_KEY)
        return "makes a key of more than 1024 bytes, and S3 takes no longer ones";
    for (const unsigned char *at = (const unsigned char *)key; *at != '\0';) {
        size_t length = utf8_length(at);
        if (length == 0)
            return "is not named in UTF-8, as keys have to be; rename it";
        at += length;
    }
    return NULL;
}

const char *key_rules_refuse_path(const char *relative) {
    if (*relative == '\0')
        return "has no name left for the target";
    for (const char *at = relative;; at++) {
        size_t length = strcspn(at, "/");
        if (length == 0)
            return "cannot be a file: its key has an empty part ('//', or a slash at an end)";
        if (length == 1 && at[0] == '.')
            return "cannot be a file: its key has a part '.'";
        if (length == 2 && at[0] == '.' && at[1] == '.')
            return "would leave the target folder: its key has a part '..'";
        if (length > NAME_MAX)
            return "cannot be a file: a part of its key has more than 255 bytes";
        at += length;
        if (*at == '\0')
            return NULL;
    }
}

bool key_rules_is_marker(const char *key, bool is_empty) {
    size_t length = strlen(key);
    return is_empty && length > 0 && key[length - 1] == '/';
}
