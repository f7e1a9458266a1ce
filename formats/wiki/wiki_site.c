#include "formats/wiki/wiki_site.h"

#include <stdlib.h>

#include "formats/wiki/wiki_name.h"
#include "formats/wiki/wiki_word_table.h"
#include "formats/wiki/wiki_words.h"

/* Languages whose words a site takes: its own, the fallbacks of fallbacks, English. */
#define LANGUAGES_MOST 16

static struct view next_line(const char **lines) {
    const char *begin = *lines;
    const char *end = strchr(begin, '\n');
    if (end == NULL)
        end = begin + strlen(begin);
    *lines = *end == '\0' ? end : end + 1;
    return (struct view){(const unsigned char *)begin, (size_t)(end - begin)};
}

static enum status add_lines(struct wiki_site *site, const char *lines, enum wiki_word_kind kind,
                             struct error *error) {
    struct wiki_word word = {.kind = (uint16_t)kind};
    enum status status = STATUS_OK;
    while (*lines != '\0' && status == STATUS_OK)
        status = wiki_word_table_add(site, next_line(&lines), &word, error);
    return status;
}

/* Lines "what spelling": the number of a namespace, the name of a magic word. */
static enum status add_pairs(struct wiki_site *site, const char *lines, enum wiki_word_kind kind,
                             struct error *error) {
    enum status status = STATUS_OK;
    while (*lines != '\0' && status == STATUS_OK) {
        struct view line = next_line(&lines);
        struct wiki_word word = {.kind = (uint16_t)kind, .meaning = (const char *)line.data};
        const unsigned char *blank = memchr(line.data, ' ', line.size);
        if (blank == NULL)
            continue;
        size_t skip = (size_t)(blank - line.data) + 1;
        word.number = (int)strtol(word.meaning, NULL, 10);
        status = wiki_word_table_add(site, (struct view){line.data + skip, line.size - skip}, &word,
                                     error);
    }
    return status;
}

/* An option is a word, a name before "=", or a word round a number. */
static enum status add_option(struct wiki_site *site, struct view option, enum wiki_word_kind named,
                              struct error *error) {
    struct wiki_word word = {.kind = WIKI_WORD_IMAGE_OPTION};
    const unsigned char *value = memmem(option.data, option.size, "$1", 2);
    if (value == NULL)
        return wiki_word_table_add(site, option, &word, error);
    size_t before = (size_t)(value - option.data);
    if (before > 0 && value[-1] == '=' && before + 2 == option.size) {
        word.kind = (uint16_t)named;
        return wiki_word_table_add(site, (struct view){option.data, before - 1}, &word, error);
    }
    unsigned char folded[WIKI_WORD_LONGEST];
    size_t size = wiki_name_fold(folded, sizeof folded - 1, option);
    folded[size++] = '\n';
    return buffer_append(&site->patterns, folded, size, error);
}

static enum status add_options(struct wiki_site *site, const char *lines, enum wiki_word_kind named,
                               struct error *error) {
    enum status status = STATUS_OK;
    while (*lines != '\0' && status == STATUS_OK)
        status = add_option(site, next_line(&lines), named, error);
    return status;
}

static enum status add_language(struct wiki_site *site, const struct wiki_words *words,
                                struct error *error) {
    enum status status = add_pairs(site, words->namespaces, WIKI_WORD_NAMESPACE, error);
    if (status == STATUS_OK)
        status = add_pairs(site, words->magic_words, WIKI_WORD_MAGIC, error);
    if (status == STATUS_OK)
        status = add_lines(site, words->redirects, WIKI_WORD_REDIRECT, error);
    if (status == STATUS_OK)
        status = add_lines(site, words->switches, WIKI_WORD_SWITCH, error);
    if (status == STATUS_OK)
        status = add_options(site, words->image_options, WIKI_WORD_IMAGE_NAMED, error);
    if (status == STATUS_OK)
        status = add_options(site, words->image_alternatives, WIKI_WORD_IMAGE_ALTERNATIVE, error);
    return status;
}

struct language_list {
    const struct wiki_words *languages[LANGUAGES_MOST];
    size_t count;
};

static void list_language(struct language_list *list, const struct wiki_words *words) {
    if (words == NULL || list->count == LANGUAGES_MOST)
        return;
    for (size_t i = 0; i < list->count; i++) {
        if (list->languages[i] == words)
            return;
    }
    list->languages[list->count++] = words;
}

static void list_fallbacks(struct language_list *list, const char *fallbacks) {
    while (*fallbacks != '\0') {
        char code[WIKI_SITE_LANGUAGE_SIZE];
        size_t size = strcspn(fallbacks, ",");
        if (size < sizeof code) {
            memcpy(code, fallbacks, size);
            code[size] = '\0';
            list_language(list, wiki_words_look_up(code));
        }
        fallbacks += size + (fallbacks[size] == ',');
    }
}

/* The table of "pt-xx" where there is none is that of "pt". */
static const struct wiki_words *words_of(const char *language) {
    char code[WIKI_SITE_LANGUAGE_SIZE];
    memcpy(code, language, sizeof code);
    for (;;) {
        const struct wiki_words *words = wiki_words_look_up(code);
        char *dash = strrchr(code, '-');
        if (words != NULL || dash == NULL)
            return words;
        *dash = '\0';
    }
}

static void set_language(struct wiki_site *site, const char *language) {
    size_t size = strnlen(language, sizeof site->language - 1);
    for (size_t i = 0; i < size; i++) {
        char letter = language[i];
        if (letter >= 'A' && letter <= 'Z')
            letter = (char)(letter + 32);
        if (letter == '_')
            letter = '-';
        site->language[i] = letter;
    }
}

enum status wiki_site_init(struct wiki_site *site, const char *language, struct error *error) {
    *site = (struct wiki_site){.words = NULL};
    set_language(site, language);
    struct language_list list = {.count = 0};
    list_language(&list, words_of(site->language));
    /* The list grows while it is walked: nearest first. */
    for (size_t i = 0; i < list.count; i++)
        list_fallbacks(&list, list.languages[i]->fallbacks);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < list.count && status == STATUS_OK; i++)
        status = add_language(site, list.languages[i], error);
    if (status == STATUS_OK)
        status = add_language(site, wiki_words_find("en"), error);
    if (status == STATUS_OK)
        status = add_lines(site, WIKI_LANGUAGE_CODES, WIKI_WORD_LANGUAGE, error);
    if (status == STATUS_OK)
        status = add_lines(site, WIKI_PROJECT_PREFIXES, WIKI_WORD_PROJECT, error);
    if (status == STATUS_OK)
        status = add_lines(site, WIKI_DISAMBIGUATION_TEMPLATES, WIKI_WORD_DISAMBIGUATION, error);
    if (status != STATUS_OK)
        wiki_site_release(site);
    return status;
}

enum status wiki_site_add_namespace(struct wiki_site *site, struct view name, int number,
                                    struct error *error) {
    struct wiki_word word = {.kind = WIKI_WORD_OWN_NAMESPACE, .number = number};
    site->has_own_namespaces = true;
    return wiki_word_table_add(site, name, &word, error);
}

void wiki_site_release(struct wiki_site *site) {
    free(site->words);
    buffer_release(&site->spellings);
    buffer_release(&site->patterns);
    *site = (struct wiki_site){.words = NULL};
}
