#include "tools/mlmprep/update_making.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/mlmprep/run_space.h"
#include "tools/mlmprep/update_words.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/source_fetch.h"
#include "tools/prep/task_census.h"
#include "tools/prep/tool_pipe.h"

/*
 * How often a child says how far it is, in seconds: a line in the log each time. More often while
 * somebody watches the terminal that shows it.
 */
static const uint64_t INTERVAL = 60, WATCHED_INTERVAL = 3;

/* The last whole line of a log, without "mlmprep run: "; false when there is none. */
static bool last_line(char *line, size_t size, const char *log) {
    char end[1024];
    struct stat info;
    int descriptor = open(log, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    off_t from = fstat(descriptor, &info) == 0 && info.st_size >= (off_t)sizeof end
                     ? info.st_size - (off_t)sizeof end + 1
                     : 0;
    ssize_t count = pread(descriptor, end, sizeof end - 1, from);
    close(descriptor);
    while (count > 0 && end[count - 1] != '\n')
        count--;
    if (count <= 1)
        return false;
    end[count - 1] = '\0';
    const char *start = strrchr(end, '\n'), *text = start == NULL ? end : start + 1;
    const char *colon = strstr(text, ": ");
    snprintf(line, size, "%.*s", (int)size - 1, colon == NULL ? text : colon + 2);
    return true;
}

static void watch(void *context, const struct tool_pipe *pipe) {
    struct update_run *update = context;
    char text[256], line[512];
    if (!progress_is_due(update->line) || !last_line(text, sizeof text, pipe->log))
        return;
    snprintf(line, sizeof line, "%s: %s: %s", update->tool, update->date, text);
    progress_say(update->line, line);
}

enum status update_making_child(struct update_run *update, const char *date, const char *tool,
                                const struct run_words *words, struct error *error) {
    struct tool_pipe pipe = {.count = 0};
    char *folder = run_folder_path(update->folder, "log");
    char *log = run_folder_path(update->folder, "log/%s.log", date);
    enum status status = folder == NULL || log == NULL ? error_no_memory(error, "a path")
                                                       : atomic_file_make_folders(folder, error);
    if (status == STATUS_OK) {
        tool_pipe_init(&pipe, log, update->stop);
        pipe.watch = watch;
        pipe.watch_context = update;
        status = tool_pipe_add(&pipe, tool, NULL, error);
    }
    if (status == STATUS_OK)
        status = tool_pipe_words(&pipe, words, error);
    if (status == STATUS_OK)
        status = tool_pipe_run(&pipe, error);
    tool_pipe_release(&pipe);
    free(folder);
    free(log);
    return status;
}

/* What will not fit is not begun, not even its download. */
static enum status check_space(const struct update_run *update, const char *folder,
                               const struct run_plan *plan, struct error *error) {
    struct task_census census;
    if (update->any_space)
        return STATUS_OK;
    enum status status = task_census_take(&census, folder, plan, MARKER_CHECK_SIZES, error);
    if (status != STATUS_OK)
        return status;
    if (census.states[TASK_STATE_DONE] < census.count)
        status = run_space_check(folder, plan, &census, error);
    task_census_release(&census);
    return status;
}

/* Whatever is to be downloaded, as patiently as update was asked to be. */
static enum status fetch(struct update_run *update, const char *folder, const struct run_plan *plan,
                         struct error *error) {
    bool was_done;
    enum status status =
        source_fetch_run(folder, plan, web_source_fetch, update->web, &was_done, error);
    progress_finish(update->line);
    return status;
}

static enum status run(struct update_run *update, const char *folder, struct error *error) {
    struct run_words words = {NULL, 0, 0};
    enum status status = update_words_add(&words, error, "run", folder, NULL);
    if (status == STATUS_OK)
        status = update_words_number(&words, "--progress-interval",
                                     update->line->wanted ? WATCHED_INTERVAL : INTERVAL, error);
    if (status == STATUS_OK)
        status = update_words_number(&words, "--retries", update->retries, error);
    if (status == STATUS_OK && update->jobs > 0)
        status = update_words_number(&words, "--jobs", update->jobs, error);
    if (status == STATUS_OK && update->threads > 0)
        status = update_words_number(&words, "--threads", update->threads, error);
    if (status == STATUS_OK && update->any_space)
        status = update_words_add(&words, error, "--no-space-check", NULL);
    if (status == STATUS_OK)
        status = update_making_child(update, update->date, "mlmprep", &words, error);
    run_words_release(&words);
    return status;
}

/* `place` is a folder or a bucket. */
static enum status verify_place(struct update_run *update, const struct run_plan *plan,
                                const char *place, struct error *error) {
    struct run_words words = {NULL, 0, 0};
    enum status status = update_words_add(&words, error, "verify", NULL);
    if (status == STATUS_OK && plan != NULL)
        status = update_words_of_bucket(&words, &plan->options[RUN_S3SYNC], error);
    if (status == STATUS_OK)
        status = update_words_add(&words, error, "--", place, NULL);
    if (status == STATUS_OK)
        status = update_making_child(update, update->date, "mlmprep", &words, error);
    run_words_release(&words);
    return status;
}

static enum status verify(struct update_run *update, const char *folder,
                          const struct run_plan *plan, struct error *error) {
    enum status status = verify_place(update, NULL, folder, error);
    if (status == STATUS_OK && plan->bucket != NULL)
        status = verify_place(update, plan, plan->bucket, error);
    progress_finish(update->line);
    return status;
}

enum status update_making_verify(struct update_run *update, const struct run_plan *plan,
                                 struct error *error) {
    char *folder = run_folder_path(update->folder, "%s", update->date);
    enum status status =
        folder == NULL ? error_no_memory(error, "a path") : verify(update, folder, plan, error);
    free(folder);
    return status;
}

enum status update_making_run(struct update_run *update, const struct run_plan *plan,
                              struct error *error) {
    char *folder = run_folder_path(update->folder, "%s", update->date);
    if (folder == NULL)
        return error_no_memory(error, "a path");
    enum status status = check_space(update, folder, plan, error);
    if (status == STATUS_OK)
        status = fetch(update, folder, plan, error);
    if (status == STATUS_OK)
        status = run(update, folder, error);
    if (status == STATUS_OK)
        status = verify(update, folder, plan, error);
    progress_finish(update->line);
    free(folder);
    return status;
}
