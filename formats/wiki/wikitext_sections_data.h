/*
 * wikitext_sections_data - titles of sections that hold references, notes, links and galleries, not
 * text, as the Wikipedias of some sixty languages call them.
 */
#ifndef FORMATS_WIKI_WIKITEXT_SECTIONS_DATA_H
#define FORMATS_WIKI_WIKITEXT_SECTIONS_DATA_H

#include <stddef.h>

extern const char *const WIKITEXT_REFERENCE_SECTIONS[];
extern const size_t WIKITEXT_REFERENCE_SECTION_COUNT;

#endif
