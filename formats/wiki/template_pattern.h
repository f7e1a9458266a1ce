/*
 * template_pattern - templates whose text is a matter of putting their arguments together.
 *
 * The row's option is a pattern:
 *
 *   {lt|display|1}  the first of these arguments that is not empty
 *   {#1}            the same, its numbers written as the wiki's language does (1234 -> 1,234)
 *   {?abbr}         nothing; stands for whether the argument is there
 *   {!abbr}         the contrary
 *   {*2, }          all positional arguments from the second on, ", " between them
 *   [ ... ]         dropped as a whole when an insertion in it (not in an inner group) is empty
 *   \c              the character c itself
 *
 * Everything else stands for itself. "{1}[ ({2}[, {3}])]" makes of a|b: a (b).
 */
#ifndef FORMATS_WIKI_TEMPLATE_PATTERN_H
#define FORMATS_WIKI_TEMPLATE_PATTERN_H

#include "formats/wiki/template_writer.h"

/* The handler: puts the row's pattern. */
void template_pattern(struct template_writer *writer);

/* Puts any pattern. */
void template_pattern_put(struct template_writer *writer, const char *pattern);

#endif
