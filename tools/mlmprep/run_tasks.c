#include "tools/mlmprep/run_tasks.h"

#include <stdlib.h>

#include "formats/base/buffer.h"
#include "tools/parallel/cpu_count.h"
#include "tools/prep/index_ranges.h"
#include "tools/prep/task_census.h"

/* Tasks that some other process works on come last: they may be done by then. */
static enum status list_tasks(const struct task_census *census, size_t **tasks, size_t *count,
                              struct error *error) {
    size_t *running = NULL, running_count = 0;
    enum status status = task_census_list(
        census, 1U << TASK_STATE_MISSING | 1U << TASK_STATE_FAILED, tasks, count, error);
    if (status == STATUS_OK)
        status =
            task_census_list(census, 1U << TASK_STATE_RUNNING, &running, &running_count, error);
    for (size_t i = 0; status == STATUS_OK && i < running_count; i++)
        (*tasks)[(*count)++] = running[i];
    free(running);
    return status;
}

static int by_number(const void *a, const void *b) {
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    return (left > right) - (left < right);
}

/* Appends the tasks of a crew that are not done, as `mlmprep missing` lists them. */
static enum status write_ranges(const struct task_queue *queue, struct buffer *text,
                                struct error *error) {
    size_t *tasks = calloc(queue->count + 1, sizeof *tasks), count = 0;
    if (tasks == NULL)
        return error_no_memory(error, "the list of tasks");
    for (size_t i = 0; i < queue->count; i++)
        if (queue->tasks[i].state != QUEUED_DONE)
            tasks[count++] = queue->tasks[i].task;
    qsort(tasks, count, sizeof *tasks, by_number);
    enum status status = index_ranges_write(text, tasks, count, 0, error);
    free(tasks);
    return status;
}

/* The failure that is worth telling: the first that was for good, else the last one. */
static const struct crew_failure *worst_of(const struct task_crew *crew) {
    for (size_t i = 0; i < crew->failure_count; i++)
        if (!crew->failures[i].temporary)
            return &crew->failures[i];
    return crew->failure_count == 0 ? NULL : &crew->failures[crew->failure_count - 1];
}

enum status run_tasks_judge(const struct task_crew *crew, const char *folder, size_t all_tasks,
                            struct error *error) {
    const struct task_queue *queue = &crew->queue;
    const struct crew_failure *worst = worst_of(crew);
    struct buffer ranges = BUFFER_INIT;
    if (queue->done == queue->count)
        return STATUS_OK;
    enum status status = write_ranges(queue, &ranges, error);
    if (status == STATUS_OK) {
        /* Long lists are for `mlmprep missing`. */
        int length = ranges.size < 200 ? (int)ranges.size : 200;
        size_t left = queue->count - queue->done;
        status = error_set(
            error, queue->failed > 0 ? STATUS_PARTIAL : STATUS_TEMPORARY,
            "%zu of %zu tasks %s not done%s: %.*s%s ('mlmprep status %s' tells why, the same "
            "command tries again); task %zu: %s",
            left, all_tasks, left == 1 ? "is" : "are", crew->disk_full ? ", the disk is full" : "",
            length, (const char *)ranges.data, ranges.size > 200 ? "..." : "", folder,
            worst == NULL ? 0 : worst->task, worst == NULL ? "" : worst->sentence);
    }
    buffer_release(&ranges);
    return status;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* Starts the crew: a process for each core, and threads only where there are cores to spare. */
static enum status do_crew(struct run_stages *run, struct run_progress *progress,
                           const size_t *tasks, size_t count, struct error *error) {
    uint64_t cores = cpu_count();
    uint64_t jobs = smaller(run->jobs == 0 ? cores : run->jobs, count);
    uint64_t spare = cores / jobs;
    const struct crew_request request = {.program = "/proc/self/exe",
                                         .folder = run->folder,
                                         .tasks = tasks,
                                         .count = count,
                                         .jobs = (size_t)jobs,
                                         .threads = run->threads > 0 ? run->threads
                                                    : spare > 0      ? spare
                                                                     : 1,
                                         .retries = run->retries,
                                         .stop = run->stop,
                                         .watch = run_progress_crew,
                                         .done = run_progress_task_done,
                                         .context = progress};
    struct task_crew crew;
    enum status status = task_crew_run(&crew, &request, error);
    run_progress_finish(progress);
    if (status == STATUS_OK)
        status = run_tasks_judge(&crew, run->folder, run->tasks, error);
    run->tasks_done += crew.queue.done;
    task_crew_release(&crew);
    return status;
}

enum status run_tasks_do(struct run_stages *run, struct run_progress *progress,
                         struct error *error) {
    struct task_census census;
    size_t *tasks = NULL, count = 0;
    enum status status =
        task_census_take(&census, run->folder, run->plan, MARKER_CHECK_SIZES, error);
    if (status != STATUS_OK)
        return status;
    run->tasks_done = progress->done = census.states[TASK_STATE_DONE];
    progress->told = 0;
    status = list_tasks(&census, &tasks, &count, error);
    if (status == STATUS_OK) {
        run_progress_begin(progress, "tasks");
        progress->census = &census;
        if (count > 0)
            status = do_crew(run, progress, tasks, count, error);
        if (status == STATUS_OK)
            run_progress_end(progress, count == 0);
        run->was_done = run->was_done && count == 0;
    }
    progress->census = NULL;
    free(tasks);
    task_census_release(&census);
    return status;
}
