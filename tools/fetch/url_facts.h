/*
 * url_facts - what a URL alone, and what lies beside it, tells of a file.
 *
 * Thread rule: one thread at a time per session.
 */
#ifndef TOOLS_FETCH_URL_FACTS_H
#define TOOLS_FETCH_URL_FACTS_H

#include "formats/base/file_digest.h"
#include "formats/base/status.h"
#include "tools/fetch/fetch_session.h"

#define URL_FACTS_NAME 256 /* the longest name of a file, with its NUL */

/*
 * The name that the file of a URL gets: what stands behind the last slash, without a query,
 * percent-decoded. STATUS_USAGE when there is none that a file can have, and for what is no URL.
 */
MUST_USE enum status url_facts_name(char name[URL_FACTS_NAME], const char *url,
                                    struct error *error);

/*
 * Looks for published checksums of a file whose name is "<wiki>-<date>-<rest>", or "-latest-": in
 * "<wiki>-<date>-sha1sums.txt", else "-md5sums.txt", in the same folder. Adds what it finds. Fails
 * only when the network gives out.
 */
MUST_USE enum status url_facts_checksums(struct file_digests *digests,
                                         struct fetch_session *session, const char *url,
                                         struct error *error);

#endif
