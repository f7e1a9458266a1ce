/*
 * xml_reader - the text of the elements of a small XML document; the only user of expat here.
 *
 * Made for the answers of S3 servers: no attributes, no mixed content, no entities but XML's own
 * five. A document type declaration is refused, and so nothing can expand.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_XML_READER_H
#define TOOLS_S3_XML_READER_H

#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Bounds: S3's own documents nest 5 deep, and their longest text is a key of 1024 bytes. */
#define XML_READER_DEEPEST 16
#define XML_READER_LONGEST 8192 /* bytes of text in one element; of "/"-joined names as well */
#define XML_READER_LARGEST ((size_t)4 << 20)

/*
 * Called at the end of each element: its path from the root ("Error/Code", without prefixes of name
 * spaces) and its own text, both UTF-8 and valid during the call. An element that has children is
 * told after them.
 */
typedef void xml_reader_function(void *context, const char *path, const char *text);

/*
 * Reads a whole document. STATUS_CORRUPT, with line and reason, when it is not well-formed, cut
 * short, or beyond the bounds; elements before that place have been told.
 */
MUST_USE enum status xml_reader_read(struct view document, xml_reader_function *function,
                                     void *context, struct error *error);

#endif
