#include "tools/prep/run_rate.h"

#include <stdint.h>
#include <stdlib.h>

enum status run_rate_add_running(struct run_rate *rate, double bytes, double seconds,
                                 struct error *error) {
    if (rate->running_count == rate->running_capacity) {
        size_t capacity = rate->running_capacity == 0 ? 16 : 2 * rate->running_capacity;
        struct running_work *grown = NULL;
        if (capacity <= SIZE_MAX / sizeof *grown)
            grown = realloc(rate->running, capacity * sizeof *grown);
        if (grown == NULL)
            return error_no_memory(error, "the running tasks");
        rate->running = grown;
        rate->running_capacity = capacity;
    }
    rate->running[rate->running_count++] = (struct running_work){bytes, seconds};
    return STATUS_OK;
}

bool run_rate_find(const struct run_rate *rate, double *bytes_per_second, double *seconds_left) {
    if (!(rate->made_bytes > 0) || !(rate->made_seconds > 0) || rate->running_count == 0)
        return false;
    double one = rate->made_bytes / rate->made_seconds;
    double all = one * (double)rate->running_count;
    double left = rate->waiting_bytes, longest = 0;
    for (size_t i = 0; i < rate->running_count; i++) {
        double rest = rate->running[i].bytes - one * rate->running[i].seconds;
        if (rest > 0) {
            left += rest;
            longest = rest > longest ? rest : longest;
        }
    }
    /* When few are left the others wait for the last one. */
    double together = left / all, alone = longest / one;
    *bytes_per_second = all;
    *seconds_left = together > alone ? together : alone;
    return true;
}

void run_rate_release(struct run_rate *rate) {
    free(rate->running);
    *rate = (struct run_rate){0};
}
