#include "tools/join/s3sync_counts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/cli/numbers.h"

static const char *const REQUEST_NAMES[REQUEST_KINDS] = {"PUT",  "GET",  "HEAD",
                                                         "LIST", "POST", "DELETE"};

/* The same in the run report. */
static const char *const REPORT_NAMES[REQUEST_KINDS] = {"put_requests",  "get_requests",
                                                        "head_requests", "list_requests",
                                                        "post_requests", "delete_requests"};

const char *s3sync_counts_request_name(enum request_kind kind) {
    return REQUEST_NAMES[kind];
}

void s3sync_counts_add_action(struct s3sync_counts *counts, enum sync_action_kind kind,
                              const struct sync_result *result, enum status status) {
    if (status != STATUS_OK) {
        counts->failed++;
        return;
    }
    switch (kind) {
    case SYNC_UPLOAD:
        counts->uploaded++;
        break;
    case SYNC_DOWNLOAD:
        counts->downloaded++;
        break;
    case SYNC_COPY_OBJECT:
    case SYNC_COPY_FILE:
        counts->copied++;
        break;
    case SYNC_DELETE_OBJECT:
    case SYNC_DELETE_FILE:
        counts->deleted++;
        break;
    case SYNC_SKIP:
        counts->skipped++;
        return;
    case SYNC_ABORT_UPLOAD:
        return;
    }
    counts->bytes += result->bytes;
}

void s3sync_counts_add_request(struct s3sync_counts *counts, const struct request_note *note) {
    const char *name = strncmp(note->operation, "List", 4) == 0 ? "LIST" : note->method;
    counts->all_requests++;
    counts->retries += note->attempt > 1;
    for (int kind = 0; kind < REQUEST_KINDS; kind++)
        counts->requests[kind] += strcmp(name, REQUEST_NAMES[kind]) == 0;
}

/* Adds to a text what fits. */
PRINTF_LIKE(3, 4)
static void add(char *text, size_t size, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

static void add_count(char *text, size_t size, const char *before, uint64_t count,
                      const char *what) {
    char number[NUMBERS_SIZE];
    numbers_format_count(count, number);
    add(text, size, "%s%s %s", before, number, what);
}

void s3sync_counts_line(const struct s3sync_counts *counts, char *text, size_t size) {
    char bytes[NUMBERS_SIZE];
    const char *before = " (";
    *text = '\0';
    if (counts->downloaded > 0)
        add_count(text, size, "", counts->downloaded, "downloaded, ");
    if (counts->copied > 0)
        add_count(text, size, "", counts->copied, "copied, ");
    if (counts->uploaded > 0 || counts->downloaded + counts->copied == 0)
        add_count(text, size, "", counts->uploaded, "uploaded, ");
    add_count(text, size, "", counts->skipped, "skipped, ");
    add_count(text, size, "", counts->deleted, "deleted, ");
    add_count(text, size, "", counts->failed, "failed; ");
    numbers_format_size(counts->bytes, bytes);
    add(text, size, "%s; ", bytes);
    add_count(text, size, "", counts->all_requests, "requests");
    for (int kind = 0; kind < REQUEST_KINDS; kind++) {
        if (counts->requests[kind] == 0)
            continue;
        add_count(text, size, before, counts->requests[kind], REQUEST_NAMES[kind]);
        before = ", ";
    }
    add(text, size, "%s, ", *before == ',' ? ")" : "");
    add_count(text, size, "", counts->retries, "retries");
}

void s3sync_counts_report(const struct s3sync_counts *counts, struct run_report *report) {
    run_report_set(report, "uploaded", counts->uploaded);
    run_report_set(report, "downloaded", counts->downloaded);
    run_report_set(report, "copied", counts->copied);
    run_report_set(report, "skipped", counts->skipped);
    run_report_set(report, "deleted", counts->deleted);
    run_report_set(report, "failed", counts->failed);
    run_report_set(report, "bytes", counts->bytes);
    run_report_set(report, "requests", counts->all_requests);
    for (int kind = 0; kind < REQUEST_KINDS; kind++)
        run_report_set(report, REPORT_NAMES[kind], counts->requests[kind]);
    run_report_set(report, "retries", counts->retries);
}
