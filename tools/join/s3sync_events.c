#include "tools/join/s3sync_events.h"

#include <string.h>
#include <time.h>

#include "formats/base/version.h"
#include "tools/cli/standard_streams.h"
#include "tools/join/json_escape.h"

const char *s3sync_events_verb(enum sync_action_kind kind) {
    switch (kind) {
    case SYNC_UPLOAD:
        return "upload";
    case SYNC_DOWNLOAD:
        return "download";
    case SYNC_COPY_OBJECT:
    case SYNC_COPY_FILE:
        return "copy";
    case SYNC_DELETE_OBJECT:
    case SYNC_DELETE_FILE:
        return "delete";
    case SYNC_ABORT_UPLOAD:
        return "abort";
    case SYNC_SKIP:
        break;
    }
    return "skip";
}

static void begin(const struct s3sync_events *events, const char *name) {
    struct timespec now;
    struct tm utc;
    char text[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    fprintf(events->file, "{\"event\": \"%s\", \"time\": \"%s.%03dZ\"", name, text,
            (int)(now.tv_nsec / 1000000));
}

/* Whoever reads along gets the line now; that it cannot be written is told at the end. */
static void end(const struct s3sync_events *events) {
    fputs("}\n", events->file);
    fflush(events->file);
    struct error told_at_the_end;
    enum status ignored = standard_output_check(&told_at_the_end);
    (void)ignored;
}

static void add_text(const struct s3sync_events *events, const char *name, const char *text) {
    fprintf(events->file, ", \"%s\": ", name);
    json_escape_write(events->file, text);
}

static void add_number(const struct s3sync_events *events, const char *name, uint64_t number) {
    fprintf(events->file, ", \"%s\": %llu", name, (unsigned long long)number);
}

/* A path as it is, a key as a URL. */
static void add_place(const struct s3sync_events *events, const char *name, const char *bucket,
                      const char *place) {
    fprintf(events->file, ", \"%s\": ", name);
    if (bucket == NULL) {
        json_escape_write(events->file, place);
        return;
    }
    /* A bucket's name needs no escapes. */
    fprintf(events->file, "\"s3://%s/", bucket);
    json_escape_write_inside(events->file, place);
    putc('"', events->file);
}

static void add_action(const struct s3sync_events *events, const struct sync_action *action) {
    if (action->source != NULL)
        add_place(events, "source", events->source_bucket, action->source);
    if (action->target != NULL)
        add_place(events, "target", events->target_bucket, action->target);
    if (action->reason != NULL)
        add_text(events, "reason", action->reason);
}

void s3sync_events_start(const struct s3sync_events *events, char *const *operands, int count,
                         bool dry_run) {
    if (events->file == NULL)
        return;
    begin(events, "start");
    add_text(events, "version", MLMPREP_VERSION);
    fputs(", \"operands\": [", events->file);
    for (int i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ", ", events->file);
        json_escape_write(events->file, operands[i]);
    }
    fprintf(events->file, "], \"dry_run\": %s", dry_run ? "true" : "false");
    end(events);
}

void s3sync_events_plan(const struct s3sync_events *events, const struct sync_action *action) {
    if (events->file == NULL)
        return;
    begin(events, "plan");
    add_text(events, "action", s3sync_events_verb(action->kind));
    add_action(events, action);
    add_number(events, "bytes", action->size);
    end(events);
}

void s3sync_events_result(const struct s3sync_events *events, const struct sync_action *action,
                          const struct sync_result *result, enum status status,
                          const struct error *error) {
    if (events->file == NULL)
        return;
    const char *verb = s3sync_events_verb(action->kind);
    bool moved = action->kind != SYNC_SKIP && action->source != NULL;
    begin(events, status != STATUS_OK ? "failed" : moved ? "done" : verb);
    add_text(events, "action", verb);
    add_action(events, action);
    if (status != STATUS_OK) {
        add_text(events, "error", error->message);
        fprintf(events->file, ", \"temporary\": %s", status == STATUS_TEMPORARY ? "true" : "false");
    } else if (moved) {
        add_number(events, "bytes", result->bytes);
        add_text(events, "sha256", result->sha256);
        add_text(events, "etag", result->etag);
    } else {
        add_number(events, "bytes", action->size);
    }
    end(events);
}

void s3sync_events_refused(const struct s3sync_events *events, const char *path,
                           const struct error *why) {
    if (events->file == NULL)
        return;
    begin(events, "failed");
    add_text(events, "source", path);
    add_text(events, "error", why->message);
    fprintf(events->file, ", \"temporary\": %s",
            why->status == STATUS_TEMPORARY ? "true" : "false");
    end(events);
}

void s3sync_events_retry(const struct s3sync_events *events, const char *sentence, uint64_t attempt,
                         uint64_t pause_ms) {
    if (events->file == NULL)
        return;
    begin(events, "retry");
    add_text(events, "error", sentence);
    add_number(events, "attempt", attempt);
    add_number(events, "pause_ms", pause_ms);
    end(events);
}

void s3sync_events_summary(const struct s3sync_events *events, const struct s3sync_counts *counts,
                           double seconds, int exit_code, const char *sentence) {
    if (events->file == NULL)
        return;
    begin(events, "summary");
    add_number(events, "uploaded", counts->uploaded);
    add_number(events, "downloaded", counts->downloaded);
    add_number(events, "copied", counts->copied);
    add_number(events, "skipped", counts->skipped);
    add_number(events, "deleted", counts->deleted);
    add_number(events, "failed", counts->failed);
    add_number(events, "bytes", counts->bytes);
    fputs(", \"requests\": {", events->file);
    for (int kind = 0; kind < REQUEST_KINDS; kind++)
        fprintf(events->file, "%s\"%s\": %llu", kind == 0 ? "" : ", ",
                s3sync_counts_request_name((enum request_kind)kind),
                (unsigned long long)counts->requests[kind]);
    putc('}', events->file);
    add_number(events, "retries", counts->retries);
    fprintf(events->file, ", \"seconds\": %.3f, \"exit_code\": %d", seconds, exit_code);
    add_text(events, "error", sentence);
    end(events);
}
