#include "tools/prep/planned_tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/prep/run_folder.h"

enum status planned_tool_add(struct tool_pipe *pipe, const struct run_plan *plan,
                             enum run_tool tool, const char *work, uint64_t threads,
                             struct error *error) {
    char number[24];
    char *report = run_folder_path(work, "%s.json", run_tool_name(tool));
    if (report == NULL)
        return error_no_memory(error, "a path");
    enum status status = tool_pipe_add(pipe, run_tool_name(tool), report, error);
    free(report);
    if (status == STATUS_OK)
        status = tool_pipe_words(pipe, &plan->options[tool], error);
    if (status == STATUS_OK && threads > 0) {
        snprintf(number, sizeof number, "%" PRIu64, threads);
        status = tool_pipe_arguments(pipe, error, "--threads", number, NULL);
    }
    return status;
}
