/*
 * parser_function_date - {{#time:j F Y|2011-03-04}}: dates in a format.
 */
#ifndef FORMATS_WIKI_PARSER_FUNCTION_DATE_H
#define FORMATS_WIKI_PARSER_FUNCTION_DATE_H

#include "formats/wiki/template_writer.h"

/* A date read from text; 0 for what is not there. */
struct wiki_date {
    int year, month, day;
};

/*
 * Reads 2011-03-04, 2011-03, 2011, 4 March 2011, March 4, 2011, March 2011, with the months' names
 * in the wiki's language or in English; false when the text is none of these.
 */
bool wiki_date_read(struct wiki_date *date, const char *language, struct view text);

/* Puts the date in a PHP-like format: Y y n m F M j d and quoted text. */
void parser_function_time(struct template_writer *writer, struct view format);

#endif
