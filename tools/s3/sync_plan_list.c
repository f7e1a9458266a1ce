/* The list of paths of sync_plan.h: lines as they come, and how the list may end. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/s3/sync_plan_steps.h"

/* No path is longer than PATH_MAX (4096), and a sentence of a producer is no longer than this. */
static const size_t LONGEST_LINE = 16384;

static const char CANCEL = '\x18';

/* What has been seen of the list. */
struct list_state {
    struct buffer pending; /* a line that has not ended yet */
    bool any;              /* a path has come */
    bool marked;           /* one that carries "/./" */
    bool ends_in_commit;   /* the last one is a commit file */
};

static enum status take_line(struct sync_plan *plan, struct list_state *state, char *line,
                             size_t length, const char *name, struct error *error) {
    if (length == 0)
        return STATUS_OK;
    if (line[0] == CANCEL)
        return error_set(error, STATUS_UPSTREAM, "the producer of the list on '%s' failed: %s",
                         name, length > 1 ? line + 1 : "it did not say why");
    if (strlen(line) != length)
        return error_set(error, STATUS_NOT_OURS,
                         "the list on '%s' is not text; one with NUL bytes, as of find -print0, "
                         "is read with --null",
                         name);
    state->any = true;
    state->marked = state->marked || sync_plan_has_mark(line);
    state->ends_in_commit = commit_rules_is_dataset(line);
    return sync_plan_add_line(plan, line, error);
}

/* Takes every whole line off the front of what has come. */
static enum status take_lines(struct sync_plan *plan, struct list_state *state, const char *name,
                              struct error *error) {
    struct buffer *pending = &state->pending;
    char *start = (char *)pending->data;
    size_t left = pending->size;
    enum status status = STATUS_OK;
    const char last = plan->options.null_list ? '\0' : '\n';
    char *end;
    while (status == STATUS_OK && left > 0 && (end = memchr(start, last, left)) != NULL) {
        *end = '\0';
        size_t length = (size_t)(end - start);
        status = take_line(plan, state, start, length, name, error);
        start = end + 1;
        left -= length + 1;
    }
    if (left > 0)
        memmove(pending->data, start, left);
    pending->size = left;
    if (status == STATUS_OK && left > LONGEST_LINE)
        return error_set(
            error, STATUS_NOT_OURS,
            "the list on '%s' has a line of more than %zu bytes; it should have a path "
            "in each line (or, with --null, before each NUL byte)",
            name, LONGEST_LINE);
    return status;
}

/*
 * Whether a last line without a line feed is a path cut in two. A stream ends its lines; elsewhere
 * people leave the last one out, but a folder that is really the beginning of a longer path would
 * take with it what was never listed.
 */
static bool is_cut(const struct list_state *state, const char *rest) {
    struct stat info;
    if (rest[0] == '\0' || rest[0] == CANCEL || commit_rules_is_dataset(rest))
        return false;
    return state->marked || sync_plan_has_mark(rest) ||
           (stat(rest, &info) == 0 && S_ISDIR(info.st_mode));
}

static enum status end_list(struct sync_plan *plan, struct list_state *state, const char *name,
                            struct error *error) {
    enum status status = buffer_append(&state->pending, "", 1, error);
    if (status != STATUS_OK)
        return status;
    char *rest = (char *)state->pending.data;
    size_t length = state->pending.size - 1;
    if (is_cut(state, rest))
        return error_set(error, STATUS_CUT_SHORT,
                         "the list on '%s' ends in the middle of a line: its producer was stopped",
                         name);
    status = take_line(plan, state, rest, length, name, error);
    if (status != STATUS_OK)
        return status;
    if (!state->any)
        return error_set(error, STATUS_CUT_SHORT,
                         "the list on '%s' is empty: its producer was stopped or made nothing",
                         name);
    if (state->marked && !state->ends_in_commit)
        return error_set(error, STATUS_CUT_SHORT,
                         "the list on '%s' ends without dataset.json: its producer was stopped; "
                         "what it listed may be up, but the data set is not complete",
                         name);
    return STATUS_OK;
}

/*
 * A list that ends with a commit file speaks for the folders of all its dataset.json files; one
 * that has none may have been cut short anywhere.
 */
static enum status speak_for(struct sync_plan *plan, const struct list_state *state,
                             struct error *error) {
    enum status status = STATUS_OK;
    if (!state->ends_in_commit || !state->marked)
        plan->no_scope = true;
    for (size_t i = 1; i < plan->dataset_count && status == STATUS_OK; i += 2) {
        const char *name = plan->datasets[i] + strlen(plan->base);
        const char *slash = strrchr(name, '/');
        char *folder = strndup(name, slash == NULL ? 0 : (size_t)(slash - name));
        status = folder == NULL ? error_no_memory(error, "a plan")
                                : sync_plan_add_scope(plan, folder, error);
        free(folder);
    }
    return status;
}

enum status sync_plan_add_list(struct sync_plan *plan, struct byte_source *list,
                               struct error *error) {
    struct list_state state = {.pending = BUFFER_INIT};
    enum status status = STATUS_OK;
    plan->in_list = true;
    for (;;) {
        size_t got = 0;
        /* What has come goes on before the next line is waited for. */
        status = sync_plan_settle(plan, true, error);
        if (status == STATUS_OK)
            status = buffer_reserve(&state.pending, 4096, error);
        if (status == STATUS_OK)
            status =
                byte_source_read(list, state.pending.data + state.pending.size, 4096, &got, error);
        if (status != STATUS_OK || got == 0)
            break;
        state.pending.size += got;
        status = take_lines(plan, &state, list->name, error);
        if (status != STATUS_OK)
            break;
    }
    if (status == STATUS_OK)
        status = end_list(plan, &state, list->name, error);
    if (status == STATUS_OK)
        status = speak_for(plan, &state, error);
    status = sync_plan_settle_after(plan, status, error);
    plan->in_list = false;
    buffer_release(&state.pending);
    return status;
}
