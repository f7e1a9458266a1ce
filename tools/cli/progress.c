#include "tools/cli/progress.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "tools/cli/numbers.h"

/* A run that ends within DELAY needs no line; faster redrawing than INTERVAL only flickers. */
static const double DELAY = 1.0;
static const double INTERVAL = 0.25;

static double seconds_between(struct timespec from, struct timespec to) {
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

void progress_init(struct progress *progress, const char *tool, const char *unit, uint64_t total,
                   bool quiet) {
    *progress = (struct progress){
        .tool = tool,
        .unit = unit,
        .total = total,
        .wanted = !quiet && isatty(STDERR_FILENO) == 1,
        .terminal = -1,
    };
    if (progress->wanted)
        clock_gettime(CLOCK_MONOTONIC, &progress->started);
    progress->drawn = progress->started;
}

/* Opened anew, so that the lock is this process's own and not the shared standard error's. */
static bool have_terminal(struct progress *progress) {
    if (progress->terminal >= 0)
        return true;
    int terminal = open("/proc/self/fd/2", O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0)
        return false;
    if (flock(terminal, LOCK_EX | LOCK_NB) != 0) {
        close(terminal);
        return false;
    }
    progress->terminal = terminal;
    return true;
}

static void describe(const struct progress *progress, uint64_t amount, char text[NUMBERS_SIZE]) {
    if (strcmp(progress->unit, "bytes") == 0)
        numbers_format_size(amount, text);
    else
        numbers_format_count(amount, text);
}

void progress_update(struct progress *progress, uint64_t done) {
    if (!progress->wanted)
        return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double elapsed = seconds_between(progress->started, now);
    if (elapsed < DELAY || seconds_between(progress->drawn, now) < INTERVAL ||
        !have_terminal(progress))
        return;
    progress->drawn = now;
    progress->shown = true;
    char amount[NUMBERS_SIZE], rate[NUMBERS_SIZE], left[NUMBERS_SIZE];
    bool bytes = strcmp(progress->unit, "bytes") == 0;
    describe(progress, done, amount);
    describe(progress, (uint64_t)((double)done / elapsed), rate);
    char line[160];
    int length;
    if (progress->total > 0 && done > 0 && done <= progress->total) {
        double share = (double)done / (double)progress->total;
        numbers_format_seconds(elapsed / share - elapsed, left);
        length = snprintf(line, sizeof line, "\r\033[K%s: %.0f %%, %s%s%s, %s/s, %s left",
                          progress->tool, 100 * share, amount, bytes ? "" : " ",
                          bytes ? "" : progress->unit, rate, left);
    } else {
        length = snprintf(line, sizeof line, "\r\033[K%s: %s%s%s, %s/s", progress->tool, amount,
                          bytes ? "" : " ", bytes ? "" : progress->unit, rate);
    }
    ssize_t ignored = write(progress->terminal, line, (size_t)length);
    (void)ignored;
}

void progress_finish(struct progress *progress) {
    if (progress->terminal < 0)
        return;
    if (progress->shown) {
        ssize_t ignored = write(progress->terminal, "\r\033[K", 4);
        (void)ignored;
    }
    close(progress->terminal);
    progress->terminal = -1;
    progress->shown = false;
}
