#include "tools/s3/credential_provider.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/credential_sources.h"

/* So long before their end credentials are fetched again, as AWS's own clients do. */
static const time_t REFRESH_BEFORE = 300;

/* Short-lived credentials are used for half their life, but not fetched more often than this. */
static const time_t SHORTEST_USE = 60;

/* After a failure, and while the old ones still work, so long before another try. */
static const time_t PAUSE_AFTER_FAILURE = 30;

/* A renewal that came to nothing is not tried again for every request that fails likewise. */
static const time_t PAUSE_AFTER_RENEWAL = 10;

struct credential_provider {
    /* Set once, then only read: */
    bool anonymous;
    struct credential_context context;
    atomic_bool stopped;
    /* Under the mutex: */
    pthread_mutex_t mutex;
    pthread_cond_t fetched;
    bool fetching;
    struct credentials current; /* none yet when it has no access key id */
    time_t refresh_at;          /* 0 for never */
    time_t vain_renewal;        /* when the last renewal failed; 0 for none */
    struct error vain_error;
};

static enum status copy_text(const char **field, struct error *error) {
    if (*field == NULL)
        return STATUS_OK;
    *field = strdup(*field);
    return *field == NULL ? error_no_memory(error, "settings") : STATUS_OK;
}

static void free_text(const char *text) {
    free((void *)(uintptr_t)text);
}

enum status credential_provider_new(struct credential_provider **provider,
                                    const struct credential_context *context, bool anonymous,
                                    struct error *error) {
    struct credential_provider *made = calloc(1, sizeof *made);
    *provider = NULL;
    if (made == NULL)
        return error_no_memory(error, "a credential provider");
    made->anonymous = anonymous;
    made->context = *context;
    made->context.stop = &made->stopped;
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->fetched, NULL);
    const char **const texts[] = {&made->context.profile, &made->context.region,
                                  &made->context.sts_url, &made->context.ca_bundle};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (status == STATUS_OK)
            status = copy_text(texts[i], error);
        else
            *texts[i] = NULL;
    }
    if (status != STATUS_OK)
        credential_provider_free(made);
    else
        *provider = made;
    return status;
}

bool credential_provider_is_anonymous(const struct credential_provider *provider) {
    return provider->anonymous;
}

const struct credential_context *
credential_provider_context(const struct credential_provider *provider) {
    return &provider->context;
}

/* When credentials that came at `now` are to be fetched again. */
static time_t refresh_time(const struct credentials *credentials, time_t now) {
    if (credentials->expires == CREDENTIALS_NEVER_EXPIRE)
        return 0;
    time_t lifetime = credentials->expires - now;
    time_t shortest = lifetime > 2 * SHORTEST_USE ? SHORTEST_USE : lifetime / 2;
    /* Some sources give what has expired already, when they have nothing better. */
    if (lifetime <= 0)
        return now + SHORTEST_USE;
    time_t usual = credentials->expires - REFRESH_BEFORE;
    return usual > now + shortest ? usual : now + shortest;
}

/* Fetches without the mutex, which is held before and after. */
static enum status fetch(struct credential_provider *provider, struct error *error) {
    struct credentials fresh = {.expires = CREDENTIALS_NEVER_EXPIRE};
    provider->fetching = true;
    pthread_mutex_unlock(&provider->mutex);
    enum status status = credential_sources_fetch(&fresh, &provider->context, error);
    time_t now = credential_context_now(&provider->context);
    pthread_mutex_lock(&provider->mutex);
    provider->fetching = false;
    if (status == STATUS_OK) {
        credentials_release(&provider->current);
        provider->current = fresh;
        provider->refresh_at = refresh_time(&fresh, now);
    } else if (provider->refresh_at != 0) {
        provider->refresh_at = now + PAUSE_AFTER_FAILURE;
    }
    pthread_cond_broadcast(&provider->fetched);
    return status;
}

/* Whether what is at hand can still sign. Mutex held. */
static bool works(const struct credential_provider *provider, time_t now) {
    const struct credentials *current = &provider->current;
    return current->access_key_id != NULL && (current->expires == CREDENTIALS_NEVER_EXPIRE ||
                                              now < current->expires || now < provider->refresh_at);
}

enum status credential_provider_get(struct credential_provider *provider,
                                    struct credentials *credentials, struct error *error) {
    enum status status = STATUS_OK;
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
    pthread_mutex_lock(&provider->mutex);
    time_t now = credential_context_now(&provider->context);
    while (provider->fetching && !works(provider, now)) {
        pthread_cond_wait(&provider->fetched, &provider->mutex);
        now = credential_context_now(&provider->context);
    }
    bool due = provider->refresh_at != 0 && now >= provider->refresh_at;
    if (!provider->fetching && (due || !works(provider, now))) {
        status = fetch(provider, error);
        const struct credentials *old = &provider->current;
        if (status != STATUS_OK && old->access_key_id != NULL && now < old->expires)
            status = STATUS_OK;
    }
    if (status == STATUS_OK)
        status = credentials_copy(credentials, &provider->current, error);
    pthread_mutex_unlock(&provider->mutex);
    return status;
}

/* Fetches in place of `used`. Mutex held. */
static enum status replace_used(struct credential_provider *provider,
                                const struct credentials *used, struct error *error) {
    time_t now = credential_context_now(&provider->context);
    if (provider->vain_renewal != 0 && now - provider->vain_renewal < PAUSE_AFTER_RENEWAL) {
        *error = provider->vain_error;
        return error->status;
    }
    enum status status = fetch(provider, error);
    if (status == STATUS_OK && credentials_equal(&provider->current, used))
        status = error_set(error, STATUS_FAILED,
                           "%s has no newer credentials; put fresh ones there", used->origin);
    provider->vain_renewal = status == STATUS_OK ? 0 : now;
    if (status != STATUS_OK)
        provider->vain_error = *error;
    return status;
}

enum status credential_provider_renew(struct credential_provider *provider,
                                      const struct credentials *used, struct error *error) {
    pthread_mutex_lock(&provider->mutex);
    while (provider->fetching)
        pthread_cond_wait(&provider->fetched, &provider->mutex);
    enum status status = STATUS_OK;
    if (credentials_equal(&provider->current, used))
        status = replace_used(provider, used, error);
    pthread_mutex_unlock(&provider->mutex);
    return status;
}

void credential_provider_stop(struct credential_provider *provider) {
    atomic_store(&provider->stopped, true);
}

void credential_provider_free(struct credential_provider *provider) {
    if (provider == NULL)
        return;
    credentials_release(&provider->current);
    free_text(provider->context.profile);
    free_text(provider->context.region);
    free_text(provider->context.sts_url);
    free_text(provider->context.ca_bundle);
    pthread_cond_destroy(&provider->fetched);
    pthread_mutex_destroy(&provider->mutex);
    free(provider);
}
