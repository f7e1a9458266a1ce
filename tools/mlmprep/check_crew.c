#include "tools/mlmprep/check_crew.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

#include "tools/parallel/cpu_count.h"
#include "tools/parallel/thread_pool.h"

/* Milliseconds between two looks at the signal and two strokes of the progress line. */
enum { TICK = 100 };

/* A crew at work, and the pipe by which its last thread says that it is done. */
struct crew_work {
    struct check_crew *crew;
    atomic_uint running;
    int said, heard;
};

static void look(void *context, unsigned worker) {
    struct crew_work *work = context;
    struct check_crew *crew = work->crew;
    for (;;) {
        size_t index = atomic_fetch_add(&crew->next, 1);
        if (index >= crew->count || atomic_load(&crew->stopped))
            break;
        crew->function(crew->context, index, worker, &crew->stopped);
        atomic_fetch_add(&crew->done, 1);
    }
    if (atomic_fetch_sub(&work->running, 1) == 1)
        (void)!write(work->said, "", 1);
}

/* Draws and listens until the last thread is done. */
static void wait_for_all(struct crew_work *work) {
    struct check_crew *crew = work->crew;
    struct pollfd ends[2] = {
        {.fd = work->heard, .events = POLLIN},
        {.fd = crew->stop == NULL ? -1 : crew->stop->descriptor, .events = POLLIN},
    };
    while ((ends[0].revents & POLLIN) == 0) {
        if (poll(ends, 2, TICK) < 0 && errno != EINTR)
            break;
        if (ends[1].fd >= 0 && stop_signal_came(crew->stop)) {
            atomic_store(&crew->stopped, true);
            ends[1].fd = -1;
            if (crew->on_stop != NULL)
                crew->on_stop(crew->stop_context);
        }
        if (crew->on_tick != NULL)
            crew->on_tick(crew->tick_context);
        if (crew->progress != NULL) {
            progress_files(crew->progress, crew->before + atomic_load(&crew->done), crew->all);
            progress_update(crew->progress, atomic_load(&crew->bytes));
        }
    }
}

static enum status start_and_wait(struct crew_work *work, struct error *error) {
    struct check_crew *crew = work->crew;
    struct thread_pool pool = {.count = 0};
    unsigned threads = crew->count < crew->threads ? (unsigned)crew->count : crew->threads;
    /* One more than run, so that none is the last before it is known how many there are. */
    atomic_store(&work->running, threads + 1);
    enum status status = thread_pool_start(&pool, threads, look, work, error);
    if (status != STATUS_OK)
        return status;
    unsigned missing = threads + 1 - pool.count;
    if (atomic_fetch_sub(&work->running, missing) != missing)
        wait_for_all(work);
    thread_pool_join(&pool);
    return STATUS_OK;
}

enum status check_crew_run(struct check_crew *crew, struct error *error) {
    struct crew_work work = {.crew = crew};
    int ends[2];
    atomic_store(&crew->next, 0);
    atomic_store(&crew->done, 0);
    atomic_store(&crew->stopped, false);
    if (crew->count == 0)
        return STATUS_OK;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_system(error, errno, "cannot make", "a pipe");
    work.heard = ends[0];
    work.said = ends[1];
    enum status status = start_and_wait(&work, error);
    close(ends[0]);
    close(ends[1]);
    if (status == STATUS_OK && atomic_load(&crew->stopped))
        status = error_set(error, STATUS_TEMPORARY, "told to stop; run again to go on");
    return status;
}

unsigned check_crew_threads(uint64_t wanted, unsigned most) {
    uint64_t threads = wanted == 0 ? cpu_count() : wanted;
    return threads < most ? (unsigned)threads : most;
}
