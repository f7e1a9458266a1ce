#include "tools/prep/pipe_details.h"

#include <jansson.h>
#include <time.h>

#include "tools/prep/child_process.h"
#include "tools/prep/process_identity.h"
#include "tools/prep/utc_time.h"

void pipe_details_start(struct pipe_details *details) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    details->started = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    details->clock = child_process_now();
}

static json_t *tool_object(const struct tool_step *step) {
    json_t *report = NULL;
    if (step->report != NULL)
        report = json_load_file(step->report, 0, NULL);
    return json_pack("{s:s, s:f, s:f, s:I, s:o}", "name", step->name, "seconds", step->seconds,
                     "processor_seconds", step->processor_seconds, "peak_memory",
                     (json_int_t)step->peak_memory, "report",
                     report == NULL ? json_null() : report);
}

enum status pipe_details_make(struct json_t **object, const struct pipe_details *details,
                              const struct tool_pipe *pipe, struct error *error) {
    char started[UTC_TIME_SIZE];
    struct process_identity self;
    process_identity_self(&self);
    utc_time_text_exact(started, details->started);
    json_t *tools = json_array();
    for (size_t i = 0; pipe != NULL && i < pipe->count; i++) {
        if (json_array_append_new(tools, tool_object(&pipe->steps[i])) != 0) {
            json_decref(tools);
            return error_no_memory(error, "what the tools have done");
        }
    }
    *object = json_pack("{s:s, s:s, s:f, s:o}", "host", self.host, "started", started, "seconds",
                        child_process_now() - details->clock, "tools", tools);
    return *object == NULL ? error_no_memory(error, "what the tools have done") : STATUS_OK;
}
