#include <jansson.h>
#include <stdlib.h>
#include <time.h>

#include "formats/base/version.h"
#include "tools/mlmprep/status_text.h"
#include "tools/prep/index_ranges.h"
#include "tools/prep/utc_time.h"

static json_t *stages_array(const struct folder_state *state) {
    json_t *array = json_array();
    for (int i = 0; i < FOLDER_STAGES; i++)
        json_array_append_new(array, json_pack("{s:s, s:s, s:s*}", "name",
                                               folder_state_stage_name((enum folder_stage)i),
                                               "state", folder_state_name(state->stages[i]),
                                               "sentence", state->sentences[i]));
    return array;
}

static json_t *time_text(time_t when) {
    char text[UTC_TIME_SIZE];
    if (when == 0)
        return json_null();
    utc_time_text(text, when);
    return json_string(text);
}

static json_t *running_array(const struct task_census *census) {
    json_t *array = json_array();
    for (size_t i = 0; i < census->count; i++) {
        const struct census_task *task = &census->tasks[i];
        if (task->state == TASK_STATE_RUNNING)
            json_array_append_new(array, json_pack("{s:I, s:s?, s:I, s:s?, s:o}", "task",
                                                   (json_int_t)i, "host", task->host, "process",
                                                   (json_int_t)task->process, "job", task->job,
                                                   "started", time_text(task->started)));
    }
    return array;
}

static json_t *failed_array(const struct task_census *census) {
    json_t *array = json_array();
    for (size_t i = 0; i < census->count; i++) {
        const struct census_task *task = &census->tasks[i];
        if (task->state == TASK_STATE_FAILED)
            json_array_append_new(
                array, json_pack("{s:I, s:s, s:I, s:I, s:s?, s:o, s:s?}", "task", (json_int_t)i,
                                 "sentence", task->sentence, "exit", (json_int_t)task->exit_code,
                                 "attempts", (json_int_t)task->attempts, "host", task->host, "time",
                                 time_text(task->failed), "log", task->log));
    }
    return array;
}

static json_t *tasks_object(const struct task_census *census) {
    json_t *object = json_pack("{s:I}", "all", (json_int_t)census->count);
    for (int i = 0; i < TASK_STATES; i++)
        json_object_set_new(object, folder_state_task_name((enum task_state)i),
                            json_integer((json_int_t)census->states[i]));
    return object;
}

/* The list of `mlmprep missing`. */
static enum status missing_text(const struct task_census *census, json_t **text,
                                struct error *error) {
    struct buffer ranges = BUFFER_INIT;
    size_t *tasks = NULL, count = 0;
    enum status status = task_census_list(census, ~(1U << TASK_STATE_DONE), &tasks, &count, error);
    if (status == STATUS_OK)
        status = index_ranges_write(&ranges, tasks, count, 0, error);
    if (status == STATUS_OK) {
        *text = json_stringn(ranges.size == 0 ? "" : (const char *)ranges.data, ranges.size);
        status = *text == NULL ? error_no_memory(error, "the list of tasks") : STATUS_OK;
    }
    buffer_release(&ranges);
    free(tasks);
    return status;
}

enum status status_text_json(const struct folder_state *state, const struct run_plan *plan,
                             struct buffer *text, struct error *error) {
    json_t *missing = NULL;
    enum status status = missing_text(&state->census, &missing, error);
    if (status != STATUS_OK)
        return status;
    json_t *root = json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o}", "format", "mlmprep-status",
        "version", MLMPREP_VERSION, "corpus", plan->corpus, "stages", stages_array(state), "tasks",
        tasks_object(&state->census), "missing", missing, "text_bytes",
        (json_int_t)state->text_bytes, "shard_bytes", (json_int_t)state->shard_bytes,
        "bytes_per_second", state->has_rate ? json_real(state->bytes_per_second) : json_null(),
        "seconds_left", state->has_rate ? json_real(state->seconds_left) : json_null(), "running",
        running_array(&state->census), "failed", failed_array(&state->census));
    char *dump = root == NULL ? NULL : json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    status = dump == NULL ? error_no_memory(error, "the state")
                          : buffer_format(text, error, "%s\n", dump);
    free(dump);
    json_decref(root);
    return status;
}
