/* Reading the files of shards again: see finish_shards.h. */
#include "tools/mlmprep/finish_shards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/file_state.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/state_file.h"

static void say_fault(struct finish_shard *shard, enum finish_shard_state state, enum status status,
                      const char *sentence) {
    shard->state = state;
    shard->fault_status = status;
    /* Without memory for it there is no sentence, which is fine. */
    shard->fault = strdup(sentence);
}

/* Compares a file that was read with what its markers say. */
static void judge(const struct finish_shards *shards, struct finish_shard *shard) {
    const char *difference = shard_facts_difference(&shard->found.shard, &shard->made.shard);
    if (difference == NULL) {
        shard->state = FINISH_SHARD_MADE;
        return;
    }
    if (shard->has_even &&
        shard_facts_difference(&shard->found.shard, &shard->even.shard) == NULL) {
        shard->state = FINISH_SHARD_EVEN;
        return;
    }
    struct error error;
    error_set(&error, STATUS_CORRUPT, "the %s of '%s/%s' is not what its marker says", difference,
              shards->folder, shard->path);
    say_fault(shard, FINISH_SHARD_DAMAGED, error.status, error.message);
}

/* Whether what is in a file is wrong, or it is none, and not that it could not be read. */
static bool is_damage(enum status status, const char *path) {
    struct file_state state;
    return status == STATUS_CORRUPT || status == STATUS_CUT_SHORT || status == STATUS_NOT_OURS ||
           (path != NULL && !file_state_look(&state, path));
}

/* Shards that a crew checks. */
struct checking {
    struct finish_shards *shards;
    struct check_crew *crew;
};

static void check_one(void *context, size_t index, unsigned worker, const atomic_bool *stopped) {
    const struct checking *checking = context;
    const struct finish_shards *shards = checking->shards;
    struct finish_shard *shard = &shards->items[index];
    struct error error;
    (void)worker;
    atomic_fetch_add(&checking->crew->bytes, shard->made.shard.bytes);
    if (!shard->has_made) {
        /* One that makes no sense has to go, or tasks would go on to believe it. */
        if (shard->has_marker)
            say_fault(shard, FINISH_SHARD_DAMAGED, STATUS_FAILED,
                      "its marker does not tell what was made");
        else
            say_fault(shard, FINISH_SHARD_MISSING, STATUS_FAILED,
                      "there is no marker that says that it is made");
        return;
    }
    char *path = run_folder_path(shards->folder, "%s", shard->path);
    enum status status = path == NULL ? error_no_memory(&error, "a file name")
                                      : shard_facts_read(&shard->found, path,
                                                         shard->made.shard.file, stopped, &error);
    if (status == STATUS_OK)
        judge(shards, shard);
    else if (path != NULL && access(path, F_OK) != 0)
        say_fault(shard, FINISH_SHARD_MISSING, status, error.message);
    else
        say_fault(shard, is_damage(status, path) ? FINISH_SHARD_DAMAGED : FINISH_SHARD_UNREAD,
                  status, error.message);
    free(path);
}

enum status finish_shards_check(struct finish_shards *shards, struct check_crew *crew,
                                struct error *error) {
    struct checking checking = {shards, crew};
    crew->function = check_one;
    crew->context = &checking;
    crew->count = shards->count;
    enum status status = check_crew_run(crew, error);
    shards->wrong = 0;
    shards->unread = NULL;
    for (size_t i = 0; i < shards->count; i++) {
        struct finish_shard *shard = &shards->items[i];
        shards->wrong +=
            shard->state == FINISH_SHARD_MISSING || shard->state == FINISH_SHARD_DAMAGED;
        if (shard->state == FINISH_SHARD_UNREAD)
            shards->unread = shard;
    }
    return status;
}

enum status finish_shards_forget(const struct finish_shards *shards,
                                 const struct finish_shard *shard, struct error *error) {
    char even[FINISH_MARKER_SIZE];
    snprintf(even, sizeof even, "%s.even", shard->marker);
    /* First what a shard is compared with last, so that what is left makes sense at any moment. */
    enum status status = state_file_remove(shards->folder, even, ".json", error);
    return status == STATUS_OK ? state_file_remove(shards->folder, shard->marker, ".json", error)
                               : status;
}
