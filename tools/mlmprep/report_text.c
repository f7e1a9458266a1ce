#include "tools/mlmprep/report_text.h"

#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/cli/numbers.h"
#include "tools/prep/folder_report.h"
#include "tools/prep/run_folder.h"

static uint64_t whole(const json_t *object, const char *name) {
    json_int_t number = json_integer_value(json_object_get(object, name));
    return number > 0 ? (uint64_t)number : 0;
}

static double real(const json_t *object, const char *name) {
    return json_number_value(json_object_get(object, name));
}

static const char *string(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "" : text;
}

/* "12,345 tokens" behind a comma. */
static enum status add_count(struct buffer *text, const json_t *object, const char *name,
                             struct error *error) {
    char number[NUMBERS_SIZE];
    numbers_format_count(whole(object, name), number);
    return buffer_format(text, error, "%s %s, ", number, name);
}

static enum status add_head(const json_t *report, struct buffer *text, struct error *error) {
    const json_t *tasks = json_object_get(report, "tasks");
    const json_t *counts = json_object_get(report, "counts");
    char size[NUMBERS_SIZE];
    enum status status = buffer_format(
        text, error, "data set  %s, %llu of %llu tasks done\ntext      ", string(report, "corpus"),
        (unsigned long long)whole(tasks, "done"), (unsigned long long)whole(tasks, "all"));
    static const char *const NAMES[] = {"documents", "sentences", "tokens"};
    for (size_t i = 0; status == STATUS_OK && i < sizeof NAMES / sizeof *NAMES; i++)
        status = add_count(text, counts, NAMES[i], error);
    numbers_format_size(whole(counts, "text_bytes"), size);
    if (status == STATUS_OK)
        status = buffer_format(text, error, "%s\n", size);
    const json_t *phases = json_object_get(report, "phases");
    for (size_t i = 0; status == STATUS_OK && i < json_array_size(phases); i++) {
        const json_t *phase = json_array_get(phases, i);
        numbers_format_size(whole(phase, "bytes"), size);
        status =
            buffer_format(text, error, "phase %llu   ", (unsigned long long)whole(phase, "phase"));
        if (status == STATUS_OK)
            status = add_count(text, phase, "shards", error);
        if (status == STATUS_OK)
            status = add_count(text, phase, "rows", error);
        if (status == STATUS_OK)
            status = buffer_format(text, error, "%s\n", size);
    }
    return status;
}

/* A line of the table: a stage or, indented, a tool of it. */
static enum status add_line(struct buffer *text, const char *indent, const char *name,
                            double seconds, double processor, uint64_t bytes, uint64_t memory,
                            struct error *error) {
    char time[NUMBERS_SIZE], busy[NUMBERS_SIZE], size[NUMBERS_SIZE], peak[NUMBERS_SIZE];
    numbers_format_seconds(seconds, time);
    numbers_format_seconds(processor, busy);
    numbers_format_size(bytes, size);
    numbers_format_size(memory, peak);
    enum status status =
        buffer_format(text, error, "%s%-*s %12s %12s %12s %12s", indent, *indent == '\0' ? 12 : 10,
                      name, time, busy, bytes == 0 ? "" : size, memory == 0 ? "" : peak);
    while (text->size > 0 && text->data[text->size - 1] == ' ')
        text->size--;
    return status == STATUS_OK ? buffer_append(text, "\n", 1, error) : status;
}

static enum status add_stages(const json_t *report, struct buffer *text, struct error *error) {
    const json_t *stages = json_object_get(report, "stages");
    enum status status = buffer_format(text, error, "\n%-12s %12s %12s %12s %12s\n", "stage",
                                       "time", "processor", "bytes", "memory");
    for (size_t i = 0; status == STATUS_OK && i < json_array_size(stages); i++) {
        const json_t *stage = json_array_get(stages, i);
        const json_t *tools = json_object_get(stage, "tools");
        status = add_line(text, "", string(stage, "name"), real(stage, "seconds"),
                          real(stage, "processor_seconds"), whole(stage, "bytes"), 0, error);
        for (size_t j = 0; status == STATUS_OK && j < json_array_size(tools); j++) {
            const json_t *tool = json_array_get(tools, j);
            status = add_line(text, "  ", string(tool, "name"), real(tool, "seconds"),
                              real(tool, "processor_seconds"), 0, whole(tool, "peak_memory_bytes"),
                              error);
        }
    }
    if (status == STATUS_OK)
        status = add_line(text, "", "all", real(report, "seconds"),
                          real(report, "processor_seconds"), 0, 0, error);
    return status;
}

static enum status add_slowest(const json_t *report, struct buffer *text, struct error *error) {
    const json_t *slowest = json_object_get(report, "slowest_tasks");
    enum status status = STATUS_OK;
    if (*string(report, "slowest_stage") != '\0')
        status =
            buffer_format(text, error, "\nslowest stage: %s\n", string(report, "slowest_stage"));
    for (size_t i = 0; status == STATUS_OK && i < json_array_size(slowest); i++) {
        const json_t *task = json_array_get(slowest, i);
        char seconds[NUMBERS_SIZE], size[NUMBERS_SIZE];
        numbers_format_seconds(real(task, "seconds"), seconds);
        numbers_format_size(whole(task, "text_bytes"), size);
        status = buffer_format(text, error, "%s%llu (phase %llu: %s for %s)",
                               i == 0 ? "slowest tasks: " : ", ",
                               (unsigned long long)whole(task, "task"),
                               (unsigned long long)whole(task, "phase"), seconds, size);
    }
    if (status == STATUS_OK && json_array_size(slowest) > 0)
        status = buffer_format(text, error, "\n");
    return status;
}

static enum status write_all(const json_t *report, struct buffer *text, struct error *error) {
    enum status status = add_head(report, text, error);
    if (status == STATUS_OK)
        status = add_stages(report, text, error);
    if (status == STATUS_OK)
        status = add_slowest(report, text, error);
    return status;
}

/* Publishes bytes as a file of the folder. */
static enum status publish(const char *folder, const char *name, struct view bytes,
                           struct error *error) {
    char *path = run_folder_path(folder, "%s", name);
    if (path == NULL)
        return error_no_memory(error, "a path");
    enum status status = atomic_file_write(path, bytes.data, bytes.size, error);
    free(path);
    return status;
}

enum status report_text_publish(const char *folder, const struct run_plan *plan,
                                struct buffer *text, struct error *error) {
    json_t *report = NULL;
    size_t before = text->size;
    enum status status = folder_report_make(&report, folder, plan, error);
    if (status != STATUS_OK)
        return status;
    char *json = json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    status = json == NULL ? error_no_memory(error, "the report") : write_all(report, text, error);
    if (status == STATUS_OK)
        status = publish(folder, FOLDER_REPORT_TEXT,
                         (struct view){text->data + before, text->size - before}, error);
    struct buffer line = BUFFER_INIT;
    if (status == STATUS_OK)
        status = buffer_format(&line, error, "%s\n", json);
    if (status == STATUS_OK)
        status = publish(folder, FOLDER_REPORT_JSON, buffer_view(&line), error);
    buffer_release(&line);
    free(json);
    json_decref(report);
    return status;
}

bool report_text_is_there(const char *folder) {
    char *path = run_folder_path(folder, "%s", FOLDER_REPORT_JSON);
    bool there = path != NULL && access(path, F_OK) == 0;
    free(path);
    return there;
}
