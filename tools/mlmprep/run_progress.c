#include "tools/mlmprep/run_progress.h"

#include <stdio.h>
#include <string.h>

#include "tools/cli/numbers.h"
#include "tools/prep/child_process.h"
#include "tools/prep/run_rate.h"
#include "tools/prep/text_stage.h"

enum { TEXT_SIZE = 256 };

void run_progress_init(struct run_progress *progress, const struct messages *messages,
                       size_t shards, double interval) {
    *progress = (struct run_progress){.messages = messages, .shards = shards};
    progress_init(&progress->line, messages->tool, "bytes", 0, messages->quiet);
    progress_every(&progress->line, interval);
}

void run_progress_end(struct run_progress *progress, bool was_done) {
    char seconds[NUMBERS_SIZE];
    if (progress->line.wanted)
        return;
    numbers_format_seconds(child_process_now() - progress->stage_began, seconds);
    if (was_done)
        messages_note(progress->messages, "%s: was done", progress->stage);
    else
        messages_summary(progress->messages, "%s: done in %s", progress->stage, seconds);
}

/* Adds to a text what fits. */
PRINTF_LIKE(2, 3)
static void add(char text[TEXT_SIZE], const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, TEXT_SIZE - length, format, arguments);
    va_end(arguments);
}

static void add_left(char text[TEXT_SIZE], double seconds) {
    char left[NUMBERS_SIZE];
    numbers_format_seconds(seconds, left);
    add(text, ", %s left", left);
}

static void begin_line(const struct run_progress *progress, char text[TEXT_SIZE]) {
    text[0] = '\0';
    add(text, "%s: %s", progress->messages->tool, progress->stage);
}

void run_progress_begin(struct run_progress *progress, const char *stage) {
    char text[TEXT_SIZE];
    progress->stage = stage;
    progress->stage_began = child_process_now();
    progress->plan = NULL;
    progress->census = NULL;
    begin_line(progress, text);
    add(text, ", shards %zu/%zu", progress->done, progress->shards);
    progress_say(&progress->line, text);
}

void run_progress_pipe(void *context, const struct tool_pipe *pipe) {
    struct run_progress *progress = context;
    char text[TEXT_SIZE], speed[NUMBERS_SIZE];
    uint64_t done = 0, total = 0;
    if (!progress_is_due(&progress->line))
        return;
    double elapsed = child_process_now() - progress->stage_began;
    begin_line(progress, text);
    if (progress->plan != NULL)
        done = text_stage_position(progress->plan, pipe, &total);
    if (done > 0 && done <= total && elapsed > 0) {
        numbers_format_size((uint64_t)((double)done / elapsed), speed);
        add(text, " %.0f %%, %s/s", 100 * (double)done / (double)total, speed);
    }
    add(text, ", shards %zu/%zu", progress->done, progress->shards);
    if (done > 0 && done <= total && elapsed > 0)
        add_left(text, elapsed * (double)(total - done) / (double)done);
    progress_say(&progress->line, text);
}

void run_progress_task_done(void *context, size_t task, double seconds) {
    struct run_progress *progress = context;
    const struct task_census *census = progress->census;
    progress->done++;
    if (census != NULL && task < census->count) {
        progress->made_bytes += task_census_left(census, task);
        progress->made_seconds += seconds;
    }
}

/* Speed and time left, by the tasks of this run, or of those before while there are none. */
static bool find_rate(const struct run_progress *progress, const struct task_crew *crew,
                      double *speed, double *left) {
    const struct task_census *census = progress->census;
    struct run_rate rate = {0};
    struct error error;
    bool whole = true;
    for (size_t i = 0; i < census->count && progress->made_bytes <= 0; i++) {
        rate.made_bytes += task_census_made_bytes(census, i);
        rate.made_seconds += census->tasks[i].seconds;
    }
    if (progress->made_bytes > 0) {
        rate.made_bytes = progress->made_bytes;
        rate.made_seconds = progress->made_seconds;
    }
    for (size_t i = 0; i < crew->queue.count; i++)
        if (crew->queue.tasks[i].state == QUEUED_WAITING)
            rate.waiting_bytes += task_census_left(census, crew->queue.tasks[i].task);
    for (size_t i = 0; i < crew->request->jobs; i++) {
        const struct crew_member *member = &crew->members[i];
        if (member->busy)
            whole =
                whole && run_rate_add_running(
                             &rate, task_census_left(census, crew->queue.tasks[member->place].task),
                             child_process_now() - member->child.started, &error) == STATUS_OK;
    }
    whole = whole && run_rate_find(&rate, speed, left);
    run_rate_release(&rate);
    return whole;
}

/* Warns of what failed since the last time. */
static void tell_failures(struct run_progress *progress, const struct task_crew *crew) {
    if (progress->told < crew->failure_count)
        progress_finish(&progress->line);
    for (; progress->told < crew->failure_count; progress->told++) {
        const struct crew_failure *failure = &crew->failures[progress->told];
        messages_warning(progress->messages, "task %zu failed%s: %s", failure->task,
                         failure->is_tried_again ? ", and is tried again" : "", failure->sentence);
    }
}

void run_progress_crew(void *context, const struct task_crew *crew) {
    struct run_progress *progress = context;
    char text[TEXT_SIZE], number[NUMBERS_SIZE];
    double speed, left;
    tell_failures(progress, crew);
    if (!progress_is_due(&progress->line))
        return;
    begin_line(progress, text);
    add(text, ", shards %zu/%zu, %zu running", progress->done, progress->shards,
        crew->queue.started);
    if (crew->queue.failed + crew->queue.given_up > 0)
        add(text, ", %zu failed", crew->queue.failed + crew->queue.given_up);
    if (find_rate(progress, crew, &speed, &left)) {
        numbers_format_size((uint64_t)(speed / (double)progress->census->phases), number);
        add(text, ", %s/s of text", number);
        add_left(text, left);
    }
    progress_say(&progress->line, text);
}

void run_progress_finish(struct run_progress *progress) {
    progress_finish(&progress->line);
}
