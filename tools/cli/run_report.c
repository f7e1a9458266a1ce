#include "tools/cli/run_report.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "formats/base/version.h"
#include "tools/cli/numbers.h"

void run_report_init(struct run_report *report) {
    *report = (struct run_report){0};
    clock_gettime(CLOCK_MONOTONIC, &report->started);
}

void run_report_set(struct run_report *report, const char *name, uint64_t value) {
    unsigned i = 0;
    while (i < report->count && strcmp(report->counts[i].name, name) != 0)
        i++;
    if (i == RUN_REPORT_COUNTS)
        return;
    if (i == report->count)
        report->count++;
    report->counts[i].name = name;
    report->counts[i].value = value;
}

void run_report_add(struct run_report *report, const char *name, struct json_t *value) {
    if (report->details == NULL)
        report->details = json_object();
    json_object_set_new(report->details, name, value);
}

void run_report_release(struct run_report *report) {
    json_decref(report->details);
    report->details = NULL;
}

double run_report_seconds(const struct run_report *report) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - report->started.tv_sec) +
           1e-9 * (double)(now.tv_nsec - report->started.tv_nsec);
}

uint64_t run_report_peak_memory(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss * 1024;
}

void run_report_line(const struct run_report *report, char *text, size_t size) {
    char number[NUMBERS_SIZE];
    size_t used = 0;
    *text = '\0';
    for (unsigned i = 0; i < report->count && used < size; i++) {
        numbers_format_count(report->counts[i].value, number);
        used +=
            (size_t)snprintf(text + used, size - used, "%s %s, ", number, report->counts[i].name);
    }
    char memory[NUMBERS_SIZE];
    numbers_format_seconds(run_report_seconds(report), number);
    numbers_format_size(run_report_peak_memory(), memory);
    if (used < size)
        snprintf(text + used, size - used, "%s, %s at most", number, memory);
}

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

enum status run_report_write(const struct run_report *report, const char *path, const char *tool,
                             int exit_code, struct error *error) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    json_t *counts = json_object();
    for (unsigned i = 0; i < report->count; i++)
        json_object_set_new(counts, report->counts[i].name,
                            json_integer((json_int_t)report->counts[i].value));
    json_t *root = json_pack(
        "{s:s, s:s, s:i, s:o, s:f, s:f, s:f, s:I}", "tool", tool, "version", MLMPREP_VERSION,
        "exit_code", exit_code, "counts", counts, "wall_seconds", run_report_seconds(report),
        "user_seconds", seconds_of(usage.ru_utime), "system_seconds", seconds_of(usage.ru_stime),
        "peak_memory_bytes", (json_int_t)run_report_peak_memory());
    if (root == NULL)
        return error_no_memory(error, "the run report");
    json_object_update(root, report->details);
    errno = 0;
    enum status status = STATUS_OK;
    if (json_dump_file(root, path, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) != 0)
        status = error_system(error, errno == 0 ? EIO : errno, "cannot write the report", path);
    json_decref(root);
    return status;
}
