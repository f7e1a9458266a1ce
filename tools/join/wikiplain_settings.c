#include "tools/join/wikiplain_settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* MediaWiki's own numbers end at 15; extensions use some up to 2600. */
enum { NAMESPACE_LOWEST = -2, NAMESPACE_HIGHEST = 999999 };

void wikiplain_settings_init(struct wikiplain_settings *settings) {
    *settings = (struct wikiplain_settings){.min_length = 0};
}

void wikiplain_settings_release(struct wikiplain_settings *settings) {
    option_list_release(&settings->namespaces);
}

static enum status add_namespace(struct wikiplain_rules *rules, int number, struct error *error) {
    size_t count = rules->wanted.namespace_count;
    int *grown = realloc(rules->namespaces, (count + 1) * sizeof *grown);
    if (grown == NULL)
        return error_no_memory(error, "the namespaces");
    grown[count] = number;
    rules->namespaces = grown;
    rules->wanted.namespaces = grown;
    rules->wanted.namespace_count = count + 1;
    return STATUS_OK;
}

/* Takes one list: "0", "0,14", "all". */
static enum status add_namespaces(struct wikiplain_rules *rules, const char *text,
                                  struct error *error) {
    if (strcmp(text, "all") == 0) {
        rules->wanted.every_namespace = true;
        return STATUS_OK;
    }
    for (const char *at = text;; at++) {
        char *end;
        errno = 0;
        long number = strtol(at, &end, 10);
        if (end == at || (*end != ',' && *end != '\0') || errno != 0 || number < NAMESPACE_LOWEST ||
            number > NAMESPACE_HIGHEST)
            return error_set(error, STATUS_USAGE,
                             "--namespace '%s' is no number of a namespace, list of numbers or "
                             "'all'; articles are in namespace 0",
                             text);
        enum status status = add_namespace(rules, (int)number, error);
        if (status != STATUS_OK)
            return status;
        at = end;
        if (*end == '\0')
            return STATUS_OK;
    }
}

static enum status check_code(const char *option, const char *code, struct error *error) {
    if (code == NULL)
        return STATUS_OK;
    size_t size = strspn(code, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
    if (size == 0 || code[size] != '\0' || size >= WIKI_SITE_LANGUAGE_SIZE)
        return error_set(error, STATUS_USAGE,
                         "--%s '%s' is no language code; give one such as 'de' or 'zh-hant'",
                         option, code);
    return STATUS_OK;
}

enum status wikiplain_rules_init(struct wikiplain_rules *rules,
                                 const struct wikiplain_settings *settings, struct error *error) {
    *rules = (struct wikiplain_rules){
        .min_length = settings->min_length,
        .skip_disambiguation = !settings->no_skip_disambiguation,
        .skip_lists = settings->skip_lists,
        .titles = settings->titles && !settings->json,
        .json = settings->json,
        .language = settings->language,
        .cleaning =
            {
                .headings = settings->headings,
                .captions = settings->captions,
                .tables = settings->tables,
                .reference_sections = settings->reference_sections,
                .lists = (enum wikitext_lists)settings->lists,
                .holes = (enum wikitext_holes)settings->holes,
                .variant = settings->variant,
            },
    };
    if (settings->skip_disambiguation && settings->no_skip_disambiguation)
        return error_set(error, STATUS_USAGE,
                         "--skip-disambiguation and --no-skip-disambiguation contradict each "
                         "other; give one");
    enum status status = check_code("lang", settings->language, error);
    if (status == STATUS_OK)
        status = check_code("variant", settings->variant, error);
    for (size_t i = 0; i < settings->namespaces.count && status == STATUS_OK; i++)
        status = add_namespaces(rules, settings->namespaces.uses[i].text, error);
    if (status == STATUS_OK && settings->namespaces.count == 0)
        status = add_namespace(rules, WIKI_NAMESPACE_ARTICLE, error);
    if (status != STATUS_OK)
        wikiplain_rules_release(rules);
    return status;
}

void wikiplain_rules_release(struct wikiplain_rules *rules) {
    free(rules->namespaces);
    rules->namespaces = NULL;
}
