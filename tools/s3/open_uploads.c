#include "tools/s3/open_uploads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/s3/multipart_requests.h"

/* Whoever pressed Ctrl-C waits; what cannot be aborted by then is left to --abort-stale. */
static const uint64_t HURRY_SECONDS = 3;

/* A first refusal may tell the region, a second one the time; after a third there is no more to
 * learn. */
static const unsigned MOST_REFUSALS = 3;

struct open_upload {
    struct open_upload *next;
    char *key;
    char *upload_id;
    unsigned refusals; /* of the abort */
};

static void free_upload(struct open_upload *upload) {
    free(upload->key);
    free(upload->upload_id);
    free(upload);
}

void open_uploads_init(struct open_uploads *uploads) {
    pthread_condattr_t attributes;
    *uploads = (struct open_uploads){.first = NULL};
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&uploads->mutex, NULL);
    pthread_cond_init(&uploads->settled, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool open_uploads_creating(struct open_uploads *uploads) {
    if (uploads == NULL)
        return true;
    pthread_mutex_lock(&uploads->mutex);
    bool open = !uploads->closed;
    uploads->creating += open;
    pthread_mutex_unlock(&uploads->mutex);
    return open;
}

void open_uploads_created(struct open_uploads *uploads, const char *key, const char *upload_id) {
    if (uploads == NULL)
        return;
    if (upload_id != NULL)
        open_uploads_add(uploads, key, upload_id);
    pthread_mutex_lock(&uploads->mutex);
    if (--uploads->creating == 0)
        pthread_cond_broadcast(&uploads->settled);
    pthread_mutex_unlock(&uploads->mutex);
}

void open_uploads_add(struct open_uploads *uploads, const char *key, const char *upload_id) {
    struct open_upload *upload = uploads == NULL ? NULL : calloc(1, sizeof *upload);
    if (upload == NULL)
        return;
    upload->key = strdup(key);
    upload->upload_id = strdup(upload_id);
    if (upload->key == NULL || upload->upload_id == NULL) {
        free_upload(upload);
        return;
    }
    pthread_mutex_lock(&uploads->mutex);
    upload->next = uploads->first;
    uploads->first = upload;
    pthread_mutex_unlock(&uploads->mutex);
}

void open_uploads_remove(struct open_uploads *uploads, const char *upload_id) {
    if (uploads == NULL || upload_id == NULL)
        return;
    pthread_mutex_lock(&uploads->mutex);
    struct open_upload **at = &uploads->first;
    while (*at != NULL && strcmp((*at)->upload_id, upload_id) != 0)
        at = &(*at)->next;
    struct open_upload *found = *at;
    if (found != NULL)
        *at = found->next;
    pthread_mutex_unlock(&uploads->mutex);
    if (found != NULL)
        free_upload(found);
}

bool open_uploads_take(struct open_uploads *to, struct open_uploads *from) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += (time_t)HURRY_SECONDS;
    pthread_mutex_lock(&from->mutex);
    from->closed = true;
    while (from->creating > 0 &&
           pthread_cond_timedwait(&from->settled, &from->mutex, &end) != ETIMEDOUT)
        ;
    to->first = from->first;
    from->first = NULL;
    pthread_mutex_unlock(&from->mutex);
    return to->first != NULL;
}

static bool is_over(const struct timespec *end) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

/*
 * Asks once for each that is left, and forgets those that need not be asked for again. False when
 * asking again makes no sense: there is no time left, or these credentials are good for nothing.
 */
static bool abort_each(struct open_uploads *uploads, struct s3_client *client,
                       const struct timespec *end) {
    struct open_upload **at = &uploads->first;
    while (*at != NULL) {
        struct open_upload *upload = *at;
        struct sync_result result = {.bytes = 0};
        struct error ignored;
        enum status status =
            multipart_abort(client, &result, upload->key, upload->upload_id, &ignored);
        if (status == STATUS_TEMPORARY ? is_over(end) : status != STATUS_OK && result.hopeless)
            return false;
        upload->refusals += status != STATUS_OK && status != STATUS_TEMPORARY;
        if (status == STATUS_OK || upload->refusals == MOST_REFUSALS) {
            *at = upload->next;
            free_upload(upload);
        } else {
            at = &upload->next;
        }
    }
    return true;
}

void open_uploads_abort(struct open_uploads *uploads, const struct s3_session_options *like) {
    struct s3_session_options options = *like;
    struct s3_session session;
    struct s3_client client = {.session = NULL};
    struct error ignored;
    options.retry = (struct retry_policy){1, 0, 0};
    options.connect_ms = options.request_ms = HURRY_SECONDS * 1000;
    options.stall_seconds = HURRY_SECONDS;
    options.on_retry = NULL;
    options.traffic = NULL;
    if (s3_session_init(&session, &options, &ignored) != STATUS_OK)
        return;
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += (time_t)HURRY_SECONDS;
    uint64_t pause_ms = 50;
    if (s3_client_init(&client, &session, &ignored) == STATUS_OK) {
        while (abort_each(uploads, &client, &end) && uploads->first != NULL && !is_over(&end) &&
               s3_session_pause(&session, pause_ms))
            pause_ms = pause_ms < 400 ? 2 * pause_ms : pause_ms;
    }
    s3_client_release(&client);
    s3_session_release(&session);
}

void open_uploads_release(struct open_uploads *uploads) {
    while (uploads->first != NULL) {
        struct open_upload *next = uploads->first->next;
        free_upload(uploads->first);
        uploads->first = next;
    }
    pthread_cond_destroy(&uploads->settled);
    pthread_mutex_destroy(&uploads->mutex);
}
