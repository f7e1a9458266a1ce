#include "tools/prep/tool_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/prep/child_process.h"
#include "tools/prep/shell_words.h"

/* How often whoever watches is called. */
static const int WATCH_MS = 250;

/* A tool that has not ended so many seconds after SIGTERM is killed: batch systems wait 30. */
static const double PATIENCE = 20;

/* A run of a pipe. */
struct tool_run {
    struct tool_pipe *pipe;
    struct child_process children[TOOL_PIPE_STEPS];
    struct child_process *all[TOOL_PIPE_STEPS];
    struct tool_log log;
    bool stopping;
    double killing_at;
};

void tool_pipe_init(struct tool_pipe *pipe, const char *log, struct stop_signal *stop) {
    *pipe = (struct tool_pipe){.log = log, .stop = stop};
}

enum status tool_pipe_add(struct tool_pipe *pipe, const char *name, const char *report,
                          struct error *error) {
    if (pipe->count == TOOL_PIPE_STEPS)
        return error_set(error, STATUS_FAILED, "a pipe of more than %d tools", TOOL_PIPE_STEPS);
    struct tool_step *step = &pipe->steps[pipe->count++];
    *step = (struct tool_step){.name = name};
    if (report == NULL)
        return STATUS_OK;
    step->report = strdup(report);
    if (step->report == NULL)
        return error_no_memory(error, "a file name");
    return tool_pipe_arguments(pipe, error, "--report", report, NULL);
}

enum status tool_pipe_arguments(struct tool_pipe *pipe, struct error *error, const char *word,
                                ...) {
    enum status status = STATUS_OK;
    va_list words;
    va_start(words, word);
    for (; word != NULL && status == STATUS_OK; word = va_arg(words, const char *))
        status = run_words_add(&pipe->steps[pipe->count - 1].arguments, word, error);
    va_end(words);
    return status;
}

enum status tool_pipe_words(struct tool_pipe *pipe, const struct run_words *words,
                            struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < words->count && status == STATUS_OK; i++)
        status = tool_pipe_arguments(pipe, error, words->words[i], NULL);
    return status;
}

static void note_command_lines(struct tool_run *run) {
    struct buffer text = BUFFER_INIT;
    struct error ignored;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < run->pipe->count && status == STATUS_OK; i++) {
        const struct tool_step *step = &run->pipe->steps[i];
        status = buffer_format(&text, &ignored, "%s%s", i == 0 ? "" : " | ", step->name);
        for (size_t j = 0; j < step->arguments.count && status == STATUS_OK; j++) {
            status = buffer_append(&text, " ", 1, &ignored);
            if (status == STATUS_OK)
                status = shell_words_quote(&text, step->arguments.words[j], &ignored);
        }
    }
    if (status == STATUS_OK)
        status = buffer_append(&text, "", 1, &ignored);
    if (status == STATUS_OK)
        tool_log_note(&run->log, (const char *)text.data);
    buffer_release(&text);
}

static enum status open_file(int *descriptor, const char *path, int flags, struct error *error) {
    *descriptor = -1;
    if (path == NULL)
        return STATUS_OK;
    *descriptor = open(path, flags | O_CLOEXEC, 0666);
    return *descriptor < 0 ? error_system(error, errno, "cannot open", path) : STATUS_OK;
}

static enum status start_step(struct tool_run *run, size_t index, int input, int output,
                              struct error *error) {
    struct tool_step *step = &run->pipe->steps[index];
    char *program = NULL;
    char **arguments = calloc(step->arguments.count + 2, sizeof *arguments);
    enum status status = arguments == NULL ? error_no_memory(error, "a command line")
                                           : child_process_find(&program, step->name, error);
    if (status == STATUS_OK) {
        arguments[0] = (char *)(uintptr_t)step->name;
        for (size_t i = 0; i < step->arguments.count; i++)
            arguments[i + 1] = step->arguments.words[i];
        tool_log_listen(&run->log, index, step->name);
        status = child_process_start(&run->children[index], program, arguments,
                                     (const int[]){input, output, run->log.writer}, error);
        step->process = run->children[index].id;
    }
    free(program);
    free(arguments);
    return status;
}

static void close_end(int *descriptor) {
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* Starts each tool on the output of the one before it. */
static enum status start_all(struct tool_run *run, struct error *error) {
    struct tool_pipe *pipe = run->pipe;
    int input = -1;
    enum status status = open_file(&input, pipe->input, O_RDONLY, error);
    for (size_t i = 0; i < pipe->count && status == STATUS_OK; i++) {
        int ends[2] = {-1, -1};
        if (i + 1 == pipe->count)
            status = open_file(&ends[1], pipe->output, O_WRONLY | O_CREAT | O_TRUNC, error);
        else if (pipe2(ends, O_CLOEXEC) != 0)
            status = error_system(error, errno, "cannot make a pipe for", pipe->steps[i].name);
        if (status == STATUS_OK)
            status = start_step(run, i, input, ends[1], error);
        close_end(&input);
        close_end(&ends[1]);
        input = ends[0];
    }
    close_end(&input);
    tool_log_close_writer(&run->log);
    return status;
}

static void signal_all(const struct tool_run *run, int number) {
    for (size_t i = 0; i < run->pipe->count; i++)
        child_process_signal(&run->children[i], number);
}

static void begin_stop(struct tool_run *run) {
    run->stopping = true;
    run->killing_at = child_process_now() + PATIENCE;
    signal_all(run, SIGTERM);
}

/* Whether all have ended; what is known of those that have is told to whoever watches. */
static bool look_at_all(struct tool_run *run) {
    bool all = true;
    for (size_t i = 0; i < run->pipe->count; i++) {
        struct tool_step *step = &run->pipe->steps[i];
        const struct child_process *child = &run->children[i];
        bool ended = child_process_look(&run->children[i]);
        all = all && ended;
        if (!ended || child->id == 0)
            continue;
        step->ended = true;
        step->wait_status = child->wait_status;
        step->seconds = child->seconds;
        step->processor_seconds = child->processor_seconds;
        step->peak_memory = child->peak_memory;
    }
    return all;
}

static void wait_for_all(struct tool_run *run) {
    struct tool_pipe *pipe = run->pipe;
    double watched = 0;
    while (!look_at_all(run)) {
        tool_log_take(&run->log);
        if (!run->stopping && pipe->stop != NULL && stop_signal_came(pipe->stop))
            begin_stop(run);
        double now = child_process_now();
        if (run->stopping && now > run->killing_at)
            signal_all(run, SIGKILL);
        if (pipe->watch != NULL && now - watched >= WATCH_MS / 1000.0) {
            pipe->watch(pipe->watch_context, pipe);
            watched = now;
        }
        /* Once stopping its descriptor may stay readable. */
        const int descriptors[] = {
            run->log.reader, pipe->stop == NULL || run->stopping ? -1 : pipe->stop->descriptor};
        child_process_wait(run->all, pipe->count, descriptors, 2, WATCH_MS);
    }
    tool_log_take(&run->log);
}

static bool ended_by_closed_pipe(const struct tool_step *step) {
    return WIFSIGNALED(step->wait_status) && WTERMSIG(step->wait_status) == SIGPIPE;
}

/*
 * A tool that fails takes those before it along, by a closed pipe, and those behind it, whose input
 * is cut short: the first that was not ended by a closed pipe is the one whose fault it was.
 */
static enum status judge(struct tool_run *run, struct error *error) {
    const struct tool_pipe *pipe = run->pipe;
    const struct tool_step *closed = NULL;
    for (size_t i = 0; i < pipe->count; i++) {
        const struct tool_step *step = &pipe->steps[i];
        if (ended_by_closed_pipe(step))
            closed = step;
        else if (step->wait_status != 0)
            return child_process_judge(&run->children[i], step->name, run->log.said[i].sentence,
                                       error);
    }
    if (closed == NULL)
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "%s found that nobody read its output any more, and the tool behind it has no "
                     "complaint",
                     closed->name);
}

/* On Ctrl-C the tools may be gone before the signal is ours, too. */
static bool was_stopped(struct tool_run *run) {
    struct stop_signal *stop = run->pipe->stop;
    if (stop == NULL)
        return false;
    bool by_signal = false;
    for (size_t i = 0; i < run->pipe->count; i++) {
        int how = run->pipe->steps[i].wait_status;
        by_signal = by_signal ||
                    (WIFSIGNALED(how) && (WTERMSIG(how) == SIGINT || WTERMSIG(how) == SIGTERM ||
                                          WTERMSIG(how) == SIGHUP));
    }
    if (by_signal && !stop_signal_came(stop))
        child_process_wait(NULL, 0, &stop->descriptor, 1, WATCH_MS);
    return stop_signal_came(stop);
}

static enum status outcome(struct tool_run *run, struct error *error) {
    enum status status = judge(run, error);
    if (status != STATUS_OK && was_stopped(run))
        status = error_set(error, STATUS_TEMPORARY, "stopped by signal %d; run again to go on",
                           run->pipe->stop->number);
    if (status != STATUS_OK)
        tool_log_note(&run->log, error->message);
    return status;
}

enum status tool_pipe_run(struct tool_pipe *pipe, struct error *error) {
    struct tool_run run = {.pipe = pipe, .log = TOOL_LOG_INIT};
    for (size_t i = 0; i < TOOL_PIPE_STEPS; i++)
        run.all[i] = &run.children[i];
    enum status status = tool_log_open(&run.log, pipe->log, error);
    if (status != STATUS_OK)
        return status;
    note_command_lines(&run);
    status = start_all(&run, error);
    if (status != STATUS_OK)
        begin_stop(&run);
    wait_for_all(&run);
    if (status == STATUS_OK)
        status = outcome(&run, error);
    tool_log_close(&run.log);
    return status;
}

void tool_pipe_release(struct tool_pipe *pipe) {
    for (size_t i = 0; i < pipe->count; i++) {
        run_words_release(&pipe->steps[i].arguments);
        free(pipe->steps[i].report);
    }
    *pipe = (struct tool_pipe){.count = 0};
}
