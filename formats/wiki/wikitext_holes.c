#include "formats/wiki/wikitext_blocks.h"
#include "formats/wiki/wikitext_scan.h"

/* What ends a sentence at once, and what does when a space and no small letter follow. */
static const char *const FULL_STOPS[] = {"。", "！", "？", "।", "॥", "։", "።", "។", "။", "۔"};
static const char *const MARKS_OF_END[] = {".", "!", "?", "…", "؟", "؛", "։", ".."};
static const char *const CLOSERS[] = {"\"", "'", ")",  "]",  "”",  "’",
                                      "»",  "“", "」", "』", "）", "›"};

/* Words a full stop mostly belongs to. */
static const char *const ABBREVIATIONS[] = {
    "mr",  "mrs", "ms",  "dr",  "st",  "prof", "rev",  "gen", "col", "capt", "lt",
    "sgt", "sr",  "jr",  "vs",  "no",  "vol",  "pp",   "cf",  "ca",  "al",   "fl",
    "op",  "etc", "jan", "feb", "mar", "apr",  "jun",  "jul", "aug", "sept", "oct",
    "nov", "dec", "bzw", "usw", "bd",  "nr",   "inc",  "ltd", "co",  "corp", "approx",
    "ed",  "eds", "fig", "sen", "gov", "hon",  "pres",
};

/* The size of that of `list` which begins at `at`, or 0. */
static size_t begins_with(const char *const *list, size_t count, const unsigned char *at,
                          const unsigned char *end) {
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(list[i]);
        if ((size_t)(end - at) >= size && memcmp(at, list[i], size) == 0)
            return size;
    }
    return 0;
}

static size_t ends_with(const char *const *list, size_t count, const unsigned char *text,
                        size_t size) {
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list[i]);
        if (size >= length && memcmp(text + size - length, list[i], length) == 0)
            return length;
    }
    return 0;
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

bool wikitext_ends_sentence(const unsigned char *text, size_t size) {
    size_t closer;
    while (size > 0 && (closer = ends_with(CLOSERS, COUNT(CLOSERS), text, size)) > 0)
        size -= closer;
    return ends_with(MARKS_OF_END, COUNT(MARKS_OF_END), text, size) > 0 ||
           ends_with(FULL_STOPS, COUNT(FULL_STOPS), text, size) > 0;
}

/* Does the full stop at text[stop] belong to an initial or an abbreviation? */
static bool is_abbreviation(const unsigned char *text, size_t begin, size_t stop) {
    char word[8];
    size_t start = stop;
    while (start > begin && text[start - 1] > ' ' && stop - start < sizeof word &&
           text[start - 1] != '(')
        start--;
    size_t size = stop - start;
    if (size == 1 && (wikitext_is_letter(text[start])))
        return true;
    if (size == 2 && text[start] >= 0xC3)
        return true; /* one letter of another alphabet */
    if (size == 0 || size >= sizeof word)
        return false;
    for (size_t i = 0; i < size; i++) {
        word[i] = (char)wikitext_lower(text[start + i]);
        /* "U.S", "e.g": its own full stops. */
        if (text[start + i] == '.')
            return true;
    }
    word[size] = '\0';
    for (size_t i = 0; i < COUNT(ABBREVIATIONS); i++) {
        if (strcmp(word, ABBREVIATIONS[i]) == 0)
            return true;
    }
    return false;
}

/* Does a small letter stand here: of Latin, Greek or Cyrillic? */
static bool begins_small(const unsigned char *at, const unsigned char *end) {
    if (*at < 0x80 || end - at < 2)
        return *at >= 'a' && *at <= 'z';
    switch (*at) {
    case 0xC3:
        return at[1] >= 0x9F;
    case 0xC4:
        return (at[1] & 1) == (at[1] < 0xB9);
    case 0xC5:
        return (at[1] & 1) == (at[1] >= 0x8A && at[1] < 0xB9);
    case 0xCE:
        return at[1] >= 0xAC;
    case 0xCF:
        return at[1] < 0x8F;
    case 0xD0:
        return at[1] >= 0xB0;
    case 0xD1:
        return at[1] < 0xA0;
    default:
        return false;
    }
}

/* Bytes to look ahead for the end of a bracket, so that time stays linear. */
#define BRACKET_BYTES 400

/* Is the bracket that stands open before `at` closed further on? */
static bool closes_later(const unsigned char *text, size_t at, size_t size) {
    size_t length = size - at < BRACKET_BYTES ? size - at : BRACKET_BYTES;
    const unsigned char *close = memchr(text + at, ')', length);
    const unsigned char *open = memchr(text + at, '(', length);
    return close != NULL && (open == NULL || close < open);
}

/* Where the sentence that begins at `begin` ends, the spaces behind it included. */
static size_t sentence_end(const unsigned char *text, size_t begin, size_t size) {
    const unsigned char *end = text + size;
    bool open = false;
    for (size_t at = begin; at < size;) {
        unsigned char byte = text[at];
        if (byte == '(' || byte == ')')
            open = byte == '(';
        size_t length =
            byte < 0x80 ? 0 : begins_with(FULL_STOPS, COUNT(FULL_STOPS), text + at, end);
        bool full = length > 0;
        if (!full && (byte == '.' || byte == '!' || byte == '?' || byte >= 0x80))
            length = begins_with(MARKS_OF_END, COUNT(MARKS_OF_END), text + at, end);
        if (length == 0) {
            at++;
            continue;
        }
        bool abbreviation = byte == '.' && is_abbreviation(text, begin, at);
        size_t closer;
        at += length;
        while (at < size && (closer = begins_with(CLOSERS, COUNT(CLOSERS), text + at, end)) > 0) {
            open = open && text[at] != ')';
            at += closer;
        }
        size_t next = at;
        while (next < size && text[next] == ' ')
            next++;
        if (next == size || full)
            return next;
        if (next > at && !abbreviation && !begins_small(text + next, end) &&
            !(open && closes_later(text, next, size)))
            return next;
    }
    return size;
}

size_t wikitext_last_sentence(const unsigned char *text, size_t size) {
    size_t begin = 0;
    for (;;) {
        size_t end = sentence_end(text, begin, size);
        if (end >= size)
            return begin;
        begin = end;
    }
}

size_t wikitext_drop_holes(unsigned char *text, size_t size, uint64_t *dropped) {
    size_t to = 0;
    if (memchr(text, MARK_HOLE, size) == NULL)
        return size;
    for (size_t begin = 0; begin < size;) {
        size_t end = sentence_end(text, begin, size);
        if (memchr(text + begin, MARK_HOLE, end - begin) != NULL) {
            ++*dropped;
        } else {
            memmove(text + to, text + begin, end - begin);
            to += end - begin;
        }
        begin = end;
    }
    while (to > 0 && text[to - 1] == ' ')
        to--;
    return to;
}
