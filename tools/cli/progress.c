#include "tools/cli/progress.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "formats/base/status.h"
#include "tools/cli/numbers.h"

/* A run that ends within DELAY needs no line; faster redrawing than INTERVAL only flickers. */
static const double DELAY = 1.0;
static const double INTERVAL = 0.25;

static double seconds_between(struct timespec from, struct timespec to) {
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

/* Whether standard error is a terminal that can erase a line. */
static bool is_capable_terminal(void) {
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && (kind == NULL || strcmp(kind, "dumb") != 0);
}

void progress_init(struct progress *progress, const char *tool, const char *unit, uint64_t total,
                   bool quiet) {
    *progress = (struct progress){
        .tool = tool,
        .unit = unit,
        .total = total,
        .quiet = quiet,
        .wanted = !quiet && is_capable_terminal(),
        .terminal = -1,
    };
    clock_gettime(CLOCK_MONOTONIC, &progress->started);
    progress->drawn = progress->started;
}

void progress_every(struct progress *progress, double seconds) {
    progress->every = progress->wanted || progress->quiet ? 0 : seconds;
}

void progress_expect(struct progress *progress, uint64_t total) {
    progress->total = total;
}

void progress_files(struct progress *progress, uint64_t done, uint64_t all) {
    progress->counts_files = true;
    progress->files = done;
    progress->all_files = all;
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

#define TEXT_SIZE 256

/* Adds to a text what fits. */
PRINTF_LIKE(2, 3)
static void add(char text[TEXT_SIZE], const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, TEXT_SIZE - length, format, arguments);
    va_end(arguments);
}

static void format_amount(const struct progress *progress, uint64_t amount,
                          char text[NUMBERS_SIZE]) {
    if (strcmp(progress->unit, "bytes") == 0)
        numbers_format_size(amount, text);
    else
        numbers_format_count(amount, text);
}

static void add_files(const struct progress *progress, char text[TEXT_SIZE]) {
    char files[NUMBERS_SIZE], all[NUMBERS_SIZE];
    numbers_format_count(progress->files, files);
    numbers_format_count(progress->all_files, all);
    if (progress->all_files > 0)
        add(text, ", %s of %s files", files, all);
    else
        add(text, ", %s files", files);
}

/* "s3sync: 45 %, 1.2 GiB of 2.6 GiB, 12 of 64 files, 98 MiB/s, 14 s left" */
static void describe(const struct progress *progress, uint64_t done, double elapsed,
                     char text[TEXT_SIZE]) {
    char amount[NUMBERS_SIZE], number[NUMBERS_SIZE];
    bool bytes = strcmp(progress->unit, "bytes") == 0;
    bool known = progress->total > 0 && done > 0 && done <= progress->total;
    add(text, "%s: ", progress->tool);
    if (known)
        add(text, "%.0f %%, ", 100 * (double)done / (double)progress->total);
    format_amount(progress, done, amount);
    add(text, "%s%s%s", amount, bytes ? "" : " ", bytes ? "" : progress->unit);
    if (known && bytes) {
        format_amount(progress, progress->total, number);
        add(text, " of %s", number);
    }
    if (progress->counts_files)
        add_files(progress, text);
    format_amount(progress, (uint64_t)((double)done / elapsed), number);
    add(text, ", %s/s", number);
    if (known) {
        double share = (double)done / (double)progress->total;
        numbers_format_seconds(elapsed / share - elapsed, number);
        add(text, ", %s left", number);
    }
}

/* A line that is broken in two could not be taken back: cuts it to the terminal's width, now. */
static void fit(const struct progress *progress, char text[TEXT_SIZE]) {
    struct winsize size;
    if (ioctl(progress->terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return;
    size_t most = (size_t)size.ws_col - 1;
    if (most < TEXT_SIZE)
        text[most] = '\0';
}

static double seconds_since(struct timespec moment) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return seconds_between(moment, now);
}

bool progress_is_due(struct progress *progress) {
    if (!progress->wanted)
        return progress->every > 0 && seconds_since(progress->drawn) >= progress->every;
    return seconds_since(progress->started) >= DELAY &&
           seconds_since(progress->drawn) >= INTERVAL && have_terminal(progress);
}

void progress_say(struct progress *progress, const char *words) {
    if (!progress_is_due(progress))
        return;
    clock_gettime(CLOCK_MONOTONIC, &progress->drawn);
    progress->shown = progress->wanted;
    char text[TEXT_SIZE] = "", line[TEXT_SIZE + 8];
    add(text, "%s", words);
    if (progress->wanted)
        fit(progress, text);
    snprintf(line, sizeof line, progress->wanted ? "\r\033[K%s" : "%s\n", text);
    ssize_t ignored =
        write(progress->wanted ? progress->terminal : STDERR_FILENO, line, strlen(line));
    (void)ignored;
}

void progress_update(struct progress *progress, uint64_t done) {
    if (!progress_is_due(progress))
        return;
    char text[TEXT_SIZE] = "";
    describe(progress, done, seconds_since(progress->started), text);
    progress_say(progress, text);
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
