/*
 * traffic - how many bytes all connections together have moved, and how fast they may.
 *
 * The limit is a virtual clock: each piece of a body books the time it takes at the allowed rate,
 * and whoever books later than now waits (the leaky bucket of ITU-T I.371). A pause is never made
 * up for by a burst of more than a quarter of a second.
 *
 * Thread rule: init and release belong to one thread; all else may be called by any.
 */
#ifndef TOOLS_S3_TRAFFIC_H
#define TOOLS_S3_TRAFFIC_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct traffic {
    uint64_t bytes_per_second;  /* 0 for no limit; only read */
    atomic_uint_fast64_t moved; /* of bodies, both ways; what has to be sent again is taken off */
    pthread_mutex_t mutex;
    uint64_t booked_until; /* under the mutex: nanoseconds of CLOCK_MONOTONIC */
};

/* `bytes_per_second` is what --bandwidth-limit says; 0 for no limit. */
void traffic_init(struct traffic *traffic, uint64_t bytes_per_second);

/* The most bytes that are worth moving at a time, of those wanted. */
size_t traffic_step(const struct traffic *traffic, size_t wanted);

/*
 * How much a connection's receive buffer should hold, 0 for whatever the system likes: what waits
 * in there has come already, past the limit.
 */
size_t traffic_window(const struct traffic *traffic);

/* Counts bytes and waits as the limit says; returns early when *stop turns true. */
void traffic_move(struct traffic *traffic, size_t bytes, const atomic_bool *stop);

/* Takes bytes off the count: they were moved in vain. */
void traffic_take_back(struct traffic *traffic, uint64_t bytes);

void traffic_release(struct traffic *traffic);

#endif
