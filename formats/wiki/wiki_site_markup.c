/* What is markup: options of images, redirects. */
#include "formats/wiki/wiki_name.h"
#include "formats/wiki/wiki_site.h"
#include "formats/wiki/wiki_word_table.h"

/* Longest option with a number in it that is looked at: "upright 1.25", "1024x768px". */
#define NUMBER_OPTION_LONGEST 64

/* The words of redirects are short: the longest of MediaWiki's has 60 bytes. */
#define REDIRECT_WORD_LONGEST 96

static bool is_number(const unsigned char *text, size_t size) {
    size_t digits = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] >= '0' && text[i] <= '9')
            digits++;
        else if (memchr("x., ", text[i], 4) == NULL)
            return false;
    }
    return digits > 0;
}

/* Does `word`, in the compared form, match a pattern such as "$1px"? */
static bool matches(struct view word, const unsigned char *pattern, size_t size) {
    const unsigned char *value = memmem(pattern, size, "$1", 2);
    if (value == NULL)
        return false;
    size_t before = (size_t)(value - pattern);
    size_t after = size - before - 2;
    return word.size > before + after && memcmp(word.data, pattern, before) == 0 &&
           memcmp(word.data + word.size - after, value + 2, after) == 0 &&
           is_number(word.data + before, word.size - before - after);
}

static bool is_number_option(const struct wiki_site *site, struct view word) {
    unsigned char folded[NUMBER_OPTION_LONGEST];
    if (word.size > sizeof folded)
        return false;
    struct view view = {folded, wiki_name_fold(folded, sizeof folded, word)};
    /* "100pxpx" is shown as MediaWiki shows it: as 100px. */
    if (view.size > 4 && memcmp(view.data + view.size - 4, "pxpx", 4) == 0)
        view.size -= 2;
    size_t size = site->patterns.size;
    for (const unsigned char *at = site->patterns.data; size > 0;) {
        const unsigned char *end = memchr(at, '\n', size);
        if (end == NULL)
            break;
        if (matches(view, at, (size_t)(end - at)))
            return true;
        size -= (size_t)(end - at) + 1;
        at = end + 1;
    }
    return false;
}

/* What stands before the first "=", and after it. */
static bool split_option(struct view word, struct view *name, struct view *value) {
    const unsigned char *equals = word.size == 0 ? NULL : memchr(word.data, '=', word.size);
    if (equals == NULL)
        return false;
    *name = (struct view){word.data, (size_t)(equals - word.data)};
    *value = (struct view){equals + 1, word.size - name->size - 1};
    return true;
}

bool wiki_site_is_image_option(const struct wiki_site *site, struct view word) {
    struct view name;
    struct view value;
    if (wiki_word_table_find(site, WIKI_WORD_IMAGE_OPTION, word) != NULL ||
        is_number_option(site, word))
        return true;
    return split_option(word, &name, &value) &&
           (wiki_word_table_find(site, WIKI_WORD_IMAGE_NAMED, name) != NULL ||
            wiki_word_table_find(site, WIKI_WORD_IMAGE_ALTERNATIVE, name) != NULL);
}

bool wiki_site_is_image_alternative(const struct wiki_site *site, struct view word,
                                    struct view *value) {
    struct view name;
    struct view after;
    if (!split_option(word, &name, &after) ||
        wiki_word_table_find(site, WIKI_WORD_IMAGE_ALTERNATIVE, name) == NULL)
        return false;
    *value = wiki_name_trim(after);
    return true;
}

bool wiki_site_is_redirect(const struct wiki_site *site, struct view text, struct view *target) {
    while (text.size > 0 &&
           (text.data[0] == ' ' || (text.data[0] >= '\t' && text.data[0] <= '\r'))) {
        text.data++;
        text.size--;
    }
    /* '#', or the first byte of its full-width form; most pages are told here. */
    if (text.size == 0 || (text.data[0] != '#' && text.data[0] != 0xef))
        return false;
    size_t limit = text.size < REDIRECT_WORD_LONGEST ? text.size : REDIRECT_WORD_LONGEST;
    size_t end = 0;
    while (end < limit && text.data[end] != '[' && text.data[end] != ':' && text.data[end] != '\n')
        end++;
    if (end == limit ||
        wiki_word_table_find(site, WIKI_WORD_REDIRECT, (struct view){text.data, end}) == NULL)
        return false;
    size_t at = end;
    while (at < text.size && (text.data[at] == ':' || text.data[at] == ' ' ||
                              (text.data[at] >= '\t' && text.data[at] <= '\r')))
        at++;
    if (text.size - at < 4 || memcmp(text.data + at, "[[", 2) != 0)
        return false;
    at += 2;
    size_t begin = at;
    while (at < text.size && text.data[at] != '|' && text.data[at] != ']' && text.data[at] != '\n')
        at++;
    if (at == text.size || text.data[at] == '\n')
        return false;
    if (target != NULL)
        *target = wiki_name_trim((struct view){text.data + begin, at - begin});
    return true;
}
