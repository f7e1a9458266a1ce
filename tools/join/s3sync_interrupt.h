/*
 * s3sync_interrupt - a run that is told to stop by a signal aborts its unfinished uploads first.
 *
 * A thread waits for the signal, makes all requests in flight end, aborts what multipart uploads
 * this run has open, for a few seconds at most, tells the summary, and dies by the signal. The same
 * signal once more ends at once.
 *
 * Thread rule: start and finish belong to one thread.
 */
#ifndef TOOLS_JOIN_S3SYNC_INTERRUPT_H
#define TOOLS_JOIN_S3SYNC_INTERRUPT_H

#include <pthread.h>

#include "formats/base/status.h"
#include "tools/join/s3sync_watch.h"
#include "tools/s3/open_uploads.h"
#include "tools/s3/s3_session.h"

struct s3sync_interrupt {
    struct s3_session *target;   /* borrowed; NULL: a folder, nothing to abort */
    struct s3sync_watch *watch;  /* borrowed */
    struct open_uploads uploads; /* for transfer_options */
    int ends[2];                 /* of a pipe: a signal's number goes through, or 0 at the end */
    pthread_t thread;
};

/* Begins to wait for signals. */
MUST_USE enum status s3sync_interrupt_start(struct s3sync_interrupt *interrupt,
                                            struct s3_session *target, struct s3sync_watch *watch,
                                            struct error *error);

/* When everything is transferred or given up. Does not return when a signal has come. */
void s3sync_interrupt_finish(struct s3sync_interrupt *interrupt);

#endif
