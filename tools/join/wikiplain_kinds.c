#include "tools/join/wikiplain_kinds.h"

#include <string.h>

#include "tools/join/wikiplain_kinds_data.h"

static const struct view NOTHING = {(const unsigned char *)"", 0};

static bool begins(struct view text, const char *with) {
    size_t size = strlen(with);
    return text.size >= size && memcmp(text.data, with, size) == 0;
}

static bool ends(struct view text, const char *with) {
    size_t size = strlen(with);
    return text.size >= size && memcmp(text.data + text.size - size, with, size) == 0;
}

/* Is the language one of these, separated by spaces? Its variants count as it does. */
static bool is_language(const char *code, const char *languages) {
    size_t size = strcspn(code, "-");
    for (const char *at = languages; *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if ((length == size || length == strlen(code)) && strncmp(at, code, length) == 0)
            return true;
        at += length;
    }
    return false;
}

/* The name of a template that begins behind its braces. */
static struct view template_name(struct view text, const struct wiki_site *site) {
    size_t size = 0;
    size_t begin = 0;
    while (size < text.size && strchr("|}{\n<[", text.data[size]) == NULL) {
        struct view before = {text.data + begin, size - begin};
        if (text.data[size++] == ':' && wiki_site_is_template(site, before))
            begin = size;
    }
    while (begin < size && text.data[begin] == ' ')
        begin++;
    while (size > begin && text.data[size - 1] == ' ')
        size--;
    return (struct view){text.data + begin, size - begin};
}

static bool has_template(struct view text, const struct wiki_site *site) {
    const unsigned char *end = text.data + text.size;
    const unsigned char *at = text.data;
    while ((at = memchr(at, '{', (size_t)(end - at))) != NULL && end - at > 2) {
        at++;
        if (*at != '{' || at[1] == '{')
            continue;
        struct view rest = {at + 1, (size_t)(end - at) - 1};
        if (*rest.data == '\n')
            rest.data++, rest.size--;
        struct view name = template_name(rest, site);
        if (name.size > 0 && wiki_site_is_disambiguation(site, name))
            return true;
    }
    return false;
}

bool wikiplain_is_disambiguation(const struct wiki_page *page, const struct wiki_site *site) {
    struct view title = page->title;
    for (size_t i = 0; i < WIKIPLAIN_DISAMBIGUATION_ENDS_COUNT; i++) {
        if (ends(title, WIKIPLAIN_DISAMBIGUATION_ENDS[i]))
            return true;
    }
    struct view text = page->text.data == NULL ? NOTHING : page->text;
    if (page->content != WIKI_CONTENT_WIKITEXT || text.size > WIKIPLAIN_DISAMBIGUATION_LONGEST ||
        text.size == 0)
        return false;
    return has_template(text, site) || memmem(text.data, text.size, "__DISAMBIG__", 12) != NULL;
}

static bool has_title_of_list(struct view title, const char *language) {
    for (size_t i = 0; i < WIKIPLAIN_LIST_TITLES_COUNT; i++) {
        const struct wikiplain_list_title *row = &WIKIPLAIN_LIST_TITLES[i];
        if (is_language(language, row->languages) &&
            (row->at_end ? ends(title, row->words) : begins(title, row->words)))
            return true;
    }
    return false;
}

/* Are most lines of the wikitext items or rows? */
static bool is_mostly_list(struct view text) {
    size_t lines = 0;
    size_t listed = 0;
    size_t tables = 0; /* open */
    const unsigned char *end = text.data + text.size;
    for (const unsigned char *at = text.data; at < end;) {
        const unsigned char *newline = memchr(at, '\n', (size_t)(end - at));
        struct view line = {at, (size_t)((newline == NULL ? end : newline) - at)};
        at += line.size + 1;
        if (line.size == 0)
            continue;
        lines++;
        if (begins(line, "{|"))
            tables++;
        bool row = tables > 0 && strchr("|!{", line.data[0]) != NULL;
        listed += row || line.data[0] == '*' || line.data[0] == '#';
        if (begins(line, "|}") && tables > 0)
            tables--;
    }
    return listed >= 10 && listed >= lines - lines / 3;
}

bool wikiplain_is_list(const struct wiki_page *page, const struct wiki_site *site) {
    if (has_title_of_list(page->title, site->language))
        return true;
    return page->content == WIKI_CONTENT_WIKITEXT && page->text.size > 0 &&
           is_mostly_list(page->text);
}
