/*
 * checksum_list - what sha1sum(1), md5sum(1) and sha256sum(1) write, and mirrors publish:
 *
 *     da39a3ee5e6b4b0d3255bfef95601890afd80709  enwiki-20240101-pages-articles.xml.bz2
 *
 * Two blanks, or a blank and a star, or any white space, stand between. A folder in front of a name
 * is ignored, as are lines of any other form.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_FETCH_CHECKSUM_LIST_H
#define TOOLS_FETCH_CHECKSUM_LIST_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/file_digest.h"
#include "formats/base/status.h"

#define CHECKSUM_LIST_NAME 256 /* the longest name of a file, with its NUL */

struct checksum_line {
    struct file_digests digests; /* one of them */
    char name[CHECKSUM_LIST_NAME];
};

/* Takes the next line that is one off the front of `text`; false when there is none. */
MUST_USE bool checksum_list_next(struct checksum_line *line, struct view *text);

/*
 * Adds what the list says of a file to *digests; *found tells whether it says anything.
 * STATUS_CORRUPT when it contradicts itself, or what is there already.
 */
MUST_USE enum status checksum_list_find(struct file_digests *digests, bool *found, struct view text,
                                        const char *name, struct error *error);

#endif
