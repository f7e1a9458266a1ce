#include "formats/wiki/wikitext_tag.h"

#include <string.h>

#include "formats/wiki/wikitext_scan.h"

#define LONGEST_NAME 20

/* Sorted by name. */
static const struct {
    const char *name;
    enum wikitext_tag_kind kind;
} TAGS[] = {
    {"abbr", WIKITEXT_TAG_INLINE},
    {"b", WIKITEXT_TAG_INLINE},
    {"bdi", WIKITEXT_TAG_INLINE},
    {"bdo", WIKITEXT_TAG_INLINE},
    {"big", WIKITEXT_TAG_INLINE},
    {"blockquote", WIKITEXT_TAG_BLOCK},
    {"br", WIKITEXT_TAG_BREAK},
    {"caption", WIKITEXT_TAG_BLOCK},
    {"categorytree", WIKITEXT_TAG_DROP},
    {"ce", WIKITEXT_TAG_FORMULA},
    {"center", WIKITEXT_TAG_BLOCK},
    {"charinsert", WIKITEXT_TAG_DROP},
    {"chem", WIKITEXT_TAG_FORMULA},
    {"cite", WIKITEXT_TAG_INLINE},
    {"code", WIKITEXT_TAG_INLINE},
    {"data", WIKITEXT_TAG_INLINE},
    {"dd", WIKITEXT_TAG_BLOCK},
    {"del", WIKITEXT_TAG_INLINE},
    {"dfn", WIKITEXT_TAG_INLINE},
    {"div", WIKITEXT_TAG_BLOCK},
    {"dl", WIKITEXT_TAG_BLOCK},
    {"dt", WIKITEXT_TAG_TERM},
    {"dynamicpagelist", WIKITEXT_TAG_DROP},
    {"em", WIKITEXT_TAG_INLINE},
    {"font", WIKITEXT_TAG_INLINE},
    {"gallery", WIKITEXT_TAG_DROP},
    {"graph", WIKITEXT_TAG_DROP},
    {"h1", WIKITEXT_TAG_HEADING},
    {"h2", WIKITEXT_TAG_HEADING},
    {"h3", WIKITEXT_TAG_HEADING},
    {"h4", WIKITEXT_TAG_HEADING},
    {"h5", WIKITEXT_TAG_HEADING},
    {"h6", WIKITEXT_TAG_HEADING},
    {"hiero", WIKITEXT_TAG_DROP},
    {"hr", WIKITEXT_TAG_BLOCK},
    {"i", WIKITEXT_TAG_INLINE},
    {"imagemap", WIKITEXT_TAG_DROP},
    {"includeonly", WIKITEXT_TAG_DROP},
    {"indicator", WIKITEXT_TAG_DROP},
    {"inputbox", WIKITEXT_TAG_DROP},
    {"ins", WIKITEXT_TAG_INLINE},
    {"kbd", WIKITEXT_TAG_INLINE},
    {"langconvert", WIKITEXT_TAG_INLINE},
    {"li", WIKITEXT_TAG_ITEM},
    {"mapframe", WIKITEXT_TAG_DROP},
    {"maplink", WIKITEXT_TAG_DROP},
    {"mark", WIKITEXT_TAG_INLINE},
    {"math", WIKITEXT_TAG_FORMULA},
    {"noinclude", WIKITEXT_TAG_INLINE},
    {"nowiki", WIKITEXT_TAG_NOWIKI},
    {"ol", WIKITEXT_TAG_BLOCK},
    {"onlyinclude", WIKITEXT_TAG_INLINE},
    {"p", WIKITEXT_TAG_BLOCK},
    {"poem", WIKITEXT_TAG_POEM},
    {"pre", WIKITEXT_TAG_DROP},
    {"q", WIKITEXT_TAG_INLINE},
    {"rb", WIKITEXT_TAG_INLINE},
    {"ref", WIKITEXT_TAG_DROP},
    {"references", WIKITEXT_TAG_DROP},
    {"rp", WIKITEXT_TAG_INLINE},
    {"rt", WIKITEXT_TAG_INLINE},
    {"rtc", WIKITEXT_TAG_INLINE},
    {"ruby", WIKITEXT_TAG_INLINE},
    {"s", WIKITEXT_TAG_INLINE},
    {"samp", WIKITEXT_TAG_INLINE},
    {"score", WIKITEXT_TAG_DROP},
    {"script", WIKITEXT_TAG_DROP},
    {"section", WIKITEXT_TAG_INLINE},
    {"small", WIKITEXT_TAG_INLINE},
    {"source", WIKITEXT_TAG_DROP},
    {"span", WIKITEXT_TAG_INLINE},
    {"strike", WIKITEXT_TAG_INLINE},
    {"strong", WIKITEXT_TAG_INLINE},
    {"style", WIKITEXT_TAG_DROP},
    {"sub", WIKITEXT_TAG_INLINE},
    {"sup", WIKITEXT_TAG_INLINE},
    {"syntaxhighlight", WIKITEXT_TAG_DROP},
    {"table", WIKITEXT_TAG_TABLE},
    {"tbody", WIKITEXT_TAG_BLOCK},
    {"td", WIKITEXT_TAG_BLOCK},
    {"templatedata", WIKITEXT_TAG_DROP},
    {"templatestyles", WIKITEXT_TAG_DROP},
    {"tfoot", WIKITEXT_TAG_BLOCK},
    {"th", WIKITEXT_TAG_BLOCK},
    {"thead", WIKITEXT_TAG_BLOCK},
    {"time", WIKITEXT_TAG_INLINE},
    {"timeline", WIKITEXT_TAG_DROP},
    {"tr", WIKITEXT_TAG_BLOCK},
    {"translate", WIKITEXT_TAG_INLINE},
    {"tt", WIKITEXT_TAG_INLINE},
    {"tvar", WIKITEXT_TAG_INLINE},
    {"u", WIKITEXT_TAG_INLINE},
    {"ul", WIKITEXT_TAG_BLOCK},
    {"var", WIKITEXT_TAG_INLINE},
    {"wbr", WIKITEXT_TAG_INLINE},
};

static const size_t TAG_COUNT = sizeof TAGS / sizeof TAGS[0];

static bool find_name(struct wikitext_tag *tag) {
    char name[LONGEST_NAME + 1];
    if (tag->name.size > LONGEST_NAME)
        return false;
    for (size_t i = 0; i < tag->name.size; i++)
        name[i] = (char)wikitext_lower(tag->name.data[i]);
    name[tag->name.size] = '\0';
    size_t low = 0, high = TAG_COUNT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(name, TAGS[middle].name);
        if (order == 0) {
            tag->kind = TAGS[middle].kind;
            tag->index = (unsigned)middle;
            tag->is_reference = strcmp(name, "ref") == 0;
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* Behind the closing quote of a value that begins at the quote `at`, or NULL. */
static const unsigned char *skip_quoted(const unsigned char *at, const unsigned char *end) {
    unsigned char quote = *at++;
    while (at < end && *at != '\n' && *at != '<') {
        if (*at++ == quote)
            return at;
    }
    return NULL;
}

/* The '>' of the tag whose attributes begin at `at`, or NULL. */
static const unsigned char *find_tag_end(const unsigned char *at, const unsigned char *end) {
    for (; at < end && *at != '<'; at++) {
        if (*at == '>')
            return at;
        if ((*at == '"' || *at == '\'') && at[-1] == '=') {
            const unsigned char *behind = skip_quoted(at, end);
            if (behind != NULL)
                at = behind - 1;
        }
    }
    return NULL;
}

bool wikitext_tag_read(struct wikitext_tag *tag, const unsigned char *at,
                       const unsigned char *end) {
    at++;
    *tag = (struct wikitext_tag){.kind = WIKITEXT_TAG_UNKNOWN};
    if (at < end && *at == '/') {
        tag->closing = true;
        at++;
    }
    if (at == end || !wikitext_is_letter(*at))
        return false;
    tag->name.data = at;
    while (at < end && (wikitext_is_letter(*at) || wikitext_is_digit(*at)))
        at++;
    tag->name.size = (size_t)(at - tag->name.data);
    if (at < end && *at != '>' && *at != '/' && *at != ' ' && *at != '\t' && *at != '\n')
        return false;
    const unsigned char *last = find_tag_end(at, end);
    if (last == NULL)
        return false;
    tag->next = last + 1;
    tag->self_closing = last > at && last[-1] == '/';
    tag->attributes = (struct view){at, (size_t)(last - at) - tag->self_closing};
    if (find_name(tag))
        return true;
    struct view rest = wikitext_trim(at, last);
    return rest.size == 0 || (rest.size == 1 && rest.data[0] == '/') ||
           memchr(rest.data, '=', rest.size) != NULL;
}

const unsigned char *wikitext_tag_find_end(struct view name, const unsigned char *at,
                                           const unsigned char *end, const unsigned char **next) {
    size_t needed = name.size + 3;
    while ((size_t)(end - at) >= needed && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) < needed)
            return NULL;
        size_t i = 0;
        if (at[1] == '/') {
            while (i < name.size && wikitext_lower(at[2 + i]) == wikitext_lower(name.data[i]))
                i++;
        }
        if (i == name.size) {
            const unsigned char *last = at + 2 + i;
            while (last < end && (wikitext_is_blank(*last) || *last == '\n'))
                last++;
            if (last < end && *last == '>') {
                *next = last + 1;
                return at;
            }
        }
        at++;
    }
    return NULL;
}

bool wikitext_tag_is_hidden(struct view attributes) {
    const unsigned char *at = attributes.data, *end = at + attributes.size;
    while ((at = memmem(at, (size_t)(end - at), "display", 7)) != NULL) {
        at = wikitext_skip_blanks(at + 7, end);
        if (at < end && *at == ':') {
            at = wikitext_skip_blanks(at + 1, end);
            if (wikitext_has_prefix(at, end, "none"))
                return true;
        }
    }
    return false;
}
