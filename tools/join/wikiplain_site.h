/*
 * wikiplain_site - the site of a dump, shared by the batches and threads that still need it.
 *
 * Thread rule: share and release may be called by any thread; the site itself is only read.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_SITE_H
#define TOOLS_JOIN_WIKIPLAIN_SITE_H

#include <stdatomic.h>

#include "formats/wiki/dump_header.h"

struct wikiplain_site {
    struct wiki_site site;
    atomic_uint users;
    struct buffer made_of; /* what a header must be equal in to share the site */
};

/*
 * Gives the site that a header and a language (NULL: the header's) ask for: `before`, one user
 * more, if that was made of the same, else a new one. `before` may be NULL.
 */
MUST_USE enum status wikiplain_site_make(struct wikiplain_site **site,
                                         struct wikiplain_site *before,
                                         const struct dump_header *header, const char *language,
                                         struct error *error);

/* The same site, one user more. */
struct wikiplain_site *wikiplain_site_share(struct wikiplain_site *site);

/* One user less; the last one frees it. NULL is ignored. */
void wikiplain_site_release(struct wikiplain_site *site);

#endif
