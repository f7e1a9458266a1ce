#include "tools/prep/stage_request.h"

void stage_watch_look(void *context, const struct tool_pipe *pipe) {
    const struct stage_watch *watch = context;
    work_folder_touch(watch->work);
    if (watch->request->watch != NULL)
        watch->request->watch(watch->request->watch_context, pipe);
}
