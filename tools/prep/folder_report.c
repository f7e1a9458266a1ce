#include "tools/prep/folder_report.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/version.h"
#include "tools/prep/folder_state.h"
#include "tools/prep/stage_report.h"
#include "tools/prep/task_inputs.h"
#include "tools/prep/task_look.h"
#include "tools/prep/task_marker.h"

/* What wpiece counts, of its report, and what we call it. */
static const struct {
    const char *theirs, *ours;
} COUNTS[] = {{"documents", "documents"}, {"sentences", "sentences"}, {"tokens", "tokens"},
              {"unknown", "unknown"},     {"malformed", "malformed"}, {"bytes", "text_bytes"}};

enum { COUNT_KINDS = sizeof COUNTS / sizeof *COUNTS };

struct slow_task {
    size_t task;
    unsigned phase;
    double seconds;
    uint64_t text_bytes, rows;
    char *host; /* owned */
};

struct gathering {
    const char *folder;
    const struct run_plan *plan;
    struct stage_report stages[FOLDER_STAGES];
    uint64_t counts[COUNT_KINDS];
    struct {
        uint64_t shards, rows, bytes;
    } phases[RUN_PLAN_PHASES];
    size_t done;
    struct slow_task slow[FOLDER_REPORT_SLOWEST]; /* the slowest first */
    size_t slow_count;
};

/* Adds a marker, if it is there, to a stage. */
static enum status add_named(struct gathering *all, int stage, const char *name,
                             struct error *error) {
    struct task_marker marker;
    bool there = false;
    enum status status = task_marker_read(&marker, &there, all->folder, name, error);
    if (status == STATUS_OK && there) {
        status = stage_report_add(&all->stages[stage], &marker, error);
        task_marker_release(&marker);
    }
    return status;
}

static enum status add_format(struct gathering *all, int stage, struct error *error,
                              const char *format, ...) PRINTF_LIKE(4, 5);

static enum status add_format(struct gathering *all, int stage, struct error *error,
                              const char *format, ...) {
    char *name = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&name, format, arguments);
    va_end(arguments);
    if (length < 0)
        return error_no_memory(error, "a name");
    enum status status = add_named(all, stage, name, error);
    free(name);
    return status;
}

/* Puts a task among the slowest if it is one. */
static enum status note_slow(struct gathering *all, struct slow_task slow, const char *host,
                             struct error *error) {
    size_t at = all->slow_count;
    while (at > 0 && all->slow[at - 1].seconds < slow.seconds)
        at--;
    if (at == FOLDER_REPORT_SLOWEST)
        return STATUS_OK;
    slow.host = strdup(host == NULL ? "" : host);
    if (slow.host == NULL)
        return error_no_memory(error, "the report");
    if (all->slow_count == FOLDER_REPORT_SLOWEST)
        free(all->slow[--all->slow_count].host);
    memmove(&all->slow[at + 1], &all->slow[at], (all->slow_count - at) * sizeof slow);
    all->slow[at] = slow;
    all->slow_count++;
    return STATUS_OK;
}

/*
 * Adds a shard. `marker` tells what it is now; `making` what it took: of a shard whose rows are not
 * the task's own any more that is the task's marker.
 */
static enum status add_shard(struct gathering *all, size_t task, size_t phase,
                             const struct task_marker *marker, const struct task_marker *making,
                             struct error *error) {
    const json_t *rows = json_object_get(json_object_get(marker->details, "manifest"), "rows");
    struct slow_task slow = {
        .task = task,
        .phase = all->plan->phases[phase],
        .seconds = json_number_value(json_object_get(making->details, "seconds")),
        .rows = json_integer_value(rows) > 0 ? (uint64_t)json_integer_value(rows) : 0,
        .text_bytes = stage_report_count(making, "wpiece", "bytes")};
    struct stage_report *stage = &all->stages[FOLDER_TASKS];
    all->phases[phase].shards++;
    all->phases[phase].rows += slow.rows;
    for (size_t i = 0; i < marker->file_count; i++)
        all->phases[phase].bytes += marker->files[i].bytes;
    for (size_t i = 0; phase == 0 && i < COUNT_KINDS; i++)
        all->counts[i] += stage_report_count(making, "wpiece", COUNTS[i].theirs);
    enum status status = stage_report_add(stage, marker, error);
    if (status == STATUS_OK && making != marker)
        status = stage_report_add_times(stage, making, error);
    if (status == STATUS_OK)
        status = note_slow(all, slow, json_string_value(json_object_get(making->details, "host")),
                           error);
    return status;
}

/* Adds a shard that is made, by the marker that holds. */
static enum status add_made(struct gathering *all, size_t task, size_t phase,
                            const struct task_marker *marker, struct error *error) {
    struct task_marker own;
    bool there = false;
    char *name = NULL;
    if (json_object_get(marker->details, "tools") != NULL)
        return add_shard(all, task, phase, marker, marker, error);
    enum status status = task_look_marker_name(&name, task, all->plan->phases[phase], error);
    if (status == STATUS_OK)
        status = task_marker_read(&own, &there, all->folder, name, error);
    free(name);
    if (status != STATUS_OK)
        return status;
    bool same = there && strcmp(own.key, marker->key) == 0;
    status = add_shard(all, task, phase, marker, same ? &own : marker, error);
    if (there)
        task_marker_release(&own);
    return status;
}

static enum status add_upload(struct gathering *all, size_t task, struct error *error) {
    struct task_marker marker;
    char name[TASK_LOOK_UPLOADED];
    bool there = false;
    task_look_uploaded_name(name, task);
    enum status status = task_marker_read(&marker, &there, all->folder, name, error);
    if (status == STATUS_OK && there) {
        status = stage_report_add_times(&all->stages[FOLDER_TASKS], &marker, error);
        task_marker_release(&marker);
    }
    return status;
}

static enum status add_tasks(struct gathering *all, struct error *error) {
    struct task_inputs inputs = {0};
    enum status status = task_inputs_read(&inputs, all->folder, all->plan, error);
    size_t tasks = status == STATUS_OK && inputs.complete ? run_plan_tasks(all->plan) : 0;
    for (size_t task = 0; status == STATUS_OK && task < tasks; task++) {
        struct task_look look = {0};
        status =
            task_look_at(&look, all->folder, all->plan, &inputs, task, MARKER_CHECK_SIZES, error);
        for (size_t i = 0; status == STATUS_OK && i < all->plan->phase_count; i++)
            if (look.made[i])
                status = add_made(all, task, i, &look.shards[i], error);
        if (status == STATUS_OK && look.all_made && task_look_uploads(all->plan))
            status = add_upload(all, task, error);
        all->done += status == STATUS_OK && look.done;
        task_look_release(&look);
    }
    task_inputs_release(&inputs);
    return status;
}

static enum status gather(struct gathering *all, struct error *error) {
    enum status status = STATUS_OK;
    for (int i = 0; i < FOLDER_STAGES; i++)
        stage_report_init(&all->stages[i], folder_state_stage_name((enum folder_stage)i));
    for (size_t i = 0; status == STATUS_OK && i < all->plan->source_count; i++)
        status = add_format(all, FOLDER_FETCH, error, "source-%s", all->plan->sources[i].name);
    if (status == STATUS_OK)
        status = add_named(all, FOLDER_TEXT, "text", error);
    if (status == STATUS_OK)
        status = add_named(all, FOLDER_VOCAB, "vocab", error);
    if (status == STATUS_OK)
        status = add_tasks(all, error);
    for (size_t i = 0; status == STATUS_OK && i < all->plan->phase_count; i++)
        status = add_format(all, FOLDER_FINISH, error, "finish.phase%u", all->plan->phases[i]);
    return status;
}

static json_t *counts_object(const struct gathering *all) {
    json_t *object = json_object();
    for (size_t i = 0; i < COUNT_KINDS; i++)
        json_object_set_new(object, COUNTS[i].ours, json_integer((json_int_t)all->counts[i]));
    return object;
}

static json_t *phases_array(const struct gathering *all) {
    json_t *array = json_array();
    for (size_t i = 0; i < all->plan->phase_count; i++)
        json_array_append_new(array,
                              json_pack("{s:i, s:I, s:I, s:I}", "phase", (int)all->plan->phases[i],
                                        "shards", (json_int_t)all->phases[i].shards, "rows",
                                        (json_int_t)all->phases[i].rows, "bytes",
                                        (json_int_t)all->phases[i].bytes));
    return array;
}

static json_t *slowest_array(const struct gathering *all) {
    json_t *array = json_array();
    for (size_t i = 0; i < all->slow_count; i++) {
        const struct slow_task *slow = &all->slow[i];
        json_array_append_new(array, json_pack("{s:I, s:i, s:f, s:I, s:I, s:s}", "task",
                                               (json_int_t)slow->task, "phase", (int)slow->phase,
                                               "seconds", slow->seconds, "text_bytes",
                                               (json_int_t)slow->text_bytes, "rows",
                                               (json_int_t)slow->rows, "host", slow->host));
    }
    return array;
}

static enum status make(struct gathering *all, struct json_t **report, struct error *error) {
    enum status status = STATUS_OK;
    double seconds = 0, processor = 0, longest = 0;
    const char *slowest = NULL;
    json_t *stages = json_array();
    for (int i = 0; status == STATUS_OK && i < FOLDER_STAGES; i++) {
        json_t *stage = NULL;
        double took = stage_report_seconds(&all->stages[i]);
        seconds += took;
        processor += all->stages[i].processor_seconds;
        if (took > longest) {
            longest = took;
            slowest = folder_state_stage_name((enum folder_stage)i);
        }
        if (all->stages[i].pieces > 0)
            status = stage_report_make(&stage, &all->stages[i], error);
        if (stage != NULL && json_array_append_new(stages, stage) != 0)
            status = error_no_memory(error, "the report");
    }
    if (status != STATUS_OK) {
        json_decref(stages);
        return status;
    }
    *report = json_pack(
        "{s:s, s:s, s:s, s:{s:I, s:I}, s:o, s:o, s:f, s:f, s:o, s:s?, s:o}", "format",
        "mlmprep-report", "version", MLMPREP_VERSION, "corpus", all->plan->corpus, "tasks", "all",
        (json_int_t)run_plan_tasks(all->plan), "done", (json_int_t)all->done, "counts",
        counts_object(all), "phases", phases_array(all), "seconds", seconds, "processor_seconds",
        processor, "stages", stages, "slowest_stage", slowest, "slowest_tasks", slowest_array(all));
    return *report == NULL ? error_no_memory(error, "the report") : STATUS_OK;
}

enum status folder_report_make(struct json_t **report, const char *folder,
                               const struct run_plan *plan, struct error *error) {
    struct gathering all = {.folder = folder, .plan = plan};
    enum status status = gather(&all, error);
    if (status == STATUS_OK)
        status = make(&all, report, error);
    for (int i = 0; i < FOLDER_STAGES; i++)
        stage_report_release(&all.stages[i]);
    for (size_t i = 0; i < all.slow_count; i++)
        free(all.slow[i].host);
    return status;
}
