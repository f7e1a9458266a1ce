#include "tools/mlmprep/finish_upload.h"

#include <jansson.h>
#include <stdlib.h>

#include "tools/prep/pipe_details.h"
#include "tools/prep/run_folder.h"

static enum status add_s3sync(struct tool_pipe *pipe, const struct run_plan *plan,
                              const char *report, struct error *error) {
    enum status status = tool_pipe_add(pipe, "s3sync", report, error);
    if (status == STATUS_OK)
        status = tool_pipe_words(pipe, &plan->options[RUN_S3SYNC], error);
    if (status == STATUS_OK)
        status = tool_pipe_arguments(pipe, error, plan->bucket, NULL);
    return status;
}

enum status finish_upload_run(const struct finish_request *request, const char *list,
                              const char *report, struct json_t **details, struct error *error) {
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
    enum status status = add_s3sync(&pipe, request->plan, report, error);
    if (status == STATUS_OK)
        status = tool_pipe_run(&pipe, error);
    if (status == STATUS_OK)
        status = pipe_details_make(details, &times, &pipe, error);
    tool_pipe_release(&pipe);
    free(log);
    return status;
}
