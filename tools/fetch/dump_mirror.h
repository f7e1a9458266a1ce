/*
 * dump_mirror - the newest whole dump of a mirror that is laid out as dumps.wikimedia.org is:
 *
 *     MIRROR/WIKI/                                   a listing of dates
 *     MIRROR/WIKI/20240101/dumpstatus.json           what is done
 *     MIRROR/WIKI/20240101/WIKI-20240101-sha1sums.txt, -md5sums.txt
 *     MIRROR/WIKI/20240101/WIKI-20240101-pages-articles.xml.bz2, ...
 *     MIRROR/WIKI/latest/WIKI-latest-sha1sums.txt    of the dated names
 *     MIRROR/WIKI/latest/WIKI-latest-pages-articles.xml.bz2, ...
 *
 * A dump is whole when dumpstatus.json calls each job with a wanted file done; without that
 * document, when the checksums name just the wanted files that the listing has. In either case each
 * file must be there, in its size. A mirror without listing, or with nothing but "latest", will do.
 *
 * Thread rule: one thread at a time per session.
 */
#ifndef TOOLS_FETCH_DUMP_MIRROR_H
#define TOOLS_FETCH_DUMP_MIRROR_H

#include <stddef.h>

#include "formats/base/status.h"
#include "tools/fetch/dump_files.h"
#include "tools/fetch/fetch_session.h"

#define DUMP_MIRROR_DEFAULT "https://dumps.wikimedia.org"
#define DUMP_MIRROR_WIKI    "enwiki"
#define DUMP_MIRROR_FILES   "*-pages-articles.xml.bz2"

struct dump_place {
    const char *mirror; /* http://, https:// or file:/// */
    const char *wiki;   /* "enwiki" */
    const char *files;  /* a glob of names */
};

/* STATUS_USAGE for what cannot be a mirror, a wiki or a date (NULL: any). */
MUST_USE enum status dump_mirror_check(const struct dump_place *place, const char *date,
                                       struct error *error);

/*
 * Finds the newest whole dump; with `date` that one, else nothing that is as old as `after` or
 * older (NULL: anything). *found is made, with URL, size and checksums of each file, and to be
 * released; its date is "" when no dump is newer than `after`. STATUS_FAILED when the mirror has no
 * dump of the wiki at all, none that is whole, or not the one of `date`; STATUS_TEMPORARY when the
 * network gave out.
 */
MUST_USE enum status dump_mirror_find(struct dump_files *found, struct fetch_session *session,
                                      const struct dump_place *place, const char *date,
                                      const char *after, struct error *error);

#endif
