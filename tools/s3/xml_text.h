/*
 * xml_text - text inside an XML document that is being written.
 */
#ifndef TOOLS_S3_XML_TEXT_H
#define TOOLS_S3_XML_TEXT_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/*
 * Whether XML 1.0 can carry the text: UTF-8 without control characters but tab, line feed and
 * carriage return, and without U+FFFE and U+FFFF (section 2.2, "Char").
 */
MUST_USE bool xml_text_allows(const char *text);

/* Appends <name>text</name>, the text escaped; a carriage return as well, which parsers change. */
MUST_USE enum status xml_text_element(struct buffer *document, const char *name, const char *text,
                                      struct error *error);

#endif
