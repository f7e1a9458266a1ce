/*
 * tool_pipe - the tools of a pipe as child processes: started, watched, waited for, counted.
 *
 * Each tool is looked for beside the program that runs, then in PATH. Their messages go to a log.
 * A child dies with the process that started it (PR_SET_PDEATHSIG, SIGTERM: it cleans up).
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_TOOL_PIPE_H
#define TOOLS_PREP_TOOL_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"
#include "tools/prep/tool_log.h"

/* Tools at most: as many as a log listens to. */
#define TOOL_PIPE_STEPS TOOL_LOG_TOOLS

struct tool_step {
    const char *name;           /* of the tool: "wpiece" */
    struct run_words arguments; /* without the name; owned by the pipe */
    char *report;               /* owned: file for its --report, which is added; or NULL */
    /* Afterwards: */
    pid_t process;
    bool ended;
    int wait_status; /* of waitpid(2) */
    double seconds, processor_seconds;
    uint64_t peak_memory; /* bytes */
};

struct tool_pipe;

/* Called a few times a second while the tools run; for lines of progress and signs of life. */
typedef void tool_pipe_watch_function(void *context, const struct tool_pipe *pipe);

struct tool_pipe {
    struct tool_step steps[TOOL_PIPE_STEPS];
    size_t count;
    const char *log;    /* borrowed: file that all messages are appended to */
    const char *input;  /* borrowed: file on the first one's standard input; NULL: /dev/null */
    const char *output; /* borrowed: file for the last one's standard output, replaced; likewise */
    struct stop_signal *stop;        /* borrowed; NULL: cannot be stopped */
    tool_pipe_watch_function *watch; /* or NULL */
    void *watch_context;
};

/* An empty pipe. */
void tool_pipe_init(struct tool_pipe *pipe, const char *log, struct stop_signal *stop);

/* Adds a tool behind those that are there, with a report file (copied) or NULL. */
MUST_USE enum status tool_pipe_add(struct tool_pipe *pipe, const char *name, const char *report,
                                   struct error *error);

/* Adds words to the last tool's arguments, up to a NULL. */
MUST_USE enum status tool_pipe_arguments(struct tool_pipe *pipe, struct error *error,
                                         const char *word, ...);

/* Adds a list of words to the last tool's arguments. */
MUST_USE enum status tool_pipe_words(struct tool_pipe *pipe, const struct run_words *words,
                                     struct error *error);

/*
 * Runs them all to their ends. When one fails, the sentence is that of the one whose fault it was
 * (not of those that failed because of it), with the error it wrote to the log; STATUS_TEMPORARY
 * when it said so (75) or died by a signal that was not its own doing, otherwise the status of
 * its exit code. When told to stop, ends the tools with SIGTERM, waits for them, and is
 * STATUS_TEMPORARY with stop->number set.
 */
MUST_USE enum status tool_pipe_run(struct tool_pipe *pipe, struct error *error);

/* Frees; harmless when zeroed. */
void tool_pipe_release(struct tool_pipe *pipe);

#endif
