#include "tools/prep/engine_index.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"

static const char *const VARIABLES[] = {"SLURM_ARRAY_TASK_ID", "AWS_BATCH_JOB_ARRAY_INDEX",
                                        "JOB_COMPLETION_INDEX"};

static const char *value_of(const char *variable) {
    const char *value = getenv(variable);
    return value != NULL && *value != '\0' ? value : NULL;
}

static enum status parse(uint64_t *number, const char *variable, const char *value,
                         struct error *error) {
    errno = 0;
    if (value[strspn(value, "0123456789")] == '\0')
        *number = strtoull(value, NULL, 10);
    else
        errno = EINVAL;
    return errno == 0 ? STATUS_OK
                      : error_set(error, STATUS_USAGE,
                                  "the environment's %s is '%.40s', which is no index; give --task",
                                  variable, value);
}

enum status engine_index_find(size_t *task, uint64_t offset, size_t tasks, struct error *error) {
    const char *found = NULL;
    uint64_t index = 0, number = 0;
    for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++) {
        const char *value = value_of(VARIABLES[i]);
        if (value == NULL)
            continue;
        enum status status = parse(&number, VARIABLES[i], value, error);
        if (status != STATUS_OK)
            return status;
        if (found != NULL && number != index)
            return error_set(error, STATUS_USAGE,
                             "the environment's %s is %llu, but its %s is %llu; give --task", found,
                             (unsigned long long)index, VARIABLES[i], (unsigned long long)number);
        found = VARIABLES[i];
        index = number;
    }
    if (found == NULL)
        return error_set(error, STATUS_USAGE,
                         "which task is to be done? no engine's variable (%s, %s, %s) is set; give "
                         "--task",
                         VARIABLES[0], VARIABLES[1], VARIABLES[2]);
    if (!checked_add_u64(index, offset, &number) || number >= tasks)
        return error_set(error, STATUS_USAGE,
                         "there is no task %llu + %llu, from %s and the offset: the plan has the "
                         "tasks 0 to %zu",
                         (unsigned long long)index, (unsigned long long)offset, found, tasks - 1);
    *task = (size_t)number;
    return STATUS_OK;
}

void engine_index_job(char job[ENGINE_JOB_SIZE]) {
    const char *array = value_of("SLURM_ARRAY_JOB_ID");
    const char *index = value_of("SLURM_ARRAY_TASK_ID");
    const char *single = value_of("SLURM_JOB_ID");
    if (single == NULL)
        single = value_of("AWS_BATCH_JOB_ID");
    if (array != NULL && index != NULL)
        snprintf(job, ENGINE_JOB_SIZE, "%s_%s", array, index);
    else
        snprintf(job, ENGINE_JOB_SIZE, "%s", single == NULL ? "" : single);
    /* It goes into a file of JSON: no engine's own has anything but ASCII. */
    for (; *job != '\0'; job++) {
        if (*job <= ' ' || *job >= 0x7F)
            *job = '?';
    }
}

bool engine_index_is_under_engine(void) {
    static const char *const JOBS[] = {"SLURM_JOB_ID", "AWS_BATCH_JOB_ID"};
    for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++) {
        if (value_of(VARIABLES[i]) != NULL)
            return true;
    }
    return value_of(JOBS[0]) != NULL || value_of(JOBS[1]) != NULL;
}
