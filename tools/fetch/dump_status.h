/*
 * dump_status - Wikimedia's dumpstatus.json: which jobs of a dump are done, and the files of each.
 *
 *     {"version": "0.8", "jobs": {"articlesdump": {"status": "done", "updated": "...",
 *         "files": {"enwiki-20240101-pages-articles.xml.bz2":
 *             {"size": 123, "url": "/enwiki/...", "md5": "...", "sha1": "..."}}}}}
 *
 * The format is described at https://meta.wikimedia.org/wiki/Data_dumps/Status_format.
 *
 * Thread rule: one thread at a time per status.
 */
#ifndef TOOLS_FETCH_DUMP_STATUS_H
#define TOOLS_FETCH_DUMP_STATUS_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "tools/fetch/dump_files.h"

/*
 * Adds the files that the glob matches, with what is said of them; *done tells whether every job
 * that has such a file is done, and says the size of each. A job that waits lists no files yet, so
 * no files mean nothing. False for a text that is no such document; nothing is added then.
 */
MUST_USE bool dump_status_read(struct dump_files *files, bool *done, struct view text,
                               const char *glob);

#endif
