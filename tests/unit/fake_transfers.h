/*
 * fake_transfers - transfers that only tell what they would have done, for tests of the engine.
 *
 * Included once by a test: its functions are static, and the story is its own.
 */
#ifndef TESTS_UNIT_FAKE_TRANSFERS_H
#define TESTS_UNIT_FAKE_TRANSFERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/transfer_engine.h"

/* What happened, in order: one line each. */
static pthread_mutex_t story_mutex = PTHREAD_MUTEX_INITIALIZER;
static char story[262144];
static unsigned active, most_active;

static void tell(const char *what, const char *name) {
    pthread_mutex_lock(&story_mutex);
    size_t length = strlen(story);
    snprintf(story + length, sizeof story - length, "%s %s\n", what, name);
    pthread_mutex_unlock(&story_mutex);
}

static void enter(void) {
    pthread_mutex_lock(&story_mutex);
    if (++active > most_active)
        most_active = active;
    pthread_mutex_unlock(&story_mutex);
    usleep(1000);
}

static void leave(void) {
    pthread_mutex_lock(&story_mutex);
    active--;
    pthread_mutex_unlock(&story_mutex);
}

static bool happened(const char *line) {
    return strstr(story, line) != NULL;
}

/* Whether one line came before another; both must be there. */
static bool is_before(const char *first, const char *second) {
    const char *a = strstr(story, first), *b = strstr(story, second);
    return a != NULL && b != NULL && a < b;
}

/* --- a transfer in parts -----------------------------------------------------------------------
 */

struct fake_large {
    struct large_transfer base;
    const struct sync_action *action;
};

static bool has(const struct sync_action *action, const char *word) {
    return strstr(action->source, word) != NULL;
}

static enum status do_part(struct large_transfer *large, struct transfer_worker *worker,
                           struct sync_result *result, unsigned part, struct error *error) {
    const struct sync_action *action = ((struct fake_large *)large)->action;
    char line[64];
    (void)worker;
    enter();
    snprintf(line, sizeof line, "%s-%u", action->source, part);
    tell("part", line);
    result->attempts = 1;
    leave();
    if (part == 2 && has(action, "badpart"))
        return error_set(error, STATUS_FAILED, "part 2 of '%s' failed", action->source);
    if (part == 2 && has(action, "hopelesspart")) {
        result->hopeless = true;
        return error_set(error, STATUS_FAILED, "nothing will do");
    }
    return STATUS_OK;
}

static enum status finish(struct large_transfer *large, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error) {
    const struct sync_action *action = ((struct fake_large *)large)->action;
    (void)worker;
    tell("finish", action->source);
    result->bytes = 100;
    if (has(action, "badfinish"))
        return error_set(error, STATUS_TEMPORARY, "'%s' cannot be finished now", action->source);
    if (has(action, "lost") && (!action->anew || has(action, "always"))) {
        atomic_store(&large->lost, true);
        return error_set(error, STATUS_FAILED, "'%s' is lost", action->source);
    }
    if (has(action, "changing")) {
        atomic_store(&large->changed, true);
        return error_set(error, STATUS_FAILED, "'%s' changed", action->source);
    }
    return STATUS_OK;
}

static void abandon(struct large_transfer *large, struct transfer_worker *worker, bool later) {
    (void)worker;
    tell(later ? "keep" : "abort", ((struct fake_large *)large)->action->source);
}

static void free_large(struct large_transfer *large) {
    tell("free", ((struct fake_large *)large)->action->source);
    free(large);
}

static const struct large_transfer_calls LARGE = {do_part, finish, abandon, free_large};

/* --- the engine's calls ------------------------------------------------------------------------
 */

static enum status perform(struct transfer_worker *worker, struct sync_result *result,
                           struct large_transfer **large, bool *changed,
                           const struct sync_action *action, struct error *error) {
    (void)worker;
    enter();
    tell("begin", action->source);
    leave();
    result->attempts = 1;
    if (has(action, "large")) {
        struct fake_large *fake = calloc(1, sizeof *fake);
        assert_non_null(fake);
        fake->base.calls = &LARGE;
        fake->base.part_count = 8;
        fake->action = action;
        *large = &fake->base;
        return STATUS_OK;
    }
    if (has(action, "busy")) {
        *changed = true;
        return STATUS_OK;
    }
    result->bytes = 10;
    result->kept = has(action, "kept");
    result->hopeless = has(action, "hopeless");
    if (has(action, "later"))
        return error_set(error, STATUS_TEMPORARY, "'%s' failed this time", action->source);
    if (has(action, "bad") || result->hopeless)
        return error_set(error, STATUS_FAILED, "'%s' failed", action->source);
    return STATUS_OK;
}

static void delete_objects(struct transfer_worker *worker, struct sync_result *results,
                           enum status *statuses, char **messages,
                           struct sync_action *const *actions, size_t count) {
    char line[32];
    (void)worker;
    snprintf(line, sizeof line, "%zu", count);
    tell("delete", line);
    for (size_t i = 0; i < count; i++) {
        results[i].attempts = 1;
        if (strstr(actions[i]->target, "bad") != NULL) {
            statuses[i] = STATUS_FAILED;
            messages[i] = strdup("it stays");
        }
    }
}

static bool goes_in_pairs(const struct transfer_settings *settings,
                          const struct sync_action *action) {
    (void)settings;
    return has(action, "pair") && !action->anew;
}

static void prepare_pair(struct transfer_worker *worker, struct sync_action *first,
                         struct sync_action *second) {
    char line[64];
    (void)worker;
    snprintf(line, sizeof line, "%s %s", first->source, second->source);
    tell("prepare", line);
    /* No more than once. */
    first->anew = second->anew = true;
}

static const struct transfer_calls CALLS = {perform, delete_objects, goes_in_pairs, prepare_pair};

static void observe(void *context, const struct sync_action *action,
                    const struct sync_result *result, enum status status,
                    const struct error *error) {
    (void)context, (void)result;
    tell(status == STATUS_OK ? "ok" : "failed",
         action->source == NULL ? action->target : action->source);
    if (status != STATUS_OK)
        tell("because", error->message);
}

/* --- running -----------------------------------------------------------------------------------
 */

static struct transfer_engine engine;
static struct transfer_totals totals;
static struct error error;

static void start(unsigned workers) {
    const struct transfer_options options = {.workers = workers};
    story[0] = '\0';
    active = most_active = 0;
    error = (struct error){.status = STATUS_OK};
    assert_int_equal(transfer_engine_start_with(&engine, &options, &CALLS, observe, NULL, &error),
                     STATUS_OK);
}

static struct sync_action *make(enum sync_action_kind kind, const char *name) {
    struct sync_action *action =
        sync_action_new(kind, kind == SYNC_DELETE_OBJECT ? NULL : name, name, "new");
    assert_non_null(action);
    return action;
}

static enum status submit(const char *name) {
    return transfer_engine_submit(&engine, make(SYNC_UPLOAD, name), &error);
}

static enum status submit_waiting(const char *name) {
    struct sync_action *action = make(SYNC_UPLOAD, name);
    action->waits_for_all = true;
    return transfer_engine_submit(&engine, action, &error);
}

static enum status submit_holding(const char *name) {
    struct sync_action *action = make(SYNC_UPLOAD, name);
    action->holds_all = true;
    return transfer_engine_submit(&engine, action, &error);
}

static enum status end(void) {
    return transfer_engine_finish(&engine, &totals, &error);
}

#endif
