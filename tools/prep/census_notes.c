#include "tools/prep/census_notes.h"

#include <stdlib.h>
#include <string.h>

#include "tools/prep/failure_note.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/task_run.h"

/* Copies a text, when there is one; NULL without one or without memory, which *whole tells. */
static char *copy(const char *text, bool *whole) {
    char *result = text == NULL || *text == '\0' ? NULL : strdup(text);
    *whole = *whole && (result != NULL || text == NULL || *text == '\0');
    return result;
}

enum status census_notes_running(struct census_task *task, bool *there, const char *folder,
                                 size_t index, time_t now, struct error *error) {
    char name[TASK_RUN_NAME];
    struct life_sign_info info;
    bool whole = true;
    task_run_name(name, index);
    *there = life_sign_look(&info, folder, name, now) == LIFE_SIGN_ALIVE;
    if (!*there)
        return STATUS_OK;
    task->host = copy(info.process.host, &whole);
    task->job = copy(info.job, &whole);
    task->process = info.process.process;
    task->started = info.started;
    return whole ? STATUS_OK : error_no_memory(error, "a task's life sign");
}

enum status census_notes_failed(struct census_task *task, bool *there, const char *folder,
                                size_t index, struct error *error) {
    char name[TASK_RUN_NAME];
    struct failure_note note;
    bool whole = true;
    task_run_name(name, index);
    *there = failure_note_read(&note, folder, name);
    if (!*there)
        return STATUS_OK;
    task->sentence = strdup(note.sentence);
    whole = task->sentence != NULL;
    task->host = copy(note.host, &whole);
    task->log = copy(note.log, &whole);
    task->exit_code = note.exit_code;
    task->attempts = note.attempts;
    task->failed = note.when;
    return whole ? STATUS_OK : error_no_memory(error, "why a task failed");
}
