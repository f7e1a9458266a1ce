/*
 * dump_language - which language a dump is written in, where its header says English by mistake.
 *
 * Dumps that were put together by hand, as test suites do, often have the siteinfo of the English
 * Wikipedia. Two things tell: prefixes of links that are another language's names of the
 * namespaces of categories and files, and letters of scripts that English has not.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef FORMATS_WIKI_DUMP_LANGUAGE_H
#define FORMATS_WIKI_DUMP_LANGUAGE_H

#include "formats/base/buffer.h"

/*
 * The code of the language that some text of a dump (its first batch) is in, when it can hardly be
 * English: NULL when it can. Of languages with the same names the one with the largest Wikipedia.
 */
const char *dump_language_guess(struct view text);

#endif
