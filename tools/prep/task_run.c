#include "tools/prep/task_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/failure_note.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/shard_making.h"
#include "tools/prep/shard_publish.h"
#include "tools/prep/task_look.h"
#include "tools/prep/task_upload.h"
#include "tools/prep/text_stage.h"

/* A task under way. */
struct running_task {
    const struct task_request *request;
    const struct task_inputs *inputs;
    char name[TASK_RUN_NAME];
    char *log; /* owned */
    struct life_sign sign;
    struct work_folder work; /* of what is being made */
};

void task_run_name(char name[TASK_RUN_NAME], size_t task) {
    snprintf(name, TASK_RUN_NAME, "task-%05zu", task);
}

static enum status look_at(struct task_look *look, const struct task_request *request,
                           const struct task_inputs *inputs, struct error *error) {
    return task_look_at(look, request->folder, request->plan, inputs, request->task,
                        request->check ? MARKER_CHECK_HASHES : MARKER_CHECK_SIZES, error);
}

static enum status is_done(bool *done, const struct task_request *request,
                           const struct task_inputs *inputs, struct error *error) {
    struct task_look look;
    enum status status = look_at(&look, request, inputs, error);
    if (status != STATUS_OK)
        return status;
    *done = look.done;
    task_look_release(&look);
    return STATUS_OK;
}

static void show_life(void *context, const struct tool_pipe *pipe) {
    struct running_task *task = context;
    (void)pipe;
    life_sign_touch(&task->sign);
    work_folder_touch(&task->work);
}

static struct shard_making making_of(struct running_task *task) {
    const struct task_request *request = task->request;
    return (struct shard_making){.folder = request->folder,
                                 .plan = request->plan,
                                 .inputs = task->inputs,
                                 .task = request->task,
                                 .threads = request->threads,
                                 .work = &task->work,
                                 .log = task->log,
                                 .stop = request->stop,
                                 .watch = show_life,
                                 .watch_context = task};
}

static enum status make_phase(struct running_task *task, size_t index, struct error *error) {
    const struct task_request *request = task->request;
    struct shard_making making = making_of(task);
    struct made_shard shard;
    making.phase = request->plan->phases[index];
    enum status status = shard_making_run(&making, &shard, error);
    if (status != STATUS_OK)
        return status;
    status = shard_publish(&shard, request->folder, request->plan, task->inputs, request->task,
                           index, error);
    made_shard_release(&shard);
    return status;
}

/* Each phase in a work folder of its own: h5pack is not to find what is another's. */
static enum status make_missing(struct running_task *task, const struct task_look *look,
                                struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < task->request->plan->phase_count && status == STATUS_OK; i++) {
        if (look->made[i])
            continue;
        status = work_folder_make(&task->work, task->request->folder, error);
        if (status != STATUS_OK)
            return status;
        status = make_phase(task, i, error);
        work_folder_remove(&task->work);
    }
    return status;
}

/* Uploads what is to be, in a work folder for s3sync's report. */
static enum status upload(struct running_task *task, const struct task_look *look,
                          struct error *error) {
    enum status status = work_folder_make(&task->work, task->request->folder, error);
    if (status != STATUS_OK)
        return status;
    struct shard_making making = making_of(task);
    status = task_upload_run(&making, look, error);
    work_folder_remove(&task->work);
    return status;
}

/* What is left to do when the shards were made. */
static enum status complete(struct running_task *task, struct error *error) {
    struct task_look look;
    enum status status = look_at(&look, task->request, task->inputs, error);
    if (status != STATUS_OK)
        return status;
    if (!look.all_made)
        status = error_set(error, STATUS_TEMPORARY,
                           "a shard of task %zu was changed as soon as it was made; run again",
                           task->request->task);
    else if (!look.uploaded)
        status = upload(task, &look, error);
    task_look_release(&look);
    return status;
}

/* Text that was cut here and that nobody needs any more. */
static enum status delete_text(const struct task_request *request, const struct task_inputs *inputs,
                               struct error *error) {
    const struct marked_file *text = &inputs->text.files[request->task];
    if (request->plan->keep_text || !text_stage_has_made(text))
        return STATUS_OK;
    char *path = task_marker_path(request->folder, text->path);
    if (path == NULL)
        return error_no_memory(error, "a path");
    enum status status = atomic_file_remove(path, error);
    free(path);
    return status;
}

static enum status do_all(struct running_task *task, const struct task_look *look,
                          struct error *error) {
    enum status status = make_missing(task, look, error);
    return status == STATUS_OK ? complete(task, error) : status;
}

/*
 * What a task ends with. Where another copy has done it all meanwhile, and perhaps deleted the text
 * under us, there was no failure.
 */
static enum status conclude(struct running_task *task, enum status status,
                            enum task_outcome *outcome, struct error *error) {
    const struct task_request *request = task->request;
    struct error ignored;
    bool done = false, stopped = request->stop != NULL && request->stop->number != 0;
    if (status != STATUS_OK && !stopped &&
        is_done(&done, request, task->inputs, &ignored) == STATUS_OK && done) {
        status = STATUS_OK;
        *outcome = TASK_WAS_DONE;
    }
    if (status == STATUS_OK)
        status = failure_note_remove(request->folder, task->name, error);
    return status;
}

static enum status work_on(struct running_task *task, const struct task_look *look,
                           enum task_outcome *outcome, struct error *error) {
    const struct task_request *request = task->request;
    task->log = run_folder_path(request->folder, "log/%s.log", task->name);
    if (task->log == NULL)
        return error_no_memory(error, "a path");
    enum status status = life_sign_start(&task->sign, request->folder, task->name, error);
    if (status == STATUS_OK) {
        status = do_all(task, look, error);
        status = conclude(task, status, outcome, error);
        life_sign_end(&task->sign);
    }
    free(task->log);
    return status;
}

static enum status run_with(const struct task_request *request, const struct task_inputs *inputs,
                            enum task_outcome *outcome, struct error *error) {
    struct running_task task = {.request = request, .inputs = inputs};
    struct task_look look;
    task_run_name(task.name, request->task);
    enum status status = task_inputs_need(inputs, request->folder, error);
    if (status == STATUS_OK)
        status = look_at(&look, request, inputs, error);
    if (status != STATUS_OK)
        return status;
    *outcome = look.done ? TASK_WAS_DONE : TASK_MADE;
    /* Of one that was killed when it was done; of other hosts `run` knows better. */
    if (look.done)
        life_sign_clean(request->folder, task.name, 0);
    status = look.done ? conclude(&task, STATUS_OK, outcome, error)
                       : work_on(&task, &look, outcome, error);
    task_look_release(&look);
    return status == STATUS_OK ? delete_text(request, inputs, error) : status;
}

enum status task_run(const struct task_request *request, enum task_outcome *outcome,
                     struct error *error) {
    struct task_inputs inputs;
    if (request->task >= run_plan_tasks(request->plan))
        return error_set(error, STATUS_USAGE, "there is no task %zu; the plan has tasks 0 to %zu",
                         request->task, run_plan_tasks(request->plan) - 1);
    enum status status = run_folder_make(request->folder, error);
    if (status == STATUS_OK)
        status = task_inputs_read(&inputs, request->folder, request->plan, error);
    if (status == STATUS_OK) {
        status = run_with(request, &inputs, outcome, error);
        task_inputs_release(&inputs);
    }
    return status;
}
