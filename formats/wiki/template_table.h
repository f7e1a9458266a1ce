/*
 * template_table - which handler stands for which template, by language.
 *
 * The data are rows in formats/wiki/template_*_data.c: a language, a handler, its option, and the
 * names it holds for, in small letters, separated by bars. An index over them is made once, on the
 * first look-up.
 *
 * Thread rule: any number of threads at once.
 */
#ifndef FORMATS_WIKI_TEMPLATE_TABLE_H
#define FORMATS_WIKI_TEMPLATE_TABLE_H

#include "formats/wiki/template_writer.h"

struct template_row {
    const char *language; /* "" holds on every wiki that has no row of its own for the name */
    template_handler *handler;
    const char *option;
    const char *names;
};

struct template_rows {
    const struct template_row *rows;
    size_t count;
};

/* Names that begin or end so are furniture. */
struct template_affixes {
    const char *language;
    const char *heads; /* separated by bars */
    const char *tails;
};

/* The data, each in a file of its name. */
extern const struct template_rows template_common_data;    /* English, valid everywhere */
extern const struct template_rows template_character_data; /* the same: characters and signs */
extern const struct template_rows template_germanic_data;  /* de nl sv no da */
extern const struct template_rows template_french_data;    /* fr */
extern const struct template_rows template_romance_data;   /* es it pt ca ro gl */
extern const struct template_rows template_slavic_data;    /* ru uk pl cs bg ... */
extern const struct template_rows template_asian_data;     /* ja zh ko vi th id hi bn */
extern const struct template_rows template_other_data;     /* ar fa he tr fi hu el ... */
extern const struct template_rows template_furniture_data; /* English names without text */
extern const struct template_rows template_furniture_western_data; /* the same, others */
extern const struct template_rows template_furniture_eastern_data;
extern const struct template_affixes template_furniture_affixes[];
extern const size_t template_furniture_affix_count;

/* Longest name that is looked up; a longer one is in no table. */
#define TEMPLATE_NAME_SIZE 128

/*
 * The row for a name in small letters with single spaces: of the language, of the language without
 * what follows its first hyphen, or of every wiki; NULL when there is none.
 */
const struct template_row *template_table_find(const char *language, struct view name);

/* Whether the name begins or ends as furniture does, in the language or in English. */
bool template_table_is_furniture(const char *language, struct view name);

/* The number of names in the index, and how many of them two rows claim: for tests. */
size_t template_table_names(size_t *claimed_twice);

/* The number of beginnings and endings, 0 when they are too many: for tests. */
size_t template_table_affixes(void);

#endif
