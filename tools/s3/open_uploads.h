/*
 * open_uploads - the multipart uploads of this run that are neither completed nor aborted, so that
 * whoever ends the run in their middle can abort them.
 *
 * Thread rule: init and release belong to one thread; all else may be called by any.
 */
#ifndef TOOLS_S3_OPEN_UPLOADS_H
#define TOOLS_S3_OPEN_UPLOADS_H

#include <pthread.h>
#include <stdbool.h>

#include "tools/s3/s3_session.h"

struct open_upload;

struct open_uploads {
    pthread_mutex_t mutex;
    pthread_cond_t settled; /* CLOCK_MONOTONIC: none is being created any more */
    /* Under the mutex: */
    struct open_upload *first; /* owned */
    unsigned creating;         /* CreateMultipartUploads on their way */
    bool closed;
};

void open_uploads_init(struct open_uploads *uploads);

/*
 * Before a CreateMultipartUpload; false when the run ends, and none may begin any more. Each true
 * is followed by open_uploads_created, with a NULL for upload_id when there is none. Without a
 * list, true.
 */
MUST_USE bool open_uploads_creating(struct open_uploads *uploads);
void open_uploads_created(struct open_uploads *uploads, const char *key, const char *upload_id);

/* Adds one; key and id are copied. Nothing happens for lack of memory, or without a list. */
void open_uploads_add(struct open_uploads *uploads, const char *key, const char *upload_id);

/* Takes one off; harmless when it is not there, and with NULLs. */
void open_uploads_remove(struct open_uploads *uploads, const char *upload_id);

/*
 * Closes a list and moves all of them into another, which is empty. Waits a few seconds for those
 * that are being created: else nobody would know what the server calls them. False when there are
 * none.
 */
bool open_uploads_take(struct open_uploads *to, struct open_uploads *from);

/*
 * Aborts all, with a session of its own like the one with these options, and in a hurry: what the
 * server refuses for the moment is asked for again for a few seconds, and nothing more is after a
 * request that is not answered within them. Those that are left stay in the list.
 */
void open_uploads_abort(struct open_uploads *uploads, const struct s3_session_options *like);

/* Frees. */
void open_uploads_release(struct open_uploads *uploads);

#endif
