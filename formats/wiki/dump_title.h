/*
 * dump_title - the title of the last page in some text of a dump, for messages.
 */
#ifndef FORMATS_WIKI_DUMP_TITLE_H
#define FORMATS_WIKI_DUMP_TITLE_H

#include "formats/wiki/dump_format.h"

/*
 * Puts the title of the last page that begins in `text` into `title`, cut to 200 bytes and free of
 * control characters; leaves it alone where none is found.
 */
MUST_USE enum status dump_title_find_last(struct buffer *title, enum dump_format format,
                                          struct view text, struct error *error);

#endif
