#include "tools/prep/stage_request.h"

void stage_watch_look(void *context, const struct tool_pipe *pipe) {
    const struct stage_watch *watch = context;
    work_folder_touch(watch->work);
    if (watch->request->watch != NULL)
        watch->request->watch(watch->request->watch_context, pipe);
}

static bool look_and_go_on(void *context) {
    const struct stage_request *request = context;
    const struct tool_pipe none = {.count = 0};
    if (request->watch != NULL)
        request->watch(request->watch_context, &none);
    return request->stop == NULL || !stop_signal_came(request->stop);
}

enum status stage_watch_read(const struct stage_request *request, struct known_file *file,
                             const char *path, struct error *error) {
    return known_file_read_while(file, path, look_and_go_on, (void *)(uintptr_t)request, error);
}
