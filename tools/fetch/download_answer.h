/*
 * download_answer - what an answer to a download's request means for the part that is there.
 *
 * A part of file_download.c.
 *
 * Thread rule: one thread at a time per answer.
 */
#ifndef TOOLS_FETCH_DOWNLOAD_ANSWER_H
#define TOOLS_FETCH_DOWNLOAD_ANSWER_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/fetch/download_part.h"
#include "tools/fetch/fetch_session.h"
#include "tools/fetch/file_download.h"

struct download_answer {
    struct fetch_session *session;    /* borrowed */
    const struct download_wish *wish; /* borrowed */
    struct download_part *part;       /* borrowed */
    bool is_ranged;                   /* the request asked for what is behind the part */
    bool has_begun;                   /* bytes of the file came, and go to the part */
    bool is_spoilt;                   /* the part is of another file by now: away with it */
    bool is_refused;                  /* the answer is something else than the file */
    bool is_whole;
};

/*
 * Sends one request for what is missing and adds what comes to the part. STATUS_OK for an answer
 * that says so: is_whole tells whether the file is, all else is for fetch_attempts_again.
 */
MUST_USE enum status download_answer_get(struct download_answer *answer, struct error *error);

#endif
