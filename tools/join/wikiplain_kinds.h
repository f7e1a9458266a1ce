/*
 * wikiplain_kinds - pages that are no articles: disambiguations and lists.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_KINDS_H
#define TOOLS_JOIN_WIKIPLAIN_KINDS_H

#include <stdbool.h>

#include "formats/wiki/wiki_page.h"
#include "formats/wiki/wiki_site.h"

/*
 * A page of disambiguation: by the word in parentheses at the end of its title, or by a template or
 * switch in wikitext of at most WIKIPLAIN_DISAMBIGUATION_LONGEST bytes.
 */
bool wikiplain_is_disambiguation(const struct wiki_page *page, const struct wiki_site *site);

/* Longer pages are articles, whatever they hold: long lists of meanings have some thousand bytes.
 */
#define WIKIPLAIN_DISAMBIGUATION_LONGEST ((size_t)64 << 10)

/*
 * A list: by its title ("List of ...", as the site's language says it), or where two lines of three
 * of the wikitext, and ten at least, are list items or rows of tables.
 */
bool wikiplain_is_list(const struct wiki_page *page, const struct wiki_site *site);

#endif
