/*
 * convert_options - the named arguments of {{convert}}: abbr, adj, disp, order, sp, comma, round,
 * sigfig, frac, spell.
 */
#ifndef FORMATS_WIKI_CONVERT_OPTIONS_H
#define FORMATS_WIKI_CONVERT_OPTIONS_H

#include "formats/wiki/convert_request.h"

/* Sets what the named arguments say, and the defaults of the rest. */
void convert_options_read(struct convert_request *request, const struct template_writer *writer);

#endif
