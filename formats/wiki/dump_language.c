#include "formats/wiki/dump_language.h"

#include <stdbool.h>
#include <stdlib.h>
#include <strings.h>

#include "formats/wiki/wiki_name.h"
#include "formats/wiki/wiki_words.h"

/* Different prefixes of links that are counted; a few tens of pages have no more. */
#define PREFIXES_MOST  64
#define PREFIX_LONGEST 64

/* Links needed to say that a text is not English, and their share of those with English names. */
#define LINKS_NEEDED 3
#define LINKS_SHARE  4

/* Letters looked at, and the share of them (1 in so many) a script needs. */
#define LETTERS_MOST  ((size_t)256 << 10)
#define LETTERS_SHARE 4

/* By size of their Wikipedias. */
static const char *const LANGUAGES[] = {
    "de",        "fr",  "nl",  "ru",  "es",  "it", "pl", "ja", "vi",  "zh", "uk",  "ar",  "pt",
    "fa",        "ca",  "sv",  "sr",  "id",  "ko", "nb", "fi", "hu",  "cs", "tr",  "ro",  "eu",
    "ms",        "eo",  "hy",  "da",  "bg",  "he", "sk", "hr", "et",  "be", "lt",  "el",  "gl",
    "sl",        "az",  "ur",  "nn",  "hi",  "ka", "th", "ta", "bn",  "la", "mk",  "ast", "lv",
    "tg",        "af",  "mg",  "bs",  "oc",  "sq", "ml", "te", "cy",  "sw", "lb",  "is",  "br",
    "be-tarask", "ga",  "mr",  "kn",  "gu",  "pa", "si", "my", "km",  "fy", "sco", "tt",  "kk",
    "uz",        "ky",  "mn",  "ne",  "am",  "yi", "ku", "jv", "su",  "tl", "bar", "nds", "ceb",
    "war",       "vec", "scn", "lmo", "pms", "an", "ia", "io", "vo",  "gd", "fo",  "hsb", "dsb",
    "frr",       "li",  "szl", "csb", "rue", "cv", "ba", "os", "sah", "ce", "ckb", "ps",  "sd",
};

struct prefix {
    unsigned char name[PREFIX_LONGEST];
    size_t size, count;
};

struct prefix_list {
    struct prefix prefixes[PREFIXES_MOST];
    size_t count;
};

static void count_prefix(struct prefix_list *list, struct view name) {
    struct prefix prefix = {.count = 1};
    prefix.size = wiki_name_fold(prefix.name, sizeof prefix.name, name);
    for (size_t i = 0; i < list->count; i++) {
        if (list->prefixes[i].size == prefix.size &&
            memcmp(list->prefixes[i].name, prefix.name, prefix.size) == 0) {
            list->prefixes[i].count++;
            return;
        }
    }
    if (prefix.size > 0 && list->count < PREFIXES_MOST)
        list->prefixes[list->count++] = prefix;
}

/* What stands between "[[" and a colon. */
static void count_prefixes(struct prefix_list *list, struct view text) {
    list->count = 0;
    while (text.size > 2) {
        const unsigned char *open = memmem(text.data, text.size, "[[", 2);
        if (open == NULL)
            return;
        text.size -= (size_t)(open - text.data) + 2;
        text.data = open + 2;
        size_t size = 0;
        while (size < text.size && size < PREFIX_LONGEST &&
               memchr(":|]\n[", text.data[size], 5) == NULL)
            size++;
        if (size > 0 && size < text.size && text.data[size] == ':')
            count_prefix(list, (struct view){text.data, size});
    }
}

static size_t count_of(const struct prefix_list *list, struct view name) {
    unsigned char folded[PREFIX_LONGEST];
    size_t size = wiki_name_fold(folded, sizeof folded, name);
    for (size_t i = 0; i < list->count; i++) {
        if (list->prefixes[i].size == size && memcmp(list->prefixes[i].name, folded, size) == 0)
            return list->prefixes[i].count;
    }
    return 0;
}

/* Links whose prefix is a name of categories or files in a list of namespaces, but not in English.
 */
static size_t count_links(const struct prefix_list *list, const char *lines, bool english) {
    static const char *const ENGLISH[] = {"category", "file", "image"};
    size_t count = 0;
    while (*lines != '\0') {
        size_t size = strcspn(lines, "\n");
        long number = strtol(lines, NULL, 10);
        size_t skip = strcspn(lines, " ") + 1;
        if ((number == 14 || number == 6) && skip < size) {
            struct view name = {(const unsigned char *)lines + skip, size - skip};
            bool is_english = false;
            for (size_t i = 0; i < 3; i++)
                is_english = is_english || (name.size == strlen(ENGLISH[i]) &&
                                            strncasecmp(lines + skip, ENGLISH[i], name.size) == 0);
            if (is_english == english)
                count += count_of(list, name);
        }
        lines += size + (lines[size] == '\n');
    }
    return count;
}

static const char *guess_by_links(struct view text) {
    struct prefix_list list;
    count_prefixes(&list, text);
    size_t english = count_links(&list, wiki_words_find("en")->namespaces, true);
    size_t best = LINKS_NEEDED - 1;
    const char *language = NULL;
    for (size_t i = 0; i < sizeof LANGUAGES / sizeof LANGUAGES[0]; i++) {
        const struct wiki_words *words = wiki_words_look_up(LANGUAGES[i]);
        size_t count = words == NULL ? 0 : count_links(&list, words->namespaces, false);
        if (count > best) {
            best = count;
            language = LANGUAGES[i];
        }
    }
    return best * LINKS_SHARE > english ? language : NULL;
}

/* The languages that are written in a script, by the code points of its letters. */
static const struct {
    unsigned first, last;
    const char *language;
} SCRIPTS[] = {
    {0x0370, 0x03ff, "el"}, {0x0400, 0x052f, "ru"}, {0x0531, 0x058f, "hy"}, {0x0590, 0x05ff, "he"},
    {0x0600, 0x06ff, "ar"}, {0x0900, 0x097f, "hi"}, {0x0980, 0x09ff, "bn"}, {0x0a00, 0x0a7f, "pa"},
    {0x0a80, 0x0aff, "gu"}, {0x0b00, 0x0b7f, "or"}, {0x0b80, 0x0bff, "ta"}, {0x0c00, 0x0c7f, "te"},
    {0x0c80, 0x0cff, "kn"}, {0x0d00, 0x0d7f, "ml"}, {0x0d80, 0x0dff, "si"}, {0x0e00, 0x0e7f, "th"},
    {0x0e80, 0x0eff, "lo"}, {0x0f00, 0x0fff, "bo"}, {0x1000, 0x109f, "my"}, {0x10a0, 0x10ff, "ka"},
    {0x1200, 0x137f, "am"}, {0x1780, 0x17ff, "km"}, {0x3040, 0x30ff, "ja"}, {0x4e00, 0x9fff, "zh"},
    {0xac00, 0xd7a3, "ko"},
};

#define SCRIPT_COUNT (sizeof SCRIPTS / sizeof SCRIPTS[0])

static void count_letter(size_t counts[SCRIPT_COUNT], unsigned letter) {
    for (size_t i = 0; i < SCRIPT_COUNT; i++) {
        if (letter >= SCRIPTS[i].first && letter <= SCRIPTS[i].last)
            counts[i]++;
    }
}

static const char *guess_by_letters(struct view text) {
    size_t counts[SCRIPT_COUNT] = {0};
    size_t letters = 0;
    for (size_t at = 0; at + 2 < text.size && letters < LETTERS_MOST; at++) {
        const unsigned char *bytes = text.data + at;
        unsigned char lower = bytes[0] | 0x20;
        letters += (lower >= 'a' && lower <= 'z') || bytes[0] >= 0xc3;
        if (bytes[0] >= 0xc3 && bytes[0] < 0xe0)
            count_letter(counts, (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu));
        else if (bytes[0] >= 0xe0 && bytes[0] < 0xf0)
            count_letter(counts,
                         (bytes[0] & 0x0fu) << 12 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu));
    }
    size_t best = 0;
    size_t all = 0;
    for (size_t i = 0; i < SCRIPT_COUNT; i++) {
        best = counts[i] > counts[best] ? i : best;
        all += counts[i];
    }
    if (letters == 0 || all < letters / LETTERS_SHARE || all < 40)
        return NULL;
    /* Japanese has more Han than kana in lists and markup, but Chinese has no kana. */
    size_t kana = SCRIPT_COUNT - 3;
    return counts[kana] > all / 10 ? SCRIPTS[kana].language : SCRIPTS[best].language;
}

const char *dump_language_guess(struct view text) {
    if (text.size == 0)
        return NULL;
    const char *language = guess_by_links(text);
    return language != NULL ? language : guess_by_letters(text);
}
