/*
 * wiki_word_table - the table of words inside a wiki_site: what wiki_site.c fills and asks.
 *
 * A word is found by its kind and its compared form (wiki_name.h).
 */
#ifndef FORMATS_WIKI_WIKI_WORD_TABLE_H
#define FORMATS_WIKI_WIKI_WORD_TABLE_H

#include "formats/wiki/wiki_site.h"

/* Longest compared form that is kept or found; the longest of MediaWiki's words has 150 bytes. */
#define WIKI_WORD_LONGEST 256

enum wiki_word_kind {
    WIKI_WORD_NONE, /* of a slot that is free */
    WIKI_WORD_OWN_NAMESPACE,
    WIKI_WORD_NAMESPACE,
    WIKI_WORD_REDIRECT,
    WIKI_WORD_IMAGE_OPTION,
    WIKI_WORD_IMAGE_NAMED,       /* the name before the "=" of an option */
    WIKI_WORD_IMAGE_ALTERNATIVE, /* the same, of the alternative text */
    WIKI_WORD_SWITCH,
    WIKI_WORD_MAGIC,
    WIKI_WORD_LANGUAGE,
    WIKI_WORD_PROJECT,
    WIKI_WORD_DISAMBIGUATION,
};

struct wiki_word {
    uint32_t hash;
    uint32_t offset; /* of the compared form in site->spellings */
    uint16_t size;
    uint16_t kind;
    int number;          /* of a namespace */
    const char *meaning; /* of a magic word: MediaWiki's name, ended by a blank; borrowed */
};

/* Adds a word unless it is there; one whose compared form is empty or too long is left out. */
MUST_USE enum status wiki_word_table_add(struct wiki_site *site, struct view spelling,
                                         const struct wiki_word *word, struct error *error);

/* The word, or NULL. */
const struct wiki_word *wiki_word_table_find(const struct wiki_site *site, enum wiki_word_kind kind,
                                             struct view spelling);

#endif
