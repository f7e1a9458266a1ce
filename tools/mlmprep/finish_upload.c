#include "tools/mlmprep/finish_upload.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

#include "tools/prep/pipe_details.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/task_look.h"
#include "tools/prep/task_upload.h"

static enum status add_s3sync(struct tool_pipe *pipe, const struct finish_request *request,
                              const char *work, unsigned phase, struct error *error) {
    char *folder = realpath(request->folder, NULL);
    enum status status =
        folder == NULL ? error_system(error, errno, "cannot tell the place of", request->folder)
                       : task_upload_add_tool(pipe, request->plan, folder, work, 0, phase, error);
    free(folder);
    return status == STATUS_OK ? tool_pipe_arguments(pipe, error, request->plan->bucket, NULL)
                               : status;
}

enum status finish_upload_run(const struct finish_request *request, unsigned phase,
                              const char *list, const char *work, struct json_t **details,
                              struct error *error) {
    struct tool_pipe pipe;
    struct pipe_details times;
    char *log = run_folder_path(request->folder, "log/finish.log");
    *details = NULL;
    if (log == NULL)
        return error_no_memory(error, "a file name");
    tool_pipe_init(&pipe, log, request->stop);
    pipe.input = list;
    pipe.watch = request->watch;
    pipe.watch_context = request->watch_context;
    pipe_details_start(&times);
    enum status status = add_s3sync(&pipe, request, work, phase, error);
    if (status == STATUS_OK)
        status = tool_pipe_run(&pipe, error);
    /* Partial are tasks that are missing; here all are there. */
    if (status == STATUS_PARTIAL)
        status = error->status = STATUS_FAILED;
    if (status == STATUS_OK)
        status = pipe_details_make(details, &times, &pipe, error);
    tool_pipe_release(&pipe);
    free(log);
    return status;
}

/* Writes the marker of a task that lacks it. */
static enum status mark_task(const char *folder, const struct run_plan *plan,
                             const struct task_inputs *inputs, size_t task, struct error *error) {
    struct task_look look;
    struct task_marker marker;
    char name[TASK_LOOK_UPLOADED];
    enum status status = task_look_at(&look, folder, plan, inputs, task, MARKER_CHECK_SIZES, error);
    if (status != STATUS_OK)
        return status;
    task_marker_init(&marker);
    if (look.all_made && !look.uploaded) {
        status = task_look_upload_key(marker.key, &look, plan, error);
        task_look_uploaded_name(name, task);
        if (status == STATUS_OK)
            status = task_marker_write(&marker, folder, name, error);
    }
    task_marker_release(&marker);
    task_look_release(&look);
    return status;
}

enum status finish_upload_mark(const char *folder, const struct run_plan *plan,
                               struct error *error) {
    struct task_inputs inputs;
    if (!task_look_uploads(plan))
        return STATUS_OK;
    enum status status = task_inputs_read(&inputs, folder, plan, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < run_plan_tasks(plan) && status == STATUS_OK; i++)
        status = mark_task(folder, plan, &inputs, i, error);
    task_inputs_release(&inputs);
    return status;
}
