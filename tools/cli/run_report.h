/*
 * run_report - what a run did: counts, times, memory; as JSON for programs, as a line for people.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_CLI_RUN_REPORT_H
#define TOOLS_CLI_RUN_REPORT_H

#include <stdint.h>
#include <time.h>

#include "formats/base/status.h"

#define RUN_REPORT_COUNTS 24

struct json_t; /* jansson's */

struct run_report {
    struct timespec started; /* CLOCK_MONOTONIC */
    struct {
        const char *name; /* borrowed, a literal: "tokens" */
        uint64_t value;
    } counts[RUN_REPORT_COUNTS];
    unsigned count;
    struct json_t *details; /* owned: an object, or NULL */
};

/* Starts the clock. */
void run_report_init(struct run_report *report);

/* Sets a count; the order of first setting is the order in the report. */
void run_report_set(struct run_report *report, const char *name, uint64_t value);

/* Adds anything to the JSON report, under a name of its own; takes over `value`, NULL adds nothing.
 */
void run_report_add(struct run_report *report, const char *name, struct json_t *value);

/* Seconds since the start. */
double run_report_seconds(const struct run_report *report);

/* The most memory the process has held, in bytes (getrusage). */
uint64_t run_report_peak_memory(void);

/* "1,234 documents, 5,678 tokens, 0.8 s, 21 MiB at most" into `text`. */
void run_report_line(const struct run_report *report, char *text, size_t size);

/* Writes the JSON report to a file: tool, version, exit code, counts, seconds, memory. */
MUST_USE enum status run_report_write(const struct run_report *report, const char *path,
                                      const char *tool, int exit_code, struct error *error);

/* Frees what was added; harmless when nothing was. */
void run_report_release(struct run_report *report);

#endif
