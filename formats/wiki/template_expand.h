/*
 * template_expand - what a reader sees of a template call, without the template's source.
 *
 * A table of templates that carry reading text (formats/wiki/template_*_data.c), by language, names
 * a handler for each: {{convert|187|km|mi}} becomes "187 kilometres (116 mi)". Names and name
 * patterns of templates that carry none (citations, boxes, navigation, pronunciations, icons,
 * coordinates) become nothing, and whatever is in neither is a hole.
 *
 * Names are looked up without regard to case, with underscores and runs of spaces as one space: in
 * the tables of the wiki's own language first, then in the English ones.
 *
 * Thread rule: pure; any number of threads at once.
 */
#ifndef FORMATS_WIKI_TEMPLATE_EXPAND_H
#define FORMATS_WIKI_TEMPLATE_EXPAND_H

#include <stdbool.h>

#include "formats/wiki/template_call.h"

/*
 * Sets *outcome and, for TEMPLATE_TEXT, appends to `text` (possibly nothing: {{#if:|a}}); for the
 * others `text` keeps its size. The text holds no `{{`, `}}` that the call did not hold. Work is
 * linear in the size of the call. Fails only with STATUS_NO_MEMORY.
 */
MUST_USE enum status template_expand(enum template_outcome *outcome, struct buffer *text,
                                     const struct template_call *call, struct error *error);

/*
 * Whether a call that template_expand calls a hole is furniture all the same, judged by its shape:
 * `alone` says that nothing else but templates stands on its line or lines. A box, a notice or a
 * navigation bar stands alone and has named arguments or none; what carries prose mostly stands in
 * a line, or has one long positional argument.
 */
bool template_is_likely_furniture(const struct template_call *call, bool alone);

#endif
