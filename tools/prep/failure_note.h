/*
 * failure_note - state/<name>.failed: why a piece of work failed, how often, and where to look.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_FAILURE_NOTE_H
#define TOOLS_PREP_FAILURE_NOTE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

struct failure_note {
    char sentence[ERROR_MESSAGE_SIZE];
    int exit_code;
    time_t when;
    char host[128];
    uint64_t attempts; /* that failed, one after the other */
    char log[256];     /* relative to the run folder: "log/task-00003.log" */
};

/* Publishes it, with one attempt more than the one that is there. */
MUST_USE enum status failure_note_add(const char *folder, const char *name, const char *sentence,
                                      int exit_code, const char *log, struct error *error);

/* Reads it; false when there is none or it is not whole. */
bool failure_note_read(struct failure_note *note, const char *folder, const char *name);

/* Reads the text of one. */
bool failure_note_parse(struct failure_note *note, struct view text);

/* Removes it if it is there. */
MUST_USE enum status failure_note_remove(const char *folder, const char *name, struct error *error);

#endif
