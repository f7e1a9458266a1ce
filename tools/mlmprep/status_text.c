#include "tools/mlmprep/status_text.h"

#include <stdlib.h>
#include <time.h>

#include "tools/cli/numbers.h"
#include "tools/prep/index_ranges.h"

/* Tasks of a kind that are shown; there may be thousands. */
enum { SHOWN = 10 };

static const char *const WORDS[] = {"not done", "under way", "done", ""};

static enum status write_stages(const struct folder_state *state, struct buffer *text,
                                struct error *error) {
    enum status status = STATUS_OK;
    for (int i = 0; i < FOLDER_STAGES && status == STATUS_OK; i++) {
        char size[NUMBERS_SIZE];
        uint64_t bytes = i == FOLDER_TEXT    ? state->text_bytes
                         : i == FOLDER_TASKS ? state->shard_bytes
                                             : 0;
        if (state->stages[i] == STAGE_STATE_NONE)
            continue;
        numbers_format_size(bytes, size);
        status = buffer_format(text, error, "%-8s %s%s%s%s%s\n",
                               folder_state_stage_name((enum folder_stage)i),
                               WORDS[state->stages[i]], bytes > 0 ? ", " : "",
                               bytes > 0 ? size : "", state->sentences[i] == NULL ? "" : ": ",
                               state->sentences[i] == NULL ? "" : state->sentences[i]);
    }
    return status;
}

/* "missing  239: 13-255": the tasks of a state. */
static enum status write_tasks(const struct task_census *census, enum task_state which,
                               struct buffer *text, struct error *error) {
    size_t *tasks = NULL, count = 0;
    if (census->states[which] == 0)
        return STATUS_OK;
    enum status status = task_census_list(census, 1U << which, &tasks, &count, error);
    if (status == STATUS_OK)
        status = buffer_format(text, error, "%-8s %zu: ", folder_state_task_name(which), count);
    if (status == STATUS_OK)
        status = index_ranges_write(text, tasks, count, 0, error);
    if (status == STATUS_OK)
        status = buffer_append(text, "\n", 1, error);
    free(tasks);
    return status;
}

static enum status write_rate(const struct folder_state *state, struct buffer *text,
                              struct error *error) {
    char speed[NUMBERS_SIZE], left[NUMBERS_SIZE];
    if (!state->has_rate)
        return STATUS_OK;
    numbers_format_size((uint64_t)state->bytes_per_second, speed);
    numbers_format_seconds(state->seconds_left, left);
    return buffer_format(text, error, "rate     %s/s of text, %s left\n", speed, left);
}

static enum status write_running(const struct census_task *task, size_t number, time_t now,
                                 struct buffer *text, struct error *error) {
    char seconds[NUMBERS_SIZE];
    numbers_format_seconds(now > task->started ? difftime(now, task->started) : 0, seconds);
    return buffer_format(text, error, "task %zu runs on %s, process %lld%s%s, for %s\n", number,
                         task->host == NULL ? "?" : task->host, (long long)task->process,
                         task->job == NULL ? "" : ", job ", task->job == NULL ? "" : task->job,
                         seconds);
}

static enum status write_failed(const struct census_task *task, size_t number, struct buffer *text,
                                struct error *error) {
    return buffer_format(text, error,
                         "task %zu failed on %s, exit code %lld, attempts: %llu; %s (%s)\n", number,
                         task->host == NULL ? "?" : task->host, (long long)task->exit_code,
                         (unsigned long long)task->attempts, task->sentence,
                         task->log == NULL ? "no log" : task->log);
}

static enum status write_details(const struct task_census *census, enum task_state which,
                                 struct buffer *text, struct error *error) {
    size_t shown = 0;
    time_t now = time(NULL);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < census->count && status == STATUS_OK && shown < SHOWN; i++) {
        if (census->tasks[i].state != which)
            continue;
        shown++;
        status = which == TASK_STATE_RUNNING ? write_running(&census->tasks[i], i, now, text, error)
                                             : write_failed(&census->tasks[i], i, text, error);
    }
    if (status == STATUS_OK && census->states[which] > SHOWN)
        status = buffer_format(text, error, "... and %zu more; --json shows all\n",
                               census->states[which] - SHOWN);
    return status;
}

enum status status_text_write(const struct folder_state *state, const char *folder,
                              const struct run_plan *plan, struct buffer *text,
                              struct error *error) {
    static const enum task_state STATES[] = {TASK_STATE_DONE, TASK_STATE_RUNNING,
                                             TASK_STATE_MISSING, TASK_STATE_FAILED};
    const struct task_census *census = &state->census;
    enum status status =
        buffer_format(text, error, "%s in '%s': %zu of %zu tasks are done\n", plan->corpus, folder,
                      census->states[TASK_STATE_DONE], census->count);
    if (status == STATUS_OK)
        status = write_stages(state, text, error);
    /* When all are done there is nothing to list. */
    for (size_t i = 0; i < sizeof STATES / sizeof *STATES && status == STATUS_OK; i++)
        if (census->states[TASK_STATE_DONE] < census->count)
            status = write_tasks(census, STATES[i], text, error);
    if (status == STATUS_OK)
        status = write_rate(state, text, error);
    if (status == STATUS_OK)
        status = write_details(census, TASK_STATE_RUNNING, text, error);
    if (status == STATUS_OK)
        status = write_details(census, TASK_STATE_FAILED, text, error);
    return status;
}
