/*
 * utf8_check - is text well-formed UTF-8 without the characters that XML 1.0 cannot carry?
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef FORMATS_WIKI_UTF8_CHECK_H
#define FORMATS_WIKI_UTF8_CHECK_H

#include <stddef.h>

#include "formats/base/buffer.h"

/*
 * The first byte that is malformed (Unicode 15, table 3-7) or a control character below U+0020 but
 * tab, line feed and carriage return; text.size when there is none.
 */
size_t utf8_check(struct view text);

#endif
