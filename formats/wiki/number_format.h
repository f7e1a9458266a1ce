/*
 * number_format - numbers as a wiki's language writes them: 12345.6 is 12,345.6 in English,
 * 12.345,6 in German, 12 345,6 in French, ۱۲٬۳۴۵٫۶ in Persian, 12345,6 in Polish below 10000.
 *
 * Marks, grouping and digits are MediaWiki's for each language (separatorTransformTable,
 * minimumGroupingDigits, digitGroupingPattern, digitTransformTable). Where MediaWiki writes a
 * no-break space this writes a plain one.
 */
#ifndef FORMATS_WIKI_NUMBER_FORMAT_H
#define FORMATS_WIKI_NUMBER_FORMAT_H

#include "formats/wiki/template_writer.h"

/* Puts a text with every number in it (digits, at most one point) as the language writes it. */
void number_format_put(struct template_writer *writer, struct view text);

/* The same without grouping. */
void number_format_put_plain(struct template_writer *writer, struct view text);

/* The contrary: takes the language's marks and digits back to 12345.6. */
void number_format_put_raw(struct template_writer *writer, struct view text);

/*
 * Reads a number as authors write it (1234.5, 1,234.5, -3, −3, .5, 1e6; blanks and &nbsp; around
 * and between groups are passed over); false when the text is none. Only `.` is a point.
 */
bool number_format_read(struct view text, double *value);

#endif
