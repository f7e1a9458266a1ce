#include "tools/s3/s3_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

/* Servers allow 15 minutes; a difference below one minute is not what an error was about. */
static const int64_t CLOCK_TOLERANCE = 60;

/* Of all clients' buffers for bodies together, and of one, as libcurl allows it. */
static const size_t MOST_SEND_MEMORY = (size_t)2 << 20;
static const size_t LEAST_SEND_SIZE = 16384;

/* Many clients make do with smaller buffers: memory does not grow with their number. */
static size_t send_size(unsigned concurrency) {
    size_t share = MOST_SEND_MEMORY / (concurrency == 0 ? 1 : concurrency);
    share = share < LEAST_SEND_SIZE ? LEAST_SEND_SIZE : share;
    return share < HTTP_SEND_SIZE ? share : HTTP_SEND_SIZE;
}

static uint64_t random_seed(void) {
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed = (uint64_t)time(NULL) * 1000003 + (uint64_t)getpid();
    return seed == 0 ? 1 : seed;
}

/* Where the bucket is asked for in a region. */
static struct endpoint_place place_in(const struct s3_session_options *options,
                                      const char *region) {
    const struct aws_settings *aws = options->aws;
    return (struct endpoint_place){.url = aws->endpoint_url,
                                   .region = region,
                                   .style = options->style == ENDPOINT_AUTOMATIC ? aws->style
                                                                                 : options->style,
                                   .dual_stack = aws->dual_stack,
                                   .fips = aws->fips};
}

enum status s3_session_init(struct s3_session *session, const struct s3_session_options *options,
                            struct error *error) {
    *session = (struct s3_session){.options = *options, .random_state = random_seed()};
    session->http = (struct http_settings){.connect_ms = options->connect_ms,
                                           .stall_seconds = options->stall_seconds,
                                           .total_ms = options->request_ms,
                                           .send_size = send_size(options->concurrency),
                                           .traffic = options->traffic,
                                           .ca_bundle = options->aws->ca_bundle,
                                           .stop = &session->stopped,
                                           .log = options->log,
                                           .log_context = options->context};
    const struct endpoint_place place = place_in(options, options->aws->region);
    enum status status = endpoint_init(&session->endpoint, &place, options->bucket, error);
    if (status != STATUS_OK)
        return status;
    snprintf(session->region, sizeof session->region, "%s", options->aws->region);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&session->mutex, NULL);
    pthread_cond_init(&session->stop_wanted, &attributes);
    pthread_condattr_destroy(&attributes);
    request_gate_init(&session->gate, options->concurrency);
    return STATUS_OK;
}

enum status s3_session_look(struct s3_session *session, struct s3_session_view *view,
                            struct error *error) {
    struct credential_provider *provider = session->options.aws->credentials;
    *view = (struct s3_session_view){.region = ""};
    enum status status = STATUS_OK;
    if (!credential_provider_is_anonymous(provider))
        status = credential_provider_get(provider, &view->credentials, error);
    if (status != STATUS_OK)
        return status;
    pthread_mutex_lock(&session->mutex);
    memcpy(view->region, session->region, sizeof view->region);
    view->clock_offset = session->clock_offset;
    status = endpoint_copy(&view->endpoint, &session->endpoint, error);
    pthread_mutex_unlock(&session->mutex);
    if (status != STATUS_OK)
        s3_session_view_release(view);
    return status;
}

enum status s3_session_renew(struct s3_session *session, const struct s3_session_view *used,
                             struct error *error) {
    struct credential_provider *provider = session->options.aws->credentials;
    if (credential_provider_is_anonymous(provider))
        return error_set(error, STATUS_FAILED, "requests are sent without credentials");
    return credential_provider_renew(provider, &used->credentials, error);
}

void s3_session_view_release(struct s3_session_view *view) {
    endpoint_release(&view->endpoint);
    credentials_release(&view->credentials);
}

/* Whether a text can be a region: it becomes part of a host name. */
static bool is_region(const char *text) {
    size_t length = text == NULL ? 0 : strlen(text);
    return length > 0 && length < S3_SESSION_REGION_SIZE &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

/* Another region: also another address, where that was made from the region. Mutex held. */
static void move_to_region(struct s3_session *session, const char *region) {
    snprintf(session->region, sizeof session->region, "%s", region);
    if (!session->endpoint.of_aws)
        return;
    struct endpoint moved;
    struct error ignored;
    const struct endpoint_place place = place_in(&session->options, region);
    if (endpoint_init(&moved, &place, session->options.bucket, &ignored) != STATUS_OK)
        return;
    endpoint_release(&session->endpoint);
    session->endpoint = moved;
}

static bool differs(const struct s3_session *session, const struct s3_session_view *used) {
    return strcmp(session->region, used->region) != 0 ||
           strcmp(session->endpoint.scheme, used->endpoint.scheme) != 0 ||
           strcmp(session->endpoint.host, used->endpoint.host) != 0 ||
           strcmp(session->endpoint.base_path, used->endpoint.base_path) != 0;
}

bool s3_session_learn_place(struct s3_session *session, const struct s3_session_view *used,
                            const char *region, const char *location, const char *host) {
    char url[512];
    pthread_mutex_lock(&session->mutex);
    if (!differs(session, used)) {
        if (is_region(region) && strcmp(region, session->region) != 0) {
            move_to_region(session, region);
        } else if (location != NULL && *location != '\0') {
            (void)!endpoint_follow(&session->endpoint, location, session->options.bucket);
        } else if (host != NULL && *host != '\0') {
            snprintf(url, sizeof url, "%s://%s/%s", session->endpoint.scheme, host,
                     session->options.bucket);
            (void)!endpoint_follow(&session->endpoint, url, session->options.bucket);
        }
    }
    bool moved = differs(session, used);
    pthread_mutex_unlock(&session->mutex);
    return moved;
}

bool s3_session_learn_clock(struct s3_session *session, const struct s3_session_view *used,
                            time_t server_time) {
    pthread_mutex_lock(&session->mutex);
    if (server_time != (time_t)-1 && session->clock_offset == used->clock_offset)
        session->clock_offset = (int64_t)server_time - (int64_t)time(NULL);
    int64_t difference = session->clock_offset - used->clock_offset;
    pthread_mutex_unlock(&session->mutex);
    return difference > CLOCK_TOLERANCE || difference < -CLOCK_TOLERANCE;
}

bool s3_session_pause(struct s3_session *session, uint64_t milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(milliseconds / 1000);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&session->mutex);
    int late = 0;
    while (!atomic_load(&session->stopped) && late == 0)
        late = pthread_cond_timedwait(&session->stop_wanted, &session->mutex, &until);
    pthread_mutex_unlock(&session->mutex);
    return !atomic_load(&session->stopped);
}

uint64_t s3_session_random(struct s3_session *session) {
    pthread_mutex_lock(&session->mutex);
    uint64_t state = session->random_state;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    session->random_state = state;
    pthread_mutex_unlock(&session->mutex);
    /* The high bits are the good ones, and retry_pause takes a remainder. */
    return (state * 0x2545F4914F6CDD1DULL) >> 16;
}

void s3_session_stop(struct s3_session *session) {
    pthread_mutex_lock(&session->mutex);
    atomic_store(&session->stopped, true);
    pthread_cond_broadcast(&session->stop_wanted);
    pthread_mutex_unlock(&session->mutex);
    request_gate_close(&session->gate);
    credential_provider_stop(session->options.aws->credentials);
}

void s3_session_release(struct s3_session *session) {
    if (session->endpoint.host == NULL)
        return;
    endpoint_release(&session->endpoint);
    request_gate_release(&session->gate);
    pthread_cond_destroy(&session->stop_wanted);
    pthread_mutex_destroy(&session->mutex);
}
