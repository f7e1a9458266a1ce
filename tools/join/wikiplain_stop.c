#include "tools/join/wikiplain_stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "tools/cli/signals.h"

/* Time for the output's last line, in milliseconds: long for a pipe that is read, short for people.
 */
enum { PATIENCE = 2000 };

static unsigned char next_number(int descriptor) {
    unsigned char number = 0;
    while (read(descriptor, &number, 1) < 0 && errno == EINTR)
        continue;
    return number;
}

static void watch(void *context, unsigned worker) {
    struct wikiplain_stop *stop = context;
    (void)worker;
    unsigned char number = next_number(stop->signals[0]);
    if (number == 0)
        return;
    atomic_store(&stop->signal, number);
    wikiplain_stop_raise(stop);
    struct pollfd ended = {.fd = stop->signals[0], .events = POLLIN};
    int ready;
    while ((ready = poll(&ended, 1, PATIENCE)) < 0 && errno == EINTR)
        continue;
    if (ready <= 0)
        signals_die_by(number);
}

enum status wikiplain_stop_start(struct wikiplain_stop *stop, struct ordered_work *work,
                                 struct error *error) {
    *stop = (struct wikiplain_stop){.work = work};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_system(error, errno, "cannot make", "a pipe");
    if (pipe2(stop->signals, O_CLOEXEC) != 0) {
        int number = errno;
        close(ends[0]);
        close(ends[1]);
        return error_system(error, number, "cannot make", "a pipe");
    }
    stop->descriptor = ends[0];
    stop->raiser = ends[1];
    enum status status = thread_pool_start(&stop->watcher, 1, watch, stop, error);
    if (status == STATUS_OK)
        signals_divert(stop->signals[1]);
    else
        wikiplain_stop_finish(stop);
    return status;
}

void wikiplain_stop_raise(struct wikiplain_stop *stop) {
    /* The pipe is never read, so its end can be seen by all; should it be full, it can be, too. */
    if (stop->raiser > 0 && write(stop->raiser, "", 1) != 1)
        return;
    if (stop->work != NULL)
        ordered_work_abort(stop->work);
}

int wikiplain_stop_signal(const struct wikiplain_stop *stop) {
    return atomic_load(&stop->signal);
}

void wikiplain_stop_finish(struct wikiplain_stop *stop) {
    if (stop->raiser == 0)
        return;
    signals_divert(-1);
    if (write(stop->signals[1], "", 1) == 1)
        thread_pool_join(&stop->watcher);
    int number = wikiplain_stop_signal(stop);
    if (number != 0)
        signals_die_by(number);
    close(stop->descriptor);
    close(stop->raiser);
    close(stop->signals[0]);
    close(stop->signals[1]);
    *stop = (struct wikiplain_stop){.raiser = 0};
}
