#include "tools/prep/tool_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "formats/base/buffer.h"
#include "tools/prep/process_identity.h"
#include "tools/prep/utc_time.h"

enum status tool_log_open(struct tool_log *log, const char *path, struct error *error) {
    int ends[2];
    *log = (struct tool_log)TOOL_LOG_INIT;
    log->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log->file < 0 && errno != ENOSPC && errno != EDQUOT)
        return error_system(error, errno, "cannot open the log", path);
    if (pipe2(ends, O_CLOEXEC) != 0) {
        enum status status = error_system(error, errno, "cannot make a pipe for", path);
        tool_log_close(log);
        return status;
    }
    log->reader = ends[0];
    log->writer = ends[1];
    (void)fcntl(log->reader, F_SETFL, O_NONBLOCK);
    return STATUS_OK;
}

void tool_log_listen(struct tool_log *log, size_t index, const char *name) {
    if (index < TOOL_LOG_TOOLS)
        log->said[index].name = name;
}

static void keep(const struct tool_log *log, const void *bytes, size_t size) {
    /* Nobody needs the log as much as the data set. */
    ssize_t ignored = log->file < 0 ? 0 : write(log->file, bytes, size);
    (void)ignored;
}

void tool_log_note(struct tool_log *log, const char *text) {
    struct process_identity self;
    char now[UTC_TIME_SIZE];
    struct buffer line = BUFFER_INIT;
    struct error ignored;
    utc_time_text(now, time(NULL));
    process_identity_self(&self);
    if (buffer_format(&line, &ignored, "# %s %s %ld: %s\n", now, self.host, self.process, text) ==
        STATUS_OK)
        keep(log, line.data, line.size);
    buffer_release(&line);
}

/* The first error of a tool that says several, and its last, which sums them up. */
static void remember(struct tool_log *log, size_t index, const char *text) {
    char *first = log->said[index].first, *sentence = log->said[index].sentence;
    int size = (int)sizeof log->said[index].sentence, half = size / 2 - 2;
    if (first[0] == '\0') {
        snprintf(first, (size_t)size, "%.*s", size - 1, text);
        memcpy(sentence, first, (size_t)size);
    } else {
        snprintf(sentence, (size_t)size, "%.*s; %.*s", half, first, half, text);
    }
}

/* Hears a line "<tool>: error: <sentence>", or "<tool> <command>: error: <sentence>". */
static void hear(struct tool_log *log) {
    static const char ERROR[] = ": error: ", LETTERS[] = "abcdefghijklmnopqrstuvwxyz";
    for (size_t i = 0; i < TOOL_LOG_TOOLS; i++) {
        size_t length = log->said[i].name == NULL ? 0 : strlen(log->said[i].name);
        if (length == 0 || strncmp(log->line, log->said[i].name, length) != 0)
            continue;
        if (log->line[length] == ' ')
            length += 1 + strspn(log->line + length + 1, LETTERS);
        if (strncmp(log->line + length, ERROR, sizeof ERROR - 1) == 0)
            remember(log, i, log->line + length + sizeof ERROR - 1);
    }
}

static void take_byte(struct tool_log *log, char byte) {
    if (byte != '\n') {
        if (log->used < sizeof log->line - 1)
            log->line[log->used++] = byte;
        return;
    }
    log->line[log->used] = '\0';
    hear(log);
    log->used = 0;
}

void tool_log_take(struct tool_log *log) {
    char bytes[4096];
    for (;;) {
        ssize_t got = read(log->reader, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        keep(log, bytes, (size_t)got);
        for (ssize_t i = 0; i < got; i++)
            take_byte(log, bytes[i]);
    }
}

void tool_log_close_writer(struct tool_log *log) {
    if (log->writer >= 0)
        close(log->writer);
    log->writer = -1;
}

void tool_log_close(struct tool_log *log) {
    tool_log_close_writer(log);
    if (log->reader >= 0)
        close(log->reader);
    if (log->file >= 0)
        close(log->file);
    log->reader = log->file = -1;
}
