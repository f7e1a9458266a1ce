#include "tools/prep/stop_signal.h"

#include <errno.h>
#include <unistd.h>

bool stop_signal_came(struct stop_signal *stop) {
    unsigned char number;
    if (stop->number != 0 || stop->descriptor < 0)
        return stop->number != 0;
    ssize_t got;
    do
        got = read(stop->descriptor, &number, 1);
    while (got < 0 && errno == EINTR);
    if (got == 1)
        stop->number = number;
    return stop->number != 0;
}
