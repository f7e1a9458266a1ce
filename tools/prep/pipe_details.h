/*
 * pipe_details - what a marker keeps of the tools that made something: see task_marker.h.
 *
 *     {"host": "node1", "started": "2030-01-02T03:04:05.250Z", "seconds": 12.5,
 *      "tools": [{"name": "wpiece", "seconds": 12.4, "processor_seconds": 11.9,
 *                 "peak_memory": 17670144, "report": {...}}]}
 *
 * A tool's "report" is what it wrote with --report; null where it wrote none.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_PREP_PIPE_DETAILS_H
#define TOOLS_PREP_PIPE_DETAILS_H

#include "formats/base/status.h"
#include "tools/prep/tool_pipe.h"

struct json_t; /* jansson's */

struct pipe_details {
    double started; /* seconds since 1970 */
    double clock;   /* child_process_now */
};

/* Starts the clock. */
void pipe_details_start(struct pipe_details *details);

/* Makes the object, the caller's to release, of a pipe that has ended; NULL: of no tools. */
MUST_USE enum status pipe_details_make(struct json_t **object, const struct pipe_details *details,
                                       const struct tool_pipe *pipe, struct error *error);

#endif
