/*
 * listing_links - the names in a listing of a folder, as web servers make them (Apache, nginx,
 * lighttpd, Wikimedia's own pages): what the links of an HTML page lead to, right below the page.
 *
 * Character references (&amp; &#38; &#x26;) and percent-encoding are undone. Links that lead
 * elsewhere, sort the listing ("?C=M") or go up are left out.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_FETCH_LISTING_LINKS_H
#define TOOLS_FETCH_LISTING_LINKS_H

#include <stdbool.h>

#include "formats/base/buffer.h"

#define LISTING_LINKS_NAME 256 /* the longest name, with its NUL */

struct listing_link {
    char name[LISTING_LINKS_NAME]; /* of a file or folder: no slash in it, not "." or ".." */
    bool is_folder;                /* a slash stood behind it */
};

/*
 * Takes the next link off the front of a page; false when there is none. `path` is the page's own,
 * "/enwiki/", with which absolute links have to begin.
 */
MUST_USE bool listing_links_next(struct listing_link *link, struct view *page, const char *path);

#endif
