#include "tools/join/s3sync_interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "tools/cli/signals.h"

/* Aborts what is open. */
static void abort_uploads(struct s3sync_interrupt *interrupt) {
    struct open_uploads taken;
    open_uploads_init(&taken);
    if (open_uploads_take(&taken, &interrupt->uploads)) {
        s3_session_stop(interrupt->target);
        open_uploads_abort(&taken, &interrupt->target->options);
    }
    open_uploads_release(&taken);
}

static void *wait_for_signal(void *context) {
    struct s3sync_interrupt *interrupt = context;
    unsigned char number = 0;
    ssize_t got;
    do {
        got = read(interrupt->ends[0], &number, 1);
    } while (got < 0 && errno == EINTR);
    if (got != 1 || number == 0)
        return NULL;
    /* No word about what fails because of this. */
    bool muted = s3sync_watch_mute(interrupt->watch);
    if (interrupt->target != NULL)
        abort_uploads(interrupt);
    if (muted)
        s3sync_watch_stopped(interrupt->watch, number);
    signals_die_by(number);
}

enum status s3sync_interrupt_start(struct s3sync_interrupt *interrupt, struct s3_session *target,
                                   struct s3sync_watch *watch, struct error *error) {
    *interrupt = (struct s3sync_interrupt){.target = target, .watch = watch};
    open_uploads_init(&interrupt->uploads);
    if (pipe2(interrupt->ends, O_CLOEXEC) != 0)
        return error_system(error, errno, "cannot make", "a pipe");
    if (pthread_create(&interrupt->thread, NULL, wait_for_signal, interrupt) != 0) {
        close(interrupt->ends[0]);
        close(interrupt->ends[1]);
        return error_set(error, STATUS_FAILED, "cannot start a thread");
    }
    signals_divert(interrupt->ends[1]);
    return STATUS_OK;
}

void s3sync_interrupt_finish(struct s3sync_interrupt *interrupt) {
    const unsigned char end = 0;
    signals_divert(-1);
    ssize_t ignored = write(interrupt->ends[1], &end, 1);
    (void)ignored;
    pthread_join(interrupt->thread, NULL);
    close(interrupt->ends[0]);
    close(interrupt->ends[1]);
    open_uploads_release(&interrupt->uploads);
}
