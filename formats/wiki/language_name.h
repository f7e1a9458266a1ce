/*
 * language_name - what a language, or a month, is called in the language of a wiki.
 *
 * Names are CLDR's (language_name_data.c); how a wiki puts them before foreign text ("German: ...",
 * "en allemand : ...", "нем. ...", "独: ...") is language_form_data.c.
 *
 * Thread rule: pure.
 */
#ifndef FORMATS_WIKI_LANGUAGE_NAME_H
#define FORMATS_WIKI_LANGUAGE_NAME_H

#include "formats/wiki/template_writer.h"

#define LANGUAGE_NAME_CODES 246
#define LANGUAGE_NAME_WIKIS 71

struct language_name_wiki {
    const char *wiki;
    const char *months[12];
    const char *names[LANGUAGE_NAME_CODES]; /* in the order of language_name_codes; 0: unknown */
};

/* Sorted. */
extern const char *const language_name_codes[LANGUAGE_NAME_CODES];
extern const struct language_name_wiki language_name_data[LANGUAGE_NAME_WIKIS];

/* How one wiki names the language of a foreign text. */
struct language_form {
    const char *wikis;  /* codes separated by bars; the last row holds for all others */
    const char *before; /* before the name */
    const char *after;  /* between the name and the text */
    bool small;         /* the name begins with a small letter */
    const char *forms;  /* "de=нем.|..." used instead of the names, and of `before`; or NULL */
    const char *form_after; /* then between form and text */
};

extern const struct language_form language_form_data[];
extern const size_t language_form_data_count;

/* One-letter or one-character names of languages in Japanese: 独 for German. */
extern const char language_form_japanese[];

/* The language's name in the wiki's language, NULL when it is not known. */
const char *language_name_find(const char *wiki, struct view code);

/*
 * The code of the language that the wiki calls so, in small letters and without an Arabic article;
 * NULL when there is none.
 */
const char *language_name_code(const char *wiki, struct view name);

/* The month, 1 to 12, as it stands in a date; in English when the wiki's names are not known. */
const char *language_name_month(const char *wiki, int month);

/* The month whose name in the wiki's language or in English begins the text, or 0. */
int language_name_find_month(const char *wiki, struct view text);

/*
 * Puts what the wiki writes before a text in the language ("German: "); nothing when the language
 * is not known. False then.
 */
bool language_name_put_label(struct template_writer *writer, struct view code);

/* Puts the value of a key in "key=value|key=value"; false when there is none. */
bool language_name_put_value(struct template_writer *writer, const char *list, struct view key);

#endif
