#include "tools/prep/task_census.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/census_notes.h"
#include "tools/prep/file_clock.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/task_inputs.h"
#include "tools/prep/task_look.h"
#include "tools/prep/text_stage.h"

enum { HAS_MARKER = 1, HAS_RUNNING = 2, HAS_FAILED = 4 };

/* What there is of each task in state/: most have nothing, and need not be asked after. */
static enum status list_state(const char *folder, unsigned char *found, size_t count,
                              struct error *error) {
    char *path = run_folder_path(folder, "state");
    if (path == NULL)
        return error_no_memory(error, "a path");
    enum status status = STATUS_OK;
    DIR *state = opendir(path);
    if (state == NULL && errno != ENOENT)
        status = error_system(error, errno, "cannot list the folder", path);
    errno = 0;
    for (struct dirent *entry; state != NULL && (entry = readdir(state)) != NULL; errno = 0) {
        char *rest = NULL;
        if (strncmp(entry->d_name, "task-", 5) != 0)
            continue;
        unsigned long long task = strtoull(entry->d_name + 5, &rest, 10);
        if (task >= count)
            continue;
        found[task] |= strcmp(rest, ".running") == 0  ? HAS_RUNNING
                       : strcmp(rest, ".failed") == 0 ? HAS_FAILED
                                                      : HAS_MARKER;
    }
    if (status == STATUS_OK && state != NULL && errno != 0)
        status = error_system(error, errno, "cannot list the folder", path);
    if (state != NULL)
        closedir(state);
    free(path);
    return status;
}

/* What a marker says of the time it took and of the bytes it is about. */
static void add_marker(struct census_task *task, const struct task_marker *marker) {
    task->seconds += json_number_value(json_object_get(marker->details, "seconds"));
    for (size_t i = 0; i < marker->file_count; i++)
        task->shard_bytes += marker->files[i].bytes;
}

struct counting {
    const char *folder;
    const struct run_plan *plan;
    struct task_inputs inputs;
    enum marker_check check;
    time_t now; /* file_clock.h; 0: not asked yet */
};

/* The time by the clock that stamps life signs, asked when the first is met. */
static time_t clock_of(struct counting *counting) {
    char *state = counting->now == 0 ? run_folder_path(counting->folder, "state") : NULL;
    if (state != NULL)
        counting->now = file_clock_now(state);
    free(state);
    return counting->now;
}

/* Whether somebody works on the task, or why it failed. */
static enum status read_notes(struct counting *counting, size_t index, unsigned found,
                              struct census_task *task, struct error *error) {
    enum status status = STATUS_OK;
    bool there = false;
    if (found & HAS_RUNNING)
        status =
            census_notes_running(task, &there, counting->folder, index, clock_of(counting), error);
    if (there)
        task->state = TASK_STATE_RUNNING;
    if (status != STATUS_OK || there || !(found & HAS_FAILED))
        return status;
    status = census_notes_failed(task, &there, counting->folder, index, error);
    if (there)
        task->state = TASK_STATE_FAILED;
    return status;
}

/*
 * Markers come last: a task that ends while we look has written them before its life sign goes, so
 * it is found running or done, and nothing between.
 */
static enum status look_at_task(struct counting *counting, size_t index, unsigned found,
                                struct census_task *task, struct error *error) {
    struct task_look look = {0};
    if (index < counting->inputs.text.file_count)
        task->text_bytes = counting->inputs.text.files[index].bytes;
    if (found == 0)
        return STATUS_OK;
    enum status status = read_notes(counting, index, found, task, error);
    if (status == STATUS_OK)
        status = task_look_at(&look, counting->folder, counting->plan, &counting->inputs, index,
                              counting->check, error);
    for (size_t i = 0; status == STATUS_OK && i < counting->plan->phase_count; i++) {
        task->made[i] = look.made[i];
        if (look.made[i])
            add_marker(task, &look.shards[i]);
    }
    if (status == STATUS_OK && look.done)
        task->state = TASK_STATE_DONE;
    task_look_release(&look);
    return status;
}

/* The text may be made before the vocabulary is. */
static enum status add_text(struct task_census *census, const struct counting *counting,
                            struct error *error) {
    struct task_marker marker;
    if (counting->inputs.complete) {
        census->text = true;
        return STATUS_OK;
    }
    enum status status =
        text_stage_read(&marker, &census->text, counting->folder, counting->plan, error);
    if (status != STATUS_OK || !census->text)
        return status;
    for (size_t i = 0; i < census->count && i < marker.file_count; i++)
        census->tasks[i].text_bytes = marker.files[i].bytes;
    task_marker_release(&marker);
    return STATUS_OK;
}

enum status task_census_take(struct task_census *census, const char *folder,
                             const struct run_plan *plan, enum marker_check check,
                             struct error *error) {
    struct counting counting = {.folder = folder, .plan = plan, .check = check};
    *census = (struct task_census){.count = run_plan_tasks(plan), .phases = plan->phase_count};
    unsigned char *found = calloc(census->count + 1, 1);
    census->tasks = calloc(census->count + 1, sizeof *census->tasks);
    enum status status = found == NULL || census->tasks == NULL
                             ? error_no_memory(error, "the list of tasks")
                             : task_inputs_read(&counting.inputs, folder, plan, error);
    if (status == STATUS_OK)
        status = list_state(folder, found, census->count, error);
    census->ready = counting.inputs.complete;
    if (status == STATUS_OK)
        status = add_text(census, &counting, error);
    for (size_t i = 0; status == STATUS_OK && i < census->count; i++) {
        status = look_at_task(&counting, i, found[i], &census->tasks[i], error);
        census->states[census->tasks[i].state]++;
    }
    task_inputs_release(&counting.inputs);
    free(found);
    if (status != STATUS_OK)
        task_census_release(census);
    return status;
}

enum status task_census_list(const struct task_census *census, unsigned states, size_t **tasks,
                             size_t *count, struct error *error) {
    *count = 0;
    *tasks = calloc(census->count + 1, sizeof **tasks);
    if (*tasks == NULL)
        return error_no_memory(error, "the list of tasks");
    for (size_t i = 0; i < census->count; i++)
        if (states & 1U << census->tasks[i].state)
            (*tasks)[(*count)++] = i;
    return STATUS_OK;
}

static size_t phases_made(const struct task_census *census, size_t task) {
    size_t phases = 0;
    for (size_t i = 0; i < census->phases; i++)
        phases += census->tasks[task].made[i];
    return phases;
}

double task_census_left(const struct task_census *census, size_t task) {
    return (double)census->tasks[task].text_bytes *
           (double)(census->phases - phases_made(census, task));
}

double task_census_made_bytes(const struct task_census *census, size_t task) {
    return (double)census->tasks[task].text_bytes * (double)phases_made(census, task);
}

enum status task_census_rate(const struct task_census *census, time_t now, struct run_rate *rate,
                             struct error *error) {
    enum status status = STATUS_OK;
    *rate = (struct run_rate){0};
    for (size_t i = 0; status == STATUS_OK && i < census->count; i++) {
        const struct census_task *task = &census->tasks[i];
        double left = task_census_left(census, i);
        rate->made_bytes += task_census_made_bytes(census, i);
        rate->made_seconds += task->seconds;
        if (task->state == TASK_STATE_RUNNING)
            status = run_rate_add_running(
                rate, left, now > task->started ? difftime(now, task->started) : 0, error);
        else
            rate->waiting_bytes += left;
    }
    return status;
}

void task_census_disk(const struct task_census *census, struct disk_made *made) {
    made->text = census->text;
    for (size_t i = 0; i < census->count; i++)
        for (size_t phase = 0; phase < census->phases; phase++)
            made->text_left[phase] +=
                census->tasks[i].made[phase] ? 0 : census->tasks[i].text_bytes;
}

void task_census_release(struct task_census *census) {
    for (size_t i = 0; census->tasks != NULL && i < census->count; i++) {
        free(census->tasks[i].host);
        free(census->tasks[i].job);
        free(census->tasks[i].sentence);
        free(census->tasks[i].log);
    }
    free(census->tasks);
    *census = (struct task_census){0};
}
