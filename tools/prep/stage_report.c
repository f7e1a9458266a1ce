#include "tools/prep/stage_report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "tools/prep/utc_time.h"

void stage_report_init(struct stage_report *report, const char *name) {
    *report = (struct stage_report){.name = name};
}

static enum status add_span(struct stage_report *report, double begin, double end,
                            struct error *error) {
    if (report->span_count == report->span_capacity) {
        size_t capacity = report->span_capacity == 0 ? 16 : 2 * report->span_capacity, size;
        struct report_span *grown = NULL;
        if (checked_multiply_size(capacity, sizeof *grown, &size))
            grown = realloc(report->spans, size);
        if (grown == NULL)
            return error_no_memory(error, "the report");
        report->spans = grown;
        report->span_capacity = capacity;
    }
    report->spans[report->span_count++] = (struct report_span){begin, end};
    return STATUS_OK;
}

/* The tool of that name, which is added when it is new; NULL when there is no memory. */
static struct report_tool *tool_of(struct stage_report *report, const char *name) {
    for (size_t i = 0; i < report->tool_count; i++)
        if (strcmp(report->tools[i].name, name) == 0)
            return &report->tools[i];
    struct report_tool *grown =
        realloc(report->tools, (report->tool_count + 1) * sizeof *report->tools);
    if (grown == NULL)
        return NULL;
    report->tools = grown;
    char *copy = strdup(name);
    if (copy == NULL)
        return NULL;
    grown[report->tool_count] = (struct report_tool){.name = copy};
    return &grown[report->tool_count++];
}

static uint64_t whole(const json_t *value) {
    json_int_t number = json_integer_value(value);
    return number > 0 ? (uint64_t)number : 0;
}

static enum status add_tool(struct stage_report *report, const json_t *details,
                            struct error *error) {
    const char *name = json_string_value(json_object_get(details, "name"));
    if (name == NULL)
        return STATUS_OK;
    struct report_tool *tool = tool_of(report, name);
    if (tool == NULL)
        return error_no_memory(error, "the report");
    double processor = json_number_value(json_object_get(details, "processor_seconds"));
    uint64_t memory = whole(json_object_get(details, "peak_memory"));
    tool->runs++;
    tool->seconds += json_number_value(json_object_get(details, "seconds"));
    tool->processor_seconds += processor;
    tool->peak_memory = memory > tool->peak_memory ? memory : tool->peak_memory;
    report->processor_seconds += processor;
    return STATUS_OK;
}

enum status stage_report_add_times(struct stage_report *report, const struct task_marker *marker,
                                   struct error *error) {
    enum status status = STATUS_OK;
    const char *started = json_string_value(json_object_get(marker->details, "started"));
    double seconds = json_number_value(json_object_get(marker->details, "seconds"));
    double begin;
    if (started != NULL && utc_time_parse_exact(&begin, started) && seconds >= 0)
        status = add_span(report, begin, begin + seconds, error);
    const json_t *tools = json_object_get(marker->details, "tools");
    for (size_t i = 0; status == STATUS_OK && i < json_array_size(tools); i++)
        status = add_tool(report, json_array_get(tools, i), error);
    return status;
}

enum status stage_report_add(struct stage_report *report, const struct task_marker *marker,
                             struct error *error) {
    report->pieces++;
    report->files += marker->file_count;
    for (size_t i = 0; i < marker->file_count; i++)
        report->bytes += marker->files[i].bytes;
    return stage_report_add_times(report, marker, error);
}

static int by_begin(const void *a, const void *b) {
    const struct report_span *left = a, *right = b;
    return (left->begin > right->begin) - (left->begin < right->begin);
}

double stage_report_seconds(struct stage_report *report) {
    double seconds = 0, covered = 0;
    if (report->span_count > 0)
        qsort(report->spans, report->span_count, sizeof *report->spans, by_begin);
    for (size_t i = 0; i < report->span_count; i++) {
        struct report_span span = report->spans[i];
        double begin = i > 0 && span.begin < covered ? covered : span.begin;
        if (span.end > begin)
            seconds += span.end - begin;
        if (i == 0 || span.end > covered)
            covered = span.end;
    }
    return seconds;
}

static json_t *tool_object(const struct report_tool *tool) {
    return json_pack("{s:s, s:I, s:f, s:f, s:I}", "name", tool->name, "runs",
                     (json_int_t)tool->runs, "seconds", tool->seconds, "processor_seconds",
                     tool->processor_seconds, "peak_memory_bytes", (json_int_t)tool->peak_memory);
}

enum status stage_report_make(struct json_t **object, struct stage_report *report,
                              struct error *error) {
    json_t *tools = json_array();
    bool whole_list = tools != NULL;
    for (size_t i = 0; i < report->tool_count; i++)
        whole_list =
            whole_list && json_array_append_new(tools, tool_object(&report->tools[i])) == 0;
    if (!whole_list) {
        json_decref(tools);
        return error_no_memory(error, "the report");
    }
    *object =
        json_pack("{s:s, s:I, s:f, s:f, s:I, s:I, s:o}", "name", report->name, "pieces",
                  (json_int_t)report->pieces, "seconds", stage_report_seconds(report),
                  "processor_seconds", report->processor_seconds, "files",
                  (json_int_t)report->files, "bytes", (json_int_t)report->bytes, "tools", tools);
    return *object == NULL ? error_no_memory(error, "the report") : STATUS_OK;
}

void stage_report_release(struct stage_report *report) {
    for (size_t i = 0; i < report->tool_count; i++)
        free(report->tools[i].name);
    free(report->tools);
    free(report->spans);
    *report = (struct stage_report){0};
}

uint64_t stage_report_count(const struct task_marker *marker, const char *tool, const char *count) {
    const json_t *tools = json_object_get(marker->details, "tools");
    for (size_t i = 0; i < json_array_size(tools); i++) {
        const json_t *one = json_array_get(tools, i);
        const char *name = json_string_value(json_object_get(one, "name"));
        const json_t *counts = json_object_get(json_object_get(one, "report"), "counts");
        if (name != NULL && strcmp(name, tool) == 0)
            return whole(json_object_get(counts, count));
    }
    return 0;
}
