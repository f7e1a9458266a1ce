/* What is a name: of namespaces, of other wikis, of what marks a page. */
#include "formats/wiki/wiki_name.h"
#include "formats/wiki/wiki_site.h"
#include "formats/wiki/wiki_word_table.h"

bool wiki_site_find_namespace(const struct wiki_site *site, struct view name, int *number) {
    const struct wiki_word *word = NULL;
    if (site->has_own_namespaces)
        word = wiki_word_table_find(site, WIKI_WORD_OWN_NAMESPACE, name);
    if (word == NULL)
        word = wiki_word_table_find(site, WIKI_WORD_NAMESPACE, name);
    if (word == NULL)
        return false;
    *number = word->number;
    return true;
}

static bool names(const struct wiki_site *site, struct view name, int number) {
    int found;
    return wiki_site_find_namespace(site, name, &found) && found == number;
}

bool wiki_site_is_media(const struct wiki_site *site, struct view name) {
    return names(site, name, WIKI_NAMESPACE_FILE);
}

bool wiki_site_is_category(const struct wiki_site *site, struct view name) {
    return names(site, name, WIKI_NAMESPACE_CATEGORY);
}

bool wiki_site_is_template(const struct wiki_site *site, struct view name) {
    return names(site, name, WIKI_NAMESPACE_TEMPLATE);
}

int wiki_site_namespace_of_title(const struct wiki_site *site, struct view title,
                                 struct view *rest) {
    if (rest != NULL)
        *rest = title;
    const unsigned char *colon = title.size == 0 ? NULL : memchr(title.data, ':', title.size);
    if (colon == NULL)
        return WIKI_NAMESPACE_ARTICLE;
    struct view prefix = {title.data, (size_t)(colon - title.data)};
    struct view after = {colon + 1, title.size - prefix.size - 1};
    enum wiki_word_kind kind =
        site->has_own_namespaces ? WIKI_WORD_OWN_NAMESPACE : WIKI_WORD_NAMESPACE;
    const struct wiki_word *word = wiki_word_table_find(site, kind, prefix);
    if (word == NULL || wiki_name_trim(after).size == 0)
        return WIKI_NAMESPACE_ARTICLE;
    if (rest != NULL)
        *rest = wiki_name_trim(after);
    return word->number;
}

bool wiki_site_is_switch(const struct wiki_site *site, struct view word) {
    /* Underscores at the ends do not count when names are compared: here they must be there. */
    if (word.size < 5)
        return false;
    bool plain = memcmp(word.data, "__", 2) == 0 && memcmp(word.data + word.size - 2, "__", 2) == 0;
    bool wide = memcmp(word.data, "\xef\xbc\xbf", 3) == 0;
    return (plain || wide) && wiki_word_table_find(site, WIKI_WORD_SWITCH, word) != NULL;
}

bool wiki_site_find_magic_word(const struct wiki_site *site, struct view word, struct view *name) {
    const struct wiki_word *found = wiki_word_table_find(site, WIKI_WORD_MAGIC, word);
    if (found == NULL)
        return false;
    *name = (struct view){(const unsigned char *)found->meaning, strcspn(found->meaning, " ")};
    return true;
}

bool wiki_site_is_language_prefix(const struct wiki_site *site, struct view name) {
    return wiki_word_table_find(site, WIKI_WORD_LANGUAGE, name) != NULL;
}

bool wiki_site_is_interwiki_prefix(const struct wiki_site *site, struct view name) {
    return wiki_site_is_language_prefix(site, name) ||
           wiki_word_table_find(site, WIKI_WORD_PROJECT, name) != NULL;
}

bool wiki_site_is_disambiguation(const struct wiki_site *site, struct view name) {
    return wiki_word_table_find(site, WIKI_WORD_DISAMBIGUATION, name) != NULL;
}
