/*
 * local_copy - a file:/// URL in place of a web server's: a mirror that is mounted.
 *
 * Thread rule: as file_download's.
 */
#ifndef TOOLS_FETCH_LOCAL_COPY_H
#define TOOLS_FETCH_LOCAL_COPY_H

#include <stdbool.h>
#include <sys/stat.h>

#include "formats/base/status.h"
#include "tools/fetch/download_part.h"
#include "tools/fetch/file_download.h"

/* Whether a URL is one of a file here. */
bool local_copy_is(const char *url);

/* The path of such a URL, percent-decoded, into an owned string. STATUS_FAILED for a wrong one. */
MUST_USE enum status local_copy_path(char **path, const char *url, struct error *error);

/* Whether the file has this size and time of modification. STATUS_FAILED when it is not there. */
MUST_USE enum status local_copy_is_same(const char *url, const struct stat *info, bool *same,
                                        struct error *error);

/* Copies the file into the part, from its beginning. */
MUST_USE enum status local_copy_run(struct fetch_session *session, const struct download_wish *wish,
                                    struct download_part *part, struct error *error);

#endif
