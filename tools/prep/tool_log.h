/*
 * tool_log - what the tools of a pipe say: kept in a file, and the errors of each remembered.
 *
 * The tools write to a pipe, whose other end is read here, so their errors are known even when the
 * file cannot be written because the disk is full, and two runs that share a log do not take each
 * other's errors for their own.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_PREP_TOOL_LOG_H
#define TOOLS_PREP_TOOL_LOG_H

#include <stddef.h>

#include "formats/base/status.h"

#define TOOL_LOG_TOOLS 4

struct tool_log {
    int file;   /* -1: what is said is not kept */
    int reader; /* not blocking */
    int writer; /* for the tools, to be closed once all are started */
    struct {
        const char *name;                  /* borrowed; NULL: none */
        char first[ERROR_MESSAGE_SIZE];    /* of its errors */
        char sentence[ERROR_MESSAGE_SIZE]; /* it, and the last one where there are several */
    } said[TOOL_LOG_TOOLS];
    char line[ERROR_MESSAGE_SIZE + 256]; /* the line that is coming in */
    size_t used;                         /* of it; more than fits is not remembered */
};

/* Opens the file, to append to, and the pipe; released by tool_log_close. */
MUST_USE enum status tool_log_open(struct tool_log *log, const char *path, struct error *error);

/* Listens to a tool, up to TOOL_LOG_TOOLS. */
void tool_log_listen(struct tool_log *log, size_t index, const char *name);

/* Adds a line of our own, with time, host and process in front of it; a full disk is no matter. */
void tool_log_note(struct tool_log *log, const char *text);

/* Takes in what the tools have written by now; does not wait. */
void tool_log_take(struct tool_log *log);

/* No tool will be started any more. */
void tool_log_close_writer(struct tool_log *log);

/* Harmless when zeroed by TOOL_LOG_INIT. */
void tool_log_close(struct tool_log *log);

#define TOOL_LOG_INIT                                                                              \
    { .file = -1, .reader = -1, .writer = -1 }

#endif
