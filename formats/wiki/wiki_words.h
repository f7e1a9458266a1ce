/*
 * wiki_words - the words of MediaWiki's markup, language by language: a table made by
 * make_wiki_words.php from MediaWiki's own, and a few lists kept by hand.
 *
 * Every list is one string of lines, each ended by a line feed.
 *
 * Thread rule: constant data.
 */
#ifndef FORMATS_WIKI_WIKI_WORDS_H
#define FORMATS_WIKI_WIKI_WORDS_H

#include <stddef.h>

struct wiki_words {
    const char *language;           /* "de", "zh-hant" */
    const char *fallbacks;          /* codes separated by commas, the nearest first; never "en" */
    const char *namespaces;         /* "6 Datei": number and name; names and aliases */
    const char *redirects;          /* "#WEITERLEITUNG" */
    const char *image_options;      /* "mini", "$1px", "hochkant=$1": $1 stands for the value */
    const char *image_alternatives; /* "alternativtext=$1" */
    const char *switches;           /* "__KEIN_INHALTSVERZEICHNIS__" */
    const char *magic_words;        /* "formatnum ZAHLENFORMAT": MediaWiki's name, own spelling */
};

/* Sorted by language as strcmp does. */
extern const struct wiki_words WIKI_WORDS[];
extern const size_t WIKI_WORDS_COUNT;

/* Codes of languages, which are prefixes of links to other Wikipedias. */
extern const char WIKI_LANGUAGE_CODES[];

/* Prefixes of links to other projects: "wikt", "commons", "doi". */
extern const char WIKI_PROJECT_PREFIXES[];

/* Names of the templates that mark pages of disambiguation, of all languages. */
extern const char WIKI_DISAMBIGUATION_TEMPLATES[];

/*
 * The words of a language; NULL for one the table does not have. Its code is compared in lower
 * case, "_" as "-".
 */
const struct wiki_words *wiki_words_look_up(const char *language);

/* The same, but an unknown language, or NULL, gives English. Never NULL. */
const struct wiki_words *wiki_words_find(const char *language);

#endif
