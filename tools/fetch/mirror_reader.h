/*
 * mirror_reader - what is read of a mirror before anything is downloaded: small documents,
 * listings, and whether a file is there; of a web server or of a folder (file:///).
 *
 * Thread rule: one thread at a time per session.
 */
#ifndef TOOLS_FETCH_MIRROR_READER_H
#define TOOLS_FETCH_MIRROR_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/fetch/fetch_session.h"

/* A listing has at most so many names; one with more is refused. */
#define MIRROR_READER_NAMES ((size_t)100000)

struct mirror_name {
    char *name; /* owned */
    bool is_folder;
};

struct mirror_names {
    struct mirror_name *names; /* owned; in the order of the listing, each once or more */
    size_t count, capacity;
};

/*
 * Reads a document of at most HTTP_LARGEST_BODY into *text, which is cleared first. *there is
 * false, and STATUS_OK, when the server says that there is none, or that it shows it to nobody
 * (403). STATUS_TEMPORARY when the network gave out.
 */
MUST_USE enum status mirror_reader_get(struct buffer *text, bool *there,
                                       struct fetch_session *session, const char *url,
                                       struct error *error);

/* Reads the listing of a folder, whose URL ends with a slash; *there as above. */
MUST_USE enum status mirror_reader_list(struct mirror_names *names, bool *there,
                                        struct fetch_session *session, const char *url,
                                        struct error *error);

/*
 * Whether there is a file, and its size (0: the server does not say; an empty one here is none). A
 * server that does not answer such questions (405, 501) is taken to have it.
 */
MUST_USE enum status mirror_reader_look(bool *there, uint64_t *bytes, struct fetch_session *session,
                                        const char *url, struct error *error);

/* Frees; empty and usable again. Harmless when zeroed. */
void mirror_names_release(struct mirror_names *names);

#endif
