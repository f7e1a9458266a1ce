#include "tools/s3/traffic.h"

#include <time.h>

static const uint64_t SECOND = 1000000000;

/* The longest sleep, so that a stop is noticed soon. */
static const uint64_t LONGEST_SLEEP = 50000000;

void traffic_init(struct traffic *traffic, uint64_t bytes_per_second) {
    *traffic = (struct traffic){.bytes_per_second = bytes_per_second};
    pthread_mutex_init(&traffic->mutex, NULL);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

size_t traffic_step(const struct traffic *traffic, size_t wanted) {
    /* An eighth of a second's worth keeps a slow line even; below 1 KiB it would only cost. */
    uint64_t most = traffic->bytes_per_second / 8;
    if (traffic->bytes_per_second == 0)
        return wanted;
    if (most < 1024)
        most = 1024;
    return wanted < most ? wanted : (size_t)most;
}

size_t traffic_window(const struct traffic *traffic) {
    /*
     * The kernel doubles it: with the usual 8 connections half a second's worth. That is still more
     * than enough for a line with a round trip of a tenth of a second.
     */
    uint64_t share = traffic->bytes_per_second / 32;
    if (traffic->bytes_per_second == 0 || share > (uint64_t)1 << 20)
        return 0;
    return share < 4096 ? 4096 : (size_t)share;
}

/* Books the bytes; returns when they may go. */
static uint64_t book(struct traffic *traffic, size_t bytes) {
    double takes = (double)bytes / (double)traffic->bytes_per_second * (double)SECOND;
    pthread_mutex_lock(&traffic->mutex);
    uint64_t earliest = now() - SECOND / 4;
    if (traffic->booked_until < earliest)
        traffic->booked_until = earliest;
    traffic->booked_until += (uint64_t)takes;
    uint64_t until = traffic->booked_until;
    pthread_mutex_unlock(&traffic->mutex);
    return until;
}

void traffic_move(struct traffic *traffic, size_t bytes, const atomic_bool *stop) {
    atomic_fetch_add_explicit(&traffic->moved, bytes, memory_order_relaxed);
    if (traffic->bytes_per_second == 0)
        return;
    uint64_t until = book(traffic, bytes);
    for (uint64_t at = now(); at < until && !atomic_load(stop); at = now()) {
        uint64_t left = until - at < LONGEST_SLEEP ? until - at : LONGEST_SLEEP;
        struct timespec pause = {.tv_nsec = (long)left};
        nanosleep(&pause, NULL);
    }
}

void traffic_take_back(struct traffic *traffic, uint64_t bytes) {
    atomic_fetch_sub_explicit(&traffic->moved, bytes, memory_order_relaxed);
}

void traffic_release(struct traffic *traffic) {
    pthread_mutex_destroy(&traffic->mutex);
}
