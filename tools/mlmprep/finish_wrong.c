#include "tools/mlmprep/finish_wrong.h"

#include <stdbool.h>
#include <stdlib.h>

#include "formats/base/buffer.h"
#include "tools/prep/index_ranges.h"

/* Shards that get a line of their own; of more the list of tasks tells. */
enum { MOST_WARNINGS = 20 };

/* Bytes of a list of tasks that a sentence has room for. */
enum { LONGEST_LIST = 500 };

static bool is_wrong(const struct finish_shard *shard) {
    return shard->state == FINISH_SHARD_MISSING || shard->state == FINISH_SHARD_DAMAGED;
}

/* Warns of the shards of a phase and has damaged ones counted as missing. */
static enum status tell_phase(const struct finish_shards *shards, bool *tasks, size_t *warnings,
                              const struct messages *messages, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < shards->count && status == STATUS_OK; i++) {
        const struct finish_shard *shard = &shards->items[i];
        if (!is_wrong(shard))
            continue;
        tasks[shard->task] = true;
        if (++*warnings <= MOST_WARNINGS)
            messages_warning(messages, "task %zu, phase %u: %s", shard->task, shards->phase,
                             shard->fault == NULL ? "not whole" : shard->fault);
        if (shard->state == FINISH_SHARD_DAMAGED)
            status = finish_shards_forget(shards, shard, error);
    }
    return status;
}

static enum status list_tasks(struct buffer *text, size_t *wrong, const bool *tasks, size_t count,
                              struct error *error) {
    size_t *numbers = calloc(count + 1, sizeof *numbers);
    if (numbers == NULL)
        return error_no_memory(error, "the list of tasks");
    for (size_t i = 0; i < count; i++) {
        if (tasks[i])
            numbers[(*wrong)++] = i;
    }
    enum status status = index_ranges_write(text, numbers, *wrong, 0, error);
    free(numbers);
    return status == STATUS_OK ? buffer_append(text, "", 1, error) : status;
}

static enum status say(const struct finish_shards *shards, const bool *tasks, struct error *error) {
    struct buffer text = BUFFER_INIT;
    size_t wrong = 0;
    enum status status = list_tasks(&text, &wrong, tasks, shards->count, error);
    if (status == STATUS_OK)
        status = error_set(error, STATUS_PARTIAL,
                           "%zu of %zu tasks are missing or damaged: %.*s%s; make them by 'mlmprep "
                           "run %s', or on a cluster by 'mlmprep slurm %s --submit', and finish "
                           "again",
                           wrong, shards->count, LONGEST_LIST, (const char *)text.data,
                           text.size > LONGEST_LIST ? "... ('mlmprep missing' lists all)" : "",
                           shards->folder, shards->folder);
    buffer_release(&text);
    return status;
}

enum status finish_wrong_tell(const struct finish_shards *phases, size_t count,
                              const struct messages *messages, struct error *error) {
    size_t wrong = 0, warnings = 0;
    for (size_t i = 0; i < count; i++) {
        const struct finish_shard *unread = phases[i].unread;
        if (unread != NULL)
            return error_set(error, unread->fault_status, "%s",
                             unread->fault == NULL ? "a shard cannot be read" : unread->fault);
        wrong += phases[i].wrong;
    }
    if (wrong == 0)
        return STATUS_OK;
    bool *tasks = calloc(phases[0].count + 1, sizeof *tasks);
    if (tasks == NULL)
        return error_no_memory(error, "the list of tasks");
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = tell_phase(&phases[i], tasks, &warnings, messages, error);
    if (status == STATUS_OK && warnings > MOST_WARNINGS)
        messages_warning(messages, "%zu more shards are missing or damaged",
                         warnings - MOST_WARNINGS);
    if (status == STATUS_OK)
        status = say(&phases[0], tasks, error);
    free(tasks);
    return status;
}
