/*
 * wikiplain_article - how an article stands in the output: its paragraphs, one a line, or a line of
 * JSON.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_ARTICLE_H
#define TOOLS_JOIN_WIKIPLAIN_ARTICLE_H

#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/wiki/wiki_page.h"

/*
 * Appends the lines of a plain text that have something in them, without blanks round them, each
 * ended by a line feed.
 */
MUST_USE enum status wikiplain_article_lines(struct buffer *lines, struct view text,
                                             struct error *error);

/*
 * Takes control characters but line feeds out of what stands in `text` from `from` on. Tabs, and
 * what some take for the end of a line (vertical tab, form feed, U+0085, U+2028, U+2029), become
 * spaces. No line becomes blank that is not.
 */
void wikiplain_article_clean(struct buffer *text, size_t from);

/* The characters of UTF-8 text but for its line feeds. */
uint64_t wikiplain_article_length(struct view text);

/* Appends a line of JSON with the page's id, title, revision and timestamp, and its text. */
MUST_USE enum status wikiplain_article_json(struct buffer *json, const struct wiki_page *page,
                                            struct view text, struct error *error);

#endif
