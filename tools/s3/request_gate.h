/*
 * request_gate - how many requests may be in flight, over all workers of a session.
 *
 * A server that asks for less gets less: the number is halved, once for all answers to requests
 * that were in flight together, and never below one. It grows again by one after as many successes
 * as it counts (additive increase, multiplicative decrease, as TCP does it: RFC 5681).
 *
 * Thread rule: init and release belong to one thread; all else may be called by any.
 */
#ifndef TOOLS_S3_REQUEST_GATE_H
#define TOOLS_S3_REQUEST_GATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum request_gate_outcome {
    REQUEST_GATE_SUCCESS,
    REQUEST_GATE_SLOWER, /* the server asked for less */
    REQUEST_GATE_OTHER,
};

struct request_gate {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* Under the mutex: */
    unsigned most;
    unsigned limit; /* 1 to most */
    unsigned in_flight;
    unsigned successes; /* since the limit changed */
    uint64_t cuts;      /* times the limit was halved */
    bool closed;
};

/* Opens a gate for `most` requests at a time (at least 1). */
void request_gate_init(struct request_gate *gate, unsigned most);

/*
 * Waits for room and goes in; *ticket is for the way out. False, without going in, when the gate is
 * closed.
 */
bool request_gate_enter(struct request_gate *gate, uint64_t *ticket);

/* Goes out, and tells what came of the request. */
void request_gate_leave(struct request_gate *gate, uint64_t ticket,
                        enum request_gate_outcome outcome);

/* Lets nobody in any more, those who wait included. */
void request_gate_close(struct request_gate *gate);

void request_gate_release(struct request_gate *gate);

#endif
