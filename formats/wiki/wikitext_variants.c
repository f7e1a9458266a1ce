/*
 * wikitext_variants - the language converter: of -{zh-hans:x; zh-hant:y}- one variant's text stays.
 *
 * Innermost first, over work->first in place. Work is bounded by the depth allowed.
 */
#include <stdio.h>

#include "formats/wiki/wikitext_scan.h"
#include "formats/wiki/wikitext_work.h"

/* Deeper ones are text: MediaWiki stops at 10. */
#define DEEPEST 10

/* A rule's variant, with the text it is for ("a=>zh-cn:b"), is looked for in so many bytes. */
#define LONGEST_RULE_NAME 64

static const char *const LANGUAGES[] = {"ban", "crh", "gan", "iu",  "kk", "ku",  "mni", "sh",
                                        "shi", "sr",  "tg",  "tly", "uz", "wuu", "zgh", "zh"};

/* Where a variant has no text of its own, MediaWiki takes these, in order. */
static const struct {
    const char *variant;
    const char *fallbacks[7];
} FALLBACKS[] = {
    {"gan-hans", {"gan", "gan-hant"}},
    {"gan-hant", {"gan", "gan-hans"}},
    {"kk-arab", {"kk-cn", "kk"}},
    {"kk-cn", {"kk-arab", "kk"}},
    {"kk-cyrl", {"kk-kz", "kk"}},
    {"kk-kz", {"kk-cyrl", "kk"}},
    {"kk-latn", {"kk-tr", "kk"}},
    {"kk-tr", {"kk-latn", "kk"}},
    {"sr-ec", {"sr-cyrl", "sr"}},
    {"sr-cyrl", {"sr-ec", "sr"}},
    {"sr-el", {"sr-latn", "sr"}},
    {"sr-latn", {"sr-el", "sr"}},
    {"zh-cn", {"zh-hans", "zh-sg", "zh-my", "zh"}},
    {"zh-hans", {"zh-cn", "zh-sg", "zh-my", "zh"}},
    {"zh-hant", {"zh-tw", "zh-hk", "zh-mo", "zh"}},
    {"zh-hk", {"zh-hant", "zh-mo", "zh-tw", "zh"}},
    {"zh-mo", {"zh-hant", "zh-hk", "zh-tw", "zh"}},
    {"zh-my", {"zh-hans", "zh-sg", "zh-cn", "zh"}},
    {"zh-sg", {"zh-hans", "zh-cn", "zh-my", "zh"}},
    {"zh-tw", {"zh-hant", "zh-hk", "zh-mo", "zh"}},
};

static bool has_converter(const struct wiki_site *site) {
    size_t size = strcspn(site->language, "-");
    for (size_t i = 0; i < sizeof LANGUAGES / sizeof LANGUAGES[0]; i++) {
        if (strlen(LANGUAGES[i]) == size && strncmp(site->language, LANGUAGES[i], size) == 0)
            return true;
    }
    return false;
}

static bool is_name(struct view text, const char *name) {
    return text.size == strlen(name) && wikitext_has_prefix(text.data, text.data + text.size, name);
}

/* How well a rule for `name` fits the variant wanted: 0 is best; more than 100: not at all. */
static unsigned distance(const char *variant, struct view name) {
    if (variant == NULL || *variant == '\0')
        return 101;
    if (is_name(name, variant))
        return 0;
    for (size_t i = 0; i < sizeof FALLBACKS / sizeof FALLBACKS[0]; i++) {
        if (strcmp(FALLBACKS[i].variant, variant) != 0)
            continue;
        for (unsigned n = 0; n < 7 && FALLBACKS[i].fallbacks[n] != NULL; n++) {
            if (is_name(name, FALLBACKS[i].fallbacks[n]))
                return n + 1;
        }
    }
    return 101;
}

/* Is it a code of a language with a hyphen, or a language's own: "zh-hans", "sr"? */
static bool is_variant_name(struct view name) {
    if (name.size < 2 || name.size > 12)
        return false;
    for (size_t i = 0; i < name.size; i++) {
        if (!wikitext_is_letter(name.data[i]) && name.data[i] != '-')
            return false;
    }
    return true;
}

/* The text for the variant among "name:text; name:text", or all of it when that is not its shape.
 */
static struct view choose(const char *variant, struct view rules) {
    const unsigned char *at = rules.data, *end = at + rules.size;
    struct view best = rules;
    unsigned best_distance = 200;
    while (at < end) {
        const unsigned char *last = memchr(at, ';', (size_t)(end - at));
        /* A ';' of a character reference or inside a text is none: a rule must follow. */
        while (last != NULL) {
            const unsigned char *limit =
                end - last > LONGEST_RULE_NAME ? last + LONGEST_RULE_NAME : end;
            const unsigned char *next = memchr(last, ':', (size_t)(limit - last));
            struct view name = wikitext_trim(last + 1, next == NULL ? limit : next);
            if (name.size == 0 || (next != NULL && is_variant_name(name)) ||
                (next != NULL && memmem(last, (size_t)(next - last), "=>", 2) != NULL))
                break;
            last = last + 1 < end ? memchr(last + 1, ';', (size_t)(end - last - 1)) : NULL;
        }
        if (last == NULL)
            last = end;
        const unsigned char *from = memmem(at, (size_t)(last - at), "=>", 2);
        const unsigned char *name_at = from == NULL ? at : from + 2;
        const unsigned char *colon = memchr(name_at, ':', (size_t)(last - name_at));
        if (colon != NULL) {
            struct view name = wikitext_trim(name_at, colon);
            if (is_variant_name(name)) {
                unsigned found = distance(variant, name);
                if (found < best_distance) {
                    best = wikitext_trim(colon + 1, last);
                    best_distance = found;
                }
            }
        }
        at = last + 1;
    }
    return best;
}

/* What -{content}- shows. */
static struct view convert(const char *variant, struct view content) {
    const unsigned char *end = content.data + content.size;
    const unsigned char *bar = memchr(content.data, '|', content.size);
    struct view flags = {content.data, bar == NULL ? 0 : (size_t)(bar - content.data)};
    const unsigned char *bracket =
        bar == NULL ? NULL : memchr(content.data, '[', (size_t)(bar - content.data));
    if (bar == NULL || bracket != NULL)
        return choose(variant, content);
    content = (struct view){bar + 1, (size_t)(end - bar - 1)};
    flags = wikitext_trim(flags.data, flags.data + flags.size);
    for (size_t i = 0; i < flags.size && flags.size < 4; i++) {
        if (strchr("HT-", flags.data[i]) != NULL)
            return (struct view){content.data, 0};
        if (flags.data[i] == 'R' || flags.data[i] == 'N')
            return content;
    }
    return choose(variant, content);
}

static enum status open_converter(struct wikitext_work *work, size_t start, struct error *error) {
    size_t *place = wikitext_array_push(&work->starts, sizeof *place);
    if (place == NULL)
        return error_no_memory(error, "the variants of a page");
    *place = start;
    return STATUS_OK;
}

enum status wikitext_convert_variants(struct wikitext_work *work, struct error *error) {
    unsigned char *data = work->first.data;
    size_t size = work->first.size, to = 0;
    if (!has_converter(work->site) || wikitext_find_pair(data, data + size, '-', '{') == NULL)
        return STATUS_OK;
    work->starts.count = 0;
    for (size_t at = 0; at < size; at++) {
        size_t *starts = work->starts.items;
        data[to++] = data[at];
        if (data[at] == '{' && to >= 2 && data[to - 2] == '-' && work->starts.count < DEEPEST) {
            enum status status = open_converter(work, to, error);
            if (status != STATUS_OK)
                return status;
        } else if (data[at] == '-' && to >= 2 && data[to - 2] == '}' && work->starts.count > 0 &&
                   starts[work->starts.count - 1] + 2 <= to) {
            size_t start = starts[--work->starts.count];
            struct view text =
                convert(work->options->variant, (struct view){data + start, to - 2 - start});
            memmove(data + start - 2, text.data, text.size);
            to = start - 2 + text.size;
        } else if (data[at] == '\n' && work->starts.count > 0 && at + 1 < size &&
                   data[at + 1] == '\n') {
            work->counts->unclosed += work->starts.count;
            work->starts.count = 0;
        }
    }
    work->first.size = to;
    return STATUS_OK;
}
