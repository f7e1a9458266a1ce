/*
 * dump_format - the kinds of dumps, and which of them some text is.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef FORMATS_WIKI_DUMP_FORMAT_H
#define FORMATS_WIKI_DUMP_FORMAT_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"

enum dump_format {
    DUMP_FORMAT_EXPORT,     /* <mediawiki><page>: MediaWiki's XML, schemas 0.3 to 0.11 */
    DUMP_FORMAT_ABSTRACT,   /* <feed><doc>: the abstracts of articles */
    DUMP_FORMAT_CIRRUS,     /* pairs of lines of JSON: {"index":...} and the page */
    DUMP_FORMAT_JSON_LINES, /* a page as JSON in each line: WikiExtractor --json and others */
    DUMP_FORMAT_DOCUMENTS,  /* <doc id= url= title=>, text, </doc>: WikiExtractor; not XML */
};

/* Bytes that tell: the declaration and comments before the first element fit in. */
#define DUMP_FORMAT_HEAD ((size_t)64 << 10)

/*
 * Tells by the first DUMP_FORMAT_HEAD bytes of the text, or all of it. STATUS_NOT_OURS with a
 * sentence that says what was expected, and what was found if that is known.
 */
MUST_USE enum status dump_format_tell(enum dump_format *format, struct view head, const char *name,
                                      struct error *error);

/* What ends a page, and what ends the whole: NULL where nothing does. */
const char *dump_format_unit_end(enum dump_format format);
const char *dump_format_end(enum dump_format format);

#endif
