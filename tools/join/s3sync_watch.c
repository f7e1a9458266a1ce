#include "tools/join/s3sync_watch.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/cli/exit_status.h"
#include "tools/cli/standard_streams.h"
#include "tools/s3/sync_action_line.h"

/* The bar moves that often at most (progress.c draws no faster). */
static const long TICK_NANOSECONDS = 250000000;

/* The first attempts may fail for no great reason; from this one on people want to know. */
static const uint64_t TELLING_ATTEMPT = 3;

/* Moves the bar. The mutex is held. */
static void draw(struct s3sync_watch *watch) {
    uint64_t moved = watch->moved == NULL ? 0 : atomic_load(watch->moved);
    uint64_t known = watch->plan_is_whole ? watch->planned_files : 0;
    progress_expect(&watch->progress, watch->plan_is_whole ? watch->planned_bytes : 0);
    progress_files(&watch->progress, watch->finished_files, known);
    progress_update(&watch->progress,
                    moved > watch->finished_bytes ? moved : watch->finished_bytes);
}

static void *tick(void *context) {
    struct s3sync_watch *watch = context;
    pthread_mutex_lock(&watch->mutex);
    while (!watch->ended) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += TICK_NANOSECONDS;
        if (until.tv_nsec >= 1000000000) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000;
        }
        pthread_cond_timedwait(&watch->ending, &watch->mutex, &until);
        if (!watch->ended && !watch->muted)
            draw(watch);
    }
    pthread_mutex_unlock(&watch->mutex);
    return NULL;
}

enum status s3sync_watch_start(struct s3sync_watch *watch, struct cli *cli,
                               const struct s3sync_watch_options *options, struct error *error) {
    *watch =
        (struct s3sync_watch){.cli = cli, .dry_run = options->dry_run, .moved = options->moved};
    watch->events = (struct s3sync_events){options->json ? stdout : NULL, NULL, NULL};
    bool quiet = cli->messages.quiet || options->dry_run;
    progress_init(&watch->progress, cli->tool->name, "bytes", 0, quiet);
    progress_every(&watch->progress, (double)options->progress_interval);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&watch->mutex, NULL);
    pthread_cond_init(&watch->ending, &attributes);
    pthread_condattr_destroy(&attributes);
    s3sync_events_start(&watch->events, cli->operands, cli->operand_count, options->dry_run);
    watch->ticks = watch->progress.wanted || watch->progress.every > 0;
    if (watch->ticks && pthread_create(&watch->ticker, NULL, tick, watch) != 0) {
        watch->ticks = false;
        return error_set(error, STATUS_FAILED, "cannot start a thread");
    }
    return STATUS_OK;
}

void s3sync_watch_places(struct s3sync_watch *watch, const char *source_bucket,
                         const char *target_bucket) {
    watch->events.source_bucket = source_bucket;
    watch->events.target_bucket = target_bucket;
}

/* The action as people read it; free it. NULL when out of memory. */
static char *line_of(const struct s3sync_watch *watch, const struct sync_action *action) {
    struct buffer line = BUFFER_INIT;
    struct error ignored;
    if (sync_action_line_append(&line, action, watch->events.source_bucket,
                                watch->events.target_bucket, &ignored) == STATUS_OK)
        return (char *)line.data;
    buffer_release(&line);
    return NULL;
}

/* Takes the bar away when a note is going to be written. */
static void make_room_for_note(struct s3sync_watch *watch) {
    if (watch->cli->messages.verbose)
        progress_finish(&watch->progress);
}

static bool moves_content(const struct sync_action *action) {
    return action->kind != SYNC_SKIP && action->source != NULL;
}

enum status s3sync_watch_planned(struct s3sync_watch *watch, const struct sync_action *action,
                                 struct error *error) {
    enum status status = STATUS_OK;
    pthread_mutex_lock(&watch->mutex);
    if (moves_content(action)) {
        watch->planned_files++;
        watch->planned_bytes += action->size;
    }
    s3sync_events_plan(&watch->events, action);
    bool shown = action->kind != SYNC_SKIP || watch->cli->messages.verbose;
    if (watch->dry_run && watch->events.file == NULL && shown) {
        char *line = line_of(watch, action);
        puts(line == NULL ? action->target : line);
        free(line);
    }
    if (watch->dry_run)
        status = standard_output_check(error);
    pthread_mutex_unlock(&watch->mutex);
    return status;
}

void s3sync_watch_plan_is_whole(struct s3sync_watch *watch) {
    pthread_mutex_lock(&watch->mutex);
    watch->plan_is_whole = true;
    pthread_mutex_unlock(&watch->mutex);
}

static void tell_success(const struct s3sync_watch *watch, const struct sync_action *action,
                         const struct sync_result *result) {
    char *line = watch->cli->messages.verbose ? line_of(watch, action) : NULL;
    if (line != NULL && moves_content(action))
        messages_note(&watch->cli->messages, "%s, %llu bytes", line,
                      (unsigned long long)result->bytes);
    else if (line != NULL)
        messages_note(&watch->cli->messages, "%s", line);
    free(line);
}

/* For whoever must not wait for ever. */
static bool lock_soon(struct s3sync_watch *watch) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    return pthread_mutex_timedlock(&watch->mutex, &until) == 0;
}

bool s3sync_watch_mute(struct s3sync_watch *watch) {
    if (!lock_soon(watch))
        return false;
    progress_finish(&watch->progress);
    watch->muted = true;
    watch->was_quiet = watch->cli->messages.quiet;
    watch->muted_file = watch->events.file;
    watch->events.file = NULL;
    watch->cli->messages.quiet = true;
    watch->cli->messages.verbose = false;
    pthread_mutex_unlock(&watch->mutex);
    return true;
}

/* Whether a line of events can be written without waiting for the reader. */
static bool has_room(FILE *file) {
    struct pollfd poller = {.fd = fileno(file), .events = POLLOUT};
    return poll(&poller, 1, 1000) == 1 && poller.revents == POLLOUT;
}

void s3sync_watch_stopped(struct s3sync_watch *watch, int signal) {
    struct cli *cli = watch->cli;
    struct messages messages = {.tool = cli->tool->name, .quiet = watch->was_quiet};
    struct s3sync_events events = {.file = watch->muted_file};
    char line[512], sentence[64];
    if (!lock_soon(watch))
        return;
    struct s3sync_counts counts = watch->counts;
    pthread_mutex_unlock(&watch->mutex);
    s3sync_counts_line(&counts, line, sizeof line);
    snprintf(sentence, sizeof sentence, "stopped by SIG%s", sigabbrev_np(signal));
    messages_summary(&messages, "%s: %s", sentence, line);
    if (events.file != NULL && has_room(events.file))
        s3sync_events_summary(&events, &counts, run_report_seconds(&cli->report), 128 + signal,
                              sentence);
    if (cli->common.report == NULL)
        return;
    struct error error;
    s3sync_counts_report(&counts, &cli->report);
    if (run_report_write(&cli->report, cli->common.report, cli->tool->name, 128 + signal, &error) !=
        STATUS_OK)
        messages_error(&messages, "%s", error.message);
}

void s3sync_watch_result(void *context, const struct sync_action *action,
                         const struct sync_result *result, enum status status,
                         const struct error *error) {
    struct s3sync_watch *watch = context;
    pthread_mutex_lock(&watch->mutex);
    s3sync_counts_add_action(&watch->counts, action->kind, result, status);
    s3sync_events_result(&watch->events, action, result, status, error);
    if (status != STATUS_OK) {
        progress_finish(&watch->progress);
        if (!watch->muted)
            messages_error(&watch->cli->messages, "%s", error->message);
    } else {
        if (moves_content(action)) {
            watch->finished_files++;
            watch->finished_bytes += result->bytes;
        }
        make_room_for_note(watch);
        tell_success(watch, action, result);
        draw(watch);
    }
    pthread_mutex_unlock(&watch->mutex);
}

void s3sync_watch_refused(void *context, const char *path, const struct error *why) {
    struct s3sync_watch *watch = context;
    pthread_mutex_lock(&watch->mutex);
    watch->counts.failed++;
    s3sync_events_refused(&watch->events, path, why);
    progress_finish(&watch->progress);
    if (!watch->muted)
        messages_error(&watch->cli->messages, "%s", why->message);
    pthread_mutex_unlock(&watch->mutex);
}

void s3sync_watch_warning(void *context, const char *sentence) {
    struct s3sync_watch *watch = context;
    pthread_mutex_lock(&watch->mutex);
    progress_finish(&watch->progress);
    messages_warning(&watch->cli->messages, "%s", sentence);
    pthread_mutex_unlock(&watch->mutex);
}

void s3sync_watch_retry(void *context, const char *sentence, uint64_t attempt, uint64_t pause_ms) {
    struct s3sync_watch *watch = context;
    const struct messages *messages = &watch->cli->messages;
    double seconds = (double)pause_ms / 1000;
    pthread_mutex_lock(&watch->mutex);
    s3sync_events_retry(&watch->events, sentence, attempt, pause_ms);
    progress_finish(&watch->progress);
    if (attempt == TELLING_ATTEMPT)
        messages_warning(messages, "trying again in %.1f s: %s", seconds, sentence);
    else
        messages_note(messages, "trying again in %.1f s: %s", seconds, sentence);
    pthread_mutex_unlock(&watch->mutex);
}

/* "PutObject 's3://bucket/key': 200 in 12 ms", with the attempt, and the code of an error. */
void s3sync_watch_request(void *context, const struct request_note *note) {
    struct s3sync_watch *watch = context;
    char attempt[32] = "", outcome[32] = "no answer";
    if (note->attempt > 1)
        snprintf(attempt, sizeof attempt, ", attempt %llu", (unsigned long long)note->attempt);
    if (note->http_status != 0)
        snprintf(outcome, sizeof outcome, "%ld", note->http_status);
    pthread_mutex_lock(&watch->mutex);
    s3sync_counts_add_request(&watch->counts, note);
    make_room_for_note(watch);
    messages_note(&watch->cli->messages, "%s of 's3://%s/%s'%s: %s%s%s in %.0f ms", note->operation,
                  note->bucket, note->key, attempt, outcome, *note->code == '\0' ? "" : " ",
                  note->code, 1000 * note->seconds);
    pthread_mutex_unlock(&watch->mutex);
}

void s3sync_watch_trace(void *context, const char *line) {
    struct s3sync_watch *watch = context;
    pthread_mutex_lock(&watch->mutex);
    progress_finish(&watch->progress);
    fprintf(stderr, "%s: %s\n", watch->cli->tool->name, line);
    pthread_mutex_unlock(&watch->mutex);
}

void s3sync_watch_finish(struct s3sync_watch *watch, enum status status,
                         const struct error *error) {
    struct cli *cli = watch->cli;
    pthread_mutex_lock(&watch->mutex);
    watch->ended = true;
    pthread_cond_broadcast(&watch->ending);
    pthread_mutex_unlock(&watch->mutex);
    if (watch->ticks)
        pthread_join(watch->ticker, NULL);
    progress_finish(&watch->progress);
    char line[512];
    s3sync_counts_line(&watch->counts, line, sizeof line);
    if (!watch->dry_run && status != STATUS_USAGE)
        messages_summary(&cli->messages, "%s", line);
    cli->has_own_summary = true;
    s3sync_events_summary(&watch->events, &watch->counts, run_report_seconds(&cli->report),
                          (int)exit_status_of(status), status == STATUS_OK ? "" : error->message);
    s3sync_counts_report(&watch->counts, &cli->report);
    pthread_cond_destroy(&watch->ending);
    pthread_mutex_destroy(&watch->mutex);
}
