/*
 * convert_template - the handler of {{convert}} and {{cvt}}: "187 kilometres (116 mi)".
 *
 * On wikis in other languages than English both sides show symbols, with the numbers as the
 * language writes them.
 */
#ifndef FORMATS_WIKI_CONVERT_TEMPLATE_H
#define FORMATS_WIKI_CONVERT_TEMPLATE_H

#include "formats/wiki/template_writer.h"

/* The row's option is "cvt" where symbols are the default. */
void convert_template(struct template_writer *writer);

#endif
