#include "tools/s3/request_gate.h"

void request_gate_init(struct request_gate *gate, unsigned most) {
    *gate = (struct request_gate){.most = most, .limit = most};
    pthread_mutex_init(&gate->mutex, NULL);
    pthread_cond_init(&gate->changed, NULL);
}

bool request_gate_enter(struct request_gate *gate, uint64_t *ticket) {
    pthread_mutex_lock(&gate->mutex);
    while (!gate->closed && gate->in_flight >= gate->limit)
        pthread_cond_wait(&gate->changed, &gate->mutex);
    bool entered = !gate->closed;
    if (entered) {
        gate->in_flight++;
        *ticket = gate->cuts;
    }
    pthread_mutex_unlock(&gate->mutex);
    return entered;
}

static void take_less(struct request_gate *gate, uint64_t ticket) {
    /* A request from before the last cut complains about a crowd that is there no more. */
    if (ticket != gate->cuts)
        return;
    gate->limit = gate->limit > 1 ? gate->limit / 2 : 1;
    gate->successes = 0;
    gate->cuts++;
}

static void take_more(struct request_gate *gate) {
    if (gate->limit == gate->most || ++gate->successes < gate->limit)
        return;
    gate->limit++;
    gate->successes = 0;
}

void request_gate_leave(struct request_gate *gate, uint64_t ticket,
                        enum request_gate_outcome outcome) {
    pthread_mutex_lock(&gate->mutex);
    gate->in_flight--;
    if (outcome == REQUEST_GATE_SLOWER)
        take_less(gate, ticket);
    else if (outcome == REQUEST_GATE_SUCCESS)
        take_more(gate);
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->mutex);
}

void request_gate_close(struct request_gate *gate) {
    pthread_mutex_lock(&gate->mutex);
    gate->closed = true;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->mutex);
}

void request_gate_release(struct request_gate *gate) {
    pthread_cond_destroy(&gate->changed);
    pthread_mutex_destroy(&gate->mutex);
}
