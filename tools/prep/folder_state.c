#include "tools/prep/folder_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/prep/failure_note.h"
#include "tools/prep/file_clock.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/run_rate.h"
#include "tools/prep/source_files.h"
#include "tools/prep/task_marker.h"

static const char *const STAGES[] = {"fetch", "text", "vocab", "tasks", "finish"};
static const char *const STATES[] = {"missing", "running", "done", "none"};
static const char *const TASKS[] = {"missing", "running", "failed", "done"};

const char *folder_state_stage_name(enum folder_stage stage) {
    return STAGES[stage];
}

const char *folder_state_name(enum stage_state state) {
    return STATES[state];
}

const char *folder_state_task_name(enum task_state state) {
    return TASKS[state];
}

static enum stage_state state_of(bool done) {
    return done ? STAGE_STATE_DONE : STAGE_STATE_MISSING;
}

static enum status look_at_sources(enum stage_state *fetch, const char *folder,
                                   const struct run_plan *plan, struct error *error) {
    struct source_files sources;
    bool any = false;
    for (size_t i = 0; i < plan->source_count; i++)
        any = any || run_plan_is_url(plan->sources[i].location);
    *fetch = STAGE_STATE_NONE;
    if (!any)
        return STATUS_OK;
    enum status status = source_files_list(&sources, folder, plan, error);
    if (status == STATUS_OK) {
        *fetch = state_of(sources.are_here);
        source_files_release(&sources);
    }
    return status;
}

/* Done when all tasks are, and each phase's marker is there and its files are what it says. */
static enum status look_at_finish(enum stage_state *finish, bool all_tasks, const char *folder,
                                  const struct run_plan *plan, struct error *error) {
    enum status status = STATUS_OK;
    bool done = all_tasks;
    for (size_t i = 0; i < plan->phase_count && status == STATUS_OK && done; i++) {
        char name[32];
        struct task_marker marker;
        bool there = false;
        snprintf(name, sizeof name, "finish.phase%u", plan->phases[i]);
        status = task_marker_read(&marker, &there, folder, name, error);
        done = there && task_marker_holds(&marker, folder, marker.key, MARKER_CHECK_SIZES);
        if (there)
            task_marker_release(&marker);
    }
    *finish = state_of(done);
    return status;
}

/* What is not done may be under way: its life sign tells. */
static void look_for_life(struct folder_state *state, const char *folder) {
    char *path = run_folder_path(folder, "state");
    time_t now = 0;
    for (int i = 0; path != NULL && i < FOLDER_STAGES; i++) {
        struct life_sign_info info;
        if (state->stages[i] != STAGE_STATE_MISSING)
            continue;
        if (i == FOLDER_TASKS) {
            if (state->census.states[TASK_STATE_RUNNING] > 0)
                state->stages[i] = STAGE_STATE_RUNNING;
            continue;
        }
        now = now == 0 ? file_clock_now(path) : now;
        if (life_sign_look(&info, folder, STAGES[i], now) == LIFE_SIGN_ALIVE)
            state->stages[i] = STAGE_STATE_RUNNING;
    }
    free(path);
}

/* What is missing may have failed. Tasks have notes of their own. */
static enum status look_for_failures(struct folder_state *state, const char *folder,
                                     struct error *error) {
    for (int i = 0; i < FOLDER_STAGES; i++) {
        struct failure_note note;
        if (state->stages[i] != STAGE_STATE_MISSING || !failure_note_read(&note, folder, STAGES[i]))
            continue;
        state->sentences[i] = strdup(note.sentence);
        if (state->sentences[i] == NULL)
            return error_no_memory(error, "why a stage failed");
    }
    return STATUS_OK;
}

static enum status find_rate(struct folder_state *state, struct error *error) {
    struct run_rate rate;
    enum status status = task_census_rate(&state->census, time(NULL), &rate, error);
    if (status == STATUS_OK)
        state->has_rate = run_rate_find(&rate, &state->bytes_per_second, &state->seconds_left);
    run_rate_release(&rate);
    if (state->has_rate && state->census.phases > 1)
        state->bytes_per_second /= (double)state->census.phases;
    return status;
}

enum status folder_state_read(struct folder_state *state, const char *folder,
                              const struct run_plan *plan, struct error *error) {
    *state = (struct folder_state){0};
    enum status status = task_census_take(&state->census, folder, plan, MARKER_CHECK_SIZES, error);
    if (status != STATUS_OK)
        return status;
    const struct task_census *census = &state->census;
    for (size_t i = 0; i < census->count; i++) {
        state->text_bytes += census->tasks[i].text_bytes;
        state->shard_bytes += census->tasks[i].shard_bytes;
    }
    state->stages[FOLDER_TEXT] = state_of(census->text);
    state->stages[FOLDER_VOCAB] = state_of(census->ready);
    state->stages[FOLDER_TASKS] = state_of(census->states[TASK_STATE_DONE] == census->count);
    status = look_at_sources(&state->stages[FOLDER_FETCH], folder, plan, error);
    if (status == STATUS_OK)
        status =
            look_at_finish(&state->stages[FOLDER_FINISH],
                           census->states[TASK_STATE_DONE] == census->count, folder, plan, error);
    if (status == STATUS_OK)
        status = find_rate(state, error);
    if (status == STATUS_OK) {
        look_for_life(state, folder);
        status = look_for_failures(state, folder, error);
    }
    if (status != STATUS_OK)
        folder_state_release(state);
    return status;
}

void folder_state_release(struct folder_state *state) {
    for (int i = 0; i < FOLDER_STAGES; i++) {
        free(state->sentences[i]);
        state->sentences[i] = NULL;
    }
    task_census_release(&state->census);
}
