/*
 * territory_name - what a country is called in the language of a wiki, by its code.
 *
 * Names are CLDR's; codes are those of ISO 3166 and of the Olympic and football federations, which
 * Wikipedias use as names of templates ({{USA}}, {{flag|GER}}).
 *
 * Thread rule: pure.
 */
#ifndef FORMATS_WIKI_TERRITORY_NAME_H
#define FORMATS_WIKI_TERRITORY_NAME_H

#include "formats/wiki/text_view.h"

#define TERRITORY_NAMES 212
#define TERRITORY_WIKIS 71

struct territory_code {
    const char *two;   /* DE */
    const char *three; /* DEU|GER */
};

struct territory_wiki {
    const char *wiki;
    const char *names[TERRITORY_NAMES]; /* in the order of territory_name_codes; 0: unknown */
};

extern const struct territory_code territory_name_codes[TERRITORY_NAMES];
extern const struct territory_wiki territory_name_data[TERRITORY_WIKIS];

/*
 * The country with this code of two or three capital letters, or this English name, as the wiki's
 * language calls it; NULL when it is not known.
 */
const char *territory_name_find(const char *wiki, struct view country);

/* Is this what the wiki's language calls a country? */
bool territory_name_is_known(const char *wiki, struct view name);

#endif
