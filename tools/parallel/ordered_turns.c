#include "tools/parallel/ordered_turns.h"

#include <stdlib.h>

enum status ordered_turns_init(struct ordered_turns *turns, size_t capacity,
                               ordered_turns_function *take, void *context, struct error *error) {
    *turns = (struct ordered_turns){.take = take, .context = context, .capacity = capacity};
    turns->done = calloc(capacity, sizeof *turns->done);
    if (turns->done == NULL)
        return error_no_memory(error, "work under way");
    /* With default attributes glibc's initializers allocate nothing and cannot fail. */
    pthread_mutex_init(&turns->mutex, NULL);
    pthread_cond_init(&turns->moved, NULL);
    return STATUS_OK;
}

bool ordered_turns_await_room(struct ordered_turns *turns, uint64_t number) {
    pthread_mutex_lock(&turns->mutex);
    while (!turns->stopped && number - turns->taken >= turns->capacity)
        pthread_cond_wait(&turns->moved, &turns->mutex);
    bool go_on = !turns->stopped;
    pthread_mutex_unlock(&turns->mutex);
    return go_on;
}

bool ordered_turns_await(struct ordered_turns *turns, uint64_t number) {
    pthread_mutex_lock(&turns->mutex);
    while (!turns->stopped && turns->taken < number)
        pthread_cond_wait(&turns->moved, &turns->mutex);
    bool go_on = !turns->stopped;
    pthread_mutex_unlock(&turns->mutex);
    return go_on;
}

/* Takes the next number; the mutex is held, but not while it is taken. */
static void take_next(struct ordered_turns *turns) {
    uint64_t number = turns->taken;
    pthread_mutex_unlock(&turns->mutex);
    bool go_on = turns->take(turns->context, number);
    pthread_mutex_lock(&turns->mutex);
    turns->done[number % turns->capacity] = false;
    turns->taken++;
    turns->stopped = turns->stopped || !go_on;
    pthread_cond_broadcast(&turns->moved);
}

void ordered_turns_hand_in(struct ordered_turns *turns, uint64_t number) {
    pthread_mutex_lock(&turns->mutex);
    turns->done[number % turns->capacity] = true;
    if (!turns->taking) {
        turns->taking = true;
        while (!turns->stopped && turns->done[turns->taken % turns->capacity])
            take_next(turns);
        turns->taking = false;
    }
    pthread_mutex_unlock(&turns->mutex);
}

void ordered_turns_stop(struct ordered_turns *turns) {
    pthread_mutex_lock(&turns->mutex);
    turns->stopped = true;
    pthread_cond_broadcast(&turns->moved);
    pthread_mutex_unlock(&turns->mutex);
}

void ordered_turns_release(struct ordered_turns *turns) {
    if (turns->done == NULL)
        return;
    pthread_cond_destroy(&turns->moved);
    pthread_mutex_destroy(&turns->mutex);
    free(turns->done);
    turns->done = NULL;
}
