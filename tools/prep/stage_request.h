/*
 * stage_request - what the stages before the tasks are asked with.
 */
#ifndef TOOLS_PREP_STAGE_REQUEST_H
#define TOOLS_PREP_STAGE_REQUEST_H

#include <stdint.h>

#include "tools/prep/known_file.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"
#include "tools/prep/tool_pipe.h"
#include "tools/prep/work_folder.h"

struct stage_request {
    const char *folder; /* borrowed: the run folder */
    const struct run_plan *plan;
    uint64_t threads; /* of each tool; 0: as many as the process may use */
    struct stop_signal *stop;
    /* NULL, or called now and then; with an empty pipe while no tool runs. */
    tool_pipe_watch_function *watch;
    void *watch_context;
};

/* Who watches a pipe of a stage. */
struct stage_watch {
    const struct stage_request *request;
    const struct work_folder *work; /* which the pipe writes to */
};

/*
 * A tool_pipe_watch_function, of a struct stage_watch: shows that the work folder is in use and
 * calls the request's own.
 */
void stage_watch_look(void *context, const struct tool_pipe *pipe);

/* A known_file_read for stages: calls the request's watch and stops when it is told to. */
MUST_USE enum status stage_watch_read(const struct stage_request *request, struct known_file *file,
                                      const char *path, struct error *error);

#endif
