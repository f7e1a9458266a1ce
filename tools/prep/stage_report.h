/*
 * stage_report - what one stage of a run took: the sum of what the markers of its pieces tell
 * (pipe_details.h).
 *
 *     {"name": "tasks", "pieces": 256, "seconds": 5123.4, "processor_seconds": 20110.2,
 *      "files": 256, "bytes": 123456789,
 *      "tools": [{"name": "wpiece", "runs": 256, "seconds": 4710.5, "processor_seconds": 812.9,
 *                 "peak_memory_bytes": 17670144}]}
 *
 * "seconds" of a stage is the time in which at least one of its pieces was being made; "seconds" of
 * a tool is the sum over its runs, "peak_memory_bytes" the most that one of them held.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_PREP_STAGE_REPORT_H
#define TOOLS_PREP_STAGE_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/task_marker.h"

/* A stretch of time, in seconds since 1970. */
struct report_span {
    double begin, end;
};

struct report_tool {
    char *name; /* owned */
    uint64_t runs;
    double seconds, processor_seconds;
    uint64_t peak_memory;
};

struct stage_report {
    const char *name; /* borrowed */
    uint64_t pieces, files, bytes;
    double processor_seconds;
    struct report_span *spans; /* owned */
    size_t span_count, span_capacity;
    struct report_tool *tools; /* owned, in the order in which they came */
    size_t tool_count;
};

void stage_report_init(struct stage_report *report, const char *name);

/* Adds a piece. What its marker does not tell counts as nothing. */
MUST_USE enum status stage_report_add(struct stage_report *report, const struct task_marker *marker,
                                      struct error *error);

/* Adds the times of what belongs to pieces that are counted already: their upload. */
MUST_USE enum status stage_report_add_times(struct stage_report *report,
                                            const struct task_marker *marker, struct error *error);

/* Seconds in which at least one piece was being made; sorts the spans. */
double stage_report_seconds(struct stage_report *report);

/* Makes the object above, the caller's to release. */
MUST_USE enum status stage_report_make(struct json_t **object, struct stage_report *report,
                                       struct error *error);

/* Frees; harmless when zeroed. */
void stage_report_release(struct stage_report *report);

/* A count of a tool's own report in a piece's details: 0 when there is none. */
uint64_t stage_report_count(const struct task_marker *marker, const char *tool, const char *count);

#endif
