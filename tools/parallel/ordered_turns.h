/*
 * ordered_turns - what several threads have done, taken in order by whichever of them is at hand.
 *
 * Each piece of work bears a number, counted from 0. A thread that has done one hands its number
 * in; when it is the next in order, that thread takes it, and those behind it that are done. So no
 * thread is there only to take, none waits for a slow one before it, and while one takes, which may
 * be writing to a slow reader, the others go on, up to `capacity` numbers ahead.
 *
 * Thread rule: any thread may await, hand in and stop; init and release belong to one when no other
 * uses it. What take does is seen by whoever takes next or awaits its turn.
 */
#ifndef TOOLS_PARALLEL_ORDERED_TURNS_H
#define TOOLS_PARALLEL_ORDERED_TURNS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

/* Takes what bears the number: in order, one call at a time. False stops everything. */
typedef bool ordered_turns_function(void *context, uint64_t number);

struct ordered_turns {
    ordered_turns_function *take;
    void *context;
    pthread_mutex_t mutex;
    pthread_cond_t moved; /* `taken` has grown, or all is stopped */
    /* Under the mutex: */
    bool *done; /* owned; a ring: number n is at n % capacity */
    size_t capacity;
    uint64_t taken; /* numbers, from the beginning */
    bool taking;    /* a thread is at it */
    bool stopped;
};

/* `capacity` is at least 1; STATUS_NO_MEMORY is the only failure. */
MUST_USE enum status ordered_turns_init(struct ordered_turns *turns, size_t capacity,
                                        ordered_turns_function *take, void *context,
                                        struct error *error);

/*
 * Waits until the number is less than `capacity` ahead of the next to be taken: what the number
 * `capacity` before it needed is free then. False when all is stopped.
 */
MUST_USE bool ordered_turns_await_room(struct ordered_turns *turns, uint64_t number);

/* Waits until all before the number are taken. False when all is stopped. */
MUST_USE bool ordered_turns_await(struct ordered_turns *turns, uint64_t number);

/*
 * Hands in a number, for which there must be room, and takes what is due; when another thread is
 * taking, that one goes on to take it.
 */
void ordered_turns_hand_in(struct ordered_turns *turns, uint64_t number);

/* Nothing is taken any more, and nobody waits. */
void ordered_turns_stop(struct ordered_turns *turns);

/* Frees; harmless when zeroed. */
void ordered_turns_release(struct ordered_turns *turns);

#endif
