/*
 * file_download - one file of a web server (or file:///), whole and right, or not at all.
 *
 * An interrupted download goes on where it was (download_part.h): Range with If-Range on what the
 * server said of the file at first, so that a file that changed meanwhile begins anew, as it does
 * with a server that ignores ranges. Every attempt that gains something starts the count of
 * attempts again. A file whose size or checksum is wrong is thrown away and fetched once more.
 *
 * Thread rule: one thread at a time per session.
 */
#ifndef TOOLS_FETCH_FILE_DOWNLOAD_H
#define TOOLS_FETCH_FILE_DOWNLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/file_digest.h"
#include "formats/base/status.h"
#include "tools/fetch/fetch_session.h"

struct download_wish {
    const char *url;             /* borrowed: http://, https:// or file:/// */
    const char *path;            /* borrowed: where it goes; the folder is there */
    uint64_t bytes;              /* expected; 0: any */
    struct file_digests digests; /* expected; each that is there is compared */
    struct file_digests *found;  /* for the digests of what came, SHA-256 among them; or NULL */
};

/*
 * *was_there when the file had been there already and is right: by its checksum, or, where none is
 * known, by its size and time of modification, for which the server is asked. Otherwise downloads.
 *
 * STATUS_TEMPORARY when the network gave out, another process downloads the file, or the watch
 * stopped it: what came is kept. STATUS_FAILED for a refusal, a web page in place of the file, a
 * size that is not the expected one before anything came, and what cannot be written.
 * STATUS_CORRUPT for a wrong checksum, twice.
 */
MUST_USE enum status file_download_run(struct fetch_session *session,
                                       const struct download_wish *wish, bool *was_there,
                                       struct error *error);

#endif
