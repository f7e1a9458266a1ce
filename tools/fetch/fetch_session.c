#include "tools/fetch/fetch_session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "formats/base/version.h"
#include "tools/s3/http_location.h"

/* As many as curl's users and browsers know to be enough (browsers: 20, curl's manual: 50). */
static const unsigned MOST_REDIRECTS = 10;

/* How long to sleep before the watch is asked again. */
static const uint64_t STEP_MS = 100;

void fetch_settings_init(struct fetch_settings *settings) {
    *settings = (struct fetch_settings){
        .connect_seconds = 10, .stall_seconds = 60, .policy = {8, 500, 30000}};
}

bool fetch_session_goes_on(void *context) {
    struct fetch_session *session = context;
    const struct fetch_settings *settings = &session->settings;
    if (settings->watch != NULL &&
        !settings->watch(settings->watch_context, session->there, session->total))
        atomic_store(&session->stopped, true);
    return !atomic_load(&session->stopped);
}

static void on_tick(void *context) {
    (void)fetch_session_goes_on(context);
}

enum status fetch_session_init(struct fetch_session *session, const struct fetch_settings *settings,
                               struct error *error) {
    *session = (struct fetch_session){.settings = *settings};
    session->http = (struct http_settings){
        .connect_ms = settings->connect_seconds * 1000,
        .stall_seconds = settings->stall_seconds,
        .ca_bundle = settings->ca_bundle,
        .of_files = true,
        .stop = &session->stopped,
        .tick = on_tick,
        .tick_context = session,
    };
    return http_client_init(&session->client, &session->http, error);
}

void fetch_session_release(struct fetch_session *session) {
    http_response_release(&session->response);
    http_client_release(&session->client);
}

static bool is_redirect(long status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

static enum status list_headers(struct header_list *list, const struct header_list *more,
                                struct error *error) {
    /* Wikimedia refuses clients without a name. */
    enum status status = header_list_add(list, "User-Agent", "mlmprep/" MLMPREP_VERSION, error);
    if (status == STATUS_OK)
        status = header_list_add(list, "Accept-Encoding", "identity", error);
    for (size_t i = 0; more != NULL && i < more->count && status == STATUS_OK; i++)
        status = header_list_add(list, more->items[i].name, more->items[i].value, error);
    return status;
}

/* Turns *url into where the answer leads. */
static enum status follow(const struct fetch_session *session, char **url, struct error *error) {
    const char *location = http_response_header(&session->response, "Location");
    char *next = NULL;
    if (location == NULL)
        return error_set(error, STATUS_FAILED, "'%.300s' redirects (%ld) to nowhere", *url,
                         session->response.status);
    enum status status = http_location_resolve(&next, *url, location, error);
    if (status == STATUS_OK) {
        free(*url);
        *url = next;
    }
    return status;
}

enum status fetch_session_perform(struct fetch_session *session,
                                  const struct fetch_request *request, struct error *error) {
    struct header_list headers = {NULL, 0, 0};
    char *url = strdup(request->url);
    enum status status = url == NULL ? error_no_memory(error, "a URL")
                                     : list_headers(&headers, request->headers, error);
    for (unsigned redirects = 0; status == STATUS_OK; redirects++) {
        const struct http_request sent = {.method = request->method,
                                          .url = url,
                                          .headers = &headers,
                                          .sink = request->sink,
                                          .sink_context = request->sink_context};
        status = http_client_perform(&session->client, &session->response, &sent, error);
        if (status != STATUS_OK || !is_redirect(session->response.status))
            break;
        if (redirects == MOST_REDIRECTS)
            status = error_set(error, STATUS_FAILED, "'%.300s' redirects more than %u times",
                               request->url, MOST_REDIRECTS);
        else
            status = follow(session, &url, error);
    }
    if (status != STATUS_OK)
        http_blank_passwords(error->message);
    free(url);
    header_list_release(&headers);
    return status;
}

/* A sentence for an answer that is not what was asked for. */
static enum status explain(const struct fetch_session *session, const char *url,
                           enum retry_verdict verdict, struct error *error) {
    long answer = session->response.status;
    if (verdict == RETRY_AGAIN || verdict == RETRY_SLOWER)
        return error_set(error, STATUS_TEMPORARY, "the server of '%.300s' is in trouble (%ld)", url,
                         answer);
    if (answer == 404 || answer == 410)
        return error_set(error, STATUS_FAILED, "there is no '%.300s' (%ld)", url, answer);
    if (answer == 401 || answer == 403 || answer == 407)
        return error_set(error, STATUS_FAILED, "the server refuses '%.300s' (%ld)", url, answer);
    return error_set(error, STATUS_FAILED, "the server answers %ld to '%.300s'", answer, url);
}

/* Sleeps, and asks the watch meanwhile. */
static void pause_for(struct fetch_session *session, uint64_t ms) {
    while (ms > 0 && fetch_session_goes_on(session)) {
        uint64_t step = ms < STEP_MS ? ms : STEP_MS;
        struct timespec time = {.tv_nsec = (long)(step * 1000000)};
        nanosleep(&time, NULL);
        ms -= step;
    }
}

bool fetch_attempts_again(struct fetch_attempts *attempts, struct fetch_session *session,
                          const char *url, enum status *status, struct error *error) {
    const struct retry_policy *policy = &session->settings.policy;
    enum retry_verdict verdict = *status == STATUS_TEMPORARY ? RETRY_AGAIN : RETRY_NEVER;
    if (*status == STATUS_OK) {
        verdict = retry_judge(session->response.status, "", false);
        if (verdict == RETRY_SUCCESS)
            return false;
        *status = explain(session, url, verdict, error);
        http_blank_passwords(error->message);
    }
    if (atomic_load(&session->stopped)) {
        *status = error_set(error, STATUS_TEMPORARY, "told to stop");
        return false;
    }
    attempts->failed++;
    if (*status != STATUS_TEMPORARY)
        return false;
    if (attempts->failed >= policy->max_attempts) {
        if (attempts->failed > 1)
            error_prefix(error, "after %llu attempts", (unsigned long long)attempts->failed);
        return false;
    }
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        random = UINT64_MAX;
    pause_for(session, retry_pause(policy, attempts->failed, verdict, random,
                                   http_response_pause(&session->response)));
    if (!atomic_load(&session->stopped))
        return true;
    *status = error_set(error, STATUS_TEMPORARY, "told to stop");
    return false;
}
