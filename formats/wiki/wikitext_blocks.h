/*
 * wikitext_blocks - the parts of the last pass. Internal to wikitext_*.
 *
 * It reads the lines of work->second and appends paragraphs to the caller's text; each is written
 * there first as it is, and then finished in place.
 */
#ifndef FORMATS_WIKI_WIKITEXT_BLOCKS_H
#define FORMATS_WIKI_WIKITEXT_BLOCKS_H

#include "formats/wiki/wikitext_work.h"

/*
 * Repairs what is round the marks of the text at [text, text + size), in place, and returns its new
 * size, which is never more: empty parentheses, doubled commas and spaces, spaces before
 * punctuation, words that would be glued; elsewhere it changes nothing but runs of blanks.
 * Holes are marks too unless `keep_holes`, which leaves them as they are. `french`: a space before
 * `;:!?` is meant.
 */
size_t wikitext_repair(unsigned char *text, size_t size, bool keep_holes, bool french);

/* Drops the sentences that hold a hole, in place; returns the new size and adds to *dropped. */
size_t wikitext_drop_holes(unsigned char *text, size_t size, uint64_t *dropped);

/* Where the last sentence of a text begins, by simple bounds. */
size_t wikitext_last_sentence(const unsigned char *text, size_t size);

/* Does the text end as a sentence does, closing quotes and brackets aside? */
bool wikitext_ends_sentence(const unsigned char *text, size_t size);

/* Is it the title of a section of references or links: "See also", "Einzelnachweise"? */
bool wikitext_is_reference_section(struct view title);

#endif
