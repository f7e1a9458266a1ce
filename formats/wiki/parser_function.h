/*
 * parser_function - what MediaWiki itself computes: {{formatnum:1234}}, {{lc:ABC}}, {{#if:a|b|c}},
 * {{#expr:1+2}}, {{PAGENAME}}.
 *
 * Words for the current time and for counts of the wiki give a hole: they are not known.
 */
#ifndef FORMATS_WIKI_PARSER_FUNCTION_H
#define FORMATS_WIKI_PARSER_FUNCTION_H

#include "formats/wiki/template_writer.h"

/* Puts the result when the call is one of a parser function or of a variable; false when not. */
bool parser_function_expand(struct template_writer *writer);

/*
 * Computes an arithmetic expression as #expr does (+ - * / ^ div mod round, comparisons, and or
 * not, abs floor ceil trunc ln exp sqrt, pi e); false when it is none. Linear, without recursion.
 */
bool parser_function_calculate(struct view expression, double *result);

#endif
