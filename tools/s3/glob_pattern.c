#include "tools/s3/glob_pattern.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The bytes of the character at `text`: 1 for one that is not well-formed UTF-8. */
static size_t character_size(const char *text) {
    unsigned char first = (unsigned char)*text;
    size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
    for (size_t i = 1; i < size; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 1;
    }
    return size;
}

/* A number that orders characters as their code points are ordered. */
static uint32_t character_value(const char *text, size_t size) {
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | (unsigned char)text[i];
    return value;
}

static uint32_t take_character(const char **at) {
    size_t size = character_size(*at);
    uint32_t value = character_value(*at, size);
    *at += size;
    return value;
}

/* Where the set that begins at '[' ends (behind its ']'); NULL when it does not. */
static const char *end_of_set(const char *pattern) {
    const char *at = pattern + 1;
    if (*at == '!')
        at++;
    if (*at == ']')
        at++;
    at = strchr(at, ']');
    return at == NULL ? NULL : at + 1;
}

/* Whether a character is in the set at `pattern`, which ends before `end`. */
static bool set_has(const char *pattern, const char *end, uint32_t character) {
    const char *at = pattern + 1, *last = end - 1;
    bool negated = *at == '!', found = false;
    at += negated;
    while (at < last) {
        uint32_t from = take_character(&at), to = from;
        if (last - at >= 2 && *at == '-') {
            at++;
            to = take_character(&at);
        }
        found = found || (character >= from && character <= to);
    }
    return found != negated;
}

/* Matches one character of the text by one element of the pattern; moves both on. */
static bool match_one(const char **pattern, const char **text) {
    const char *end = **pattern == '[' ? end_of_set(*pattern) : NULL;
    if (**pattern == '\0')
        return false;
    uint32_t character = take_character(text);
    if (end != NULL) {
        bool has = set_has(*pattern, end, character);
        *pattern = end;
        return has;
    }
    if (**pattern == '?') {
        ++*pattern;
        return true;
    }
    return take_character(pattern) == character;
}

bool glob_pattern_matches(const char *pattern, const char *text) {
    /* Where to go on when a match fails: behind the last star, one character further each time. */
    const char *after_star = NULL, *retry = NULL;
    for (;;) {
        if (*pattern == '*') {
            after_star = ++pattern;
            retry = text;
            continue;
        }
        if (*text == '\0' && *pattern == '\0')
            return true;
        const char *next_pattern = pattern, *next_text = text;
        if (*text != '\0' && match_one(&next_pattern, &next_text)) {
            pattern = next_pattern;
            text = next_text;
            continue;
        }
        if (after_star == NULL || *retry == '\0')
            return false;
        retry += character_size(retry);
        pattern = after_star;
        text = retry;
    }
}
