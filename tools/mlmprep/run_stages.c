#include "tools/mlmprep/run_stages.h"

#include <stdio.h>

#include "tools/cli/exit_status.h"
#include "tools/mlmprep/run_space.h"
#include "tools/mlmprep/run_tasks.h"
#include "tools/mlmprep/web_source.h"
#include "tools/prep/failure_note.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/source_fetch.h"
#include "tools/prep/text_stage.h"
#include "tools/prep/vocabulary_stage.h"

typedef enum status stage_function(const struct stage_request *request, bool *was_done,
                                   struct error *error);

/* Refuses what cannot fit, before anything is begun. */
static enum status check_space(struct run_stages *run, struct error *error) {
    struct task_census census;
    enum status status =
        task_census_take(&census, run->folder, run->plan, MARKER_CHECK_SIZES, error);
    if (status != STATUS_OK)
        return status;
    run->tasks = census.count;
    run->tasks_done = census.states[TASK_STATE_DONE];
    if (!run->any_space && run->tasks_done < run->tasks)
        status = run_space_check(run->folder, run->plan, &census, error);
    task_census_release(&census);
    return status;
}

/* What is called while the tools of a stage run. */
struct living_stage {
    struct run_progress *progress;
    struct life_sign sign; /* for whoever asks for the state meanwhile */
    bool has_sign;         /* that there is none is no matter */
};

static void show_stage(void *context, const struct tool_pipe *pipe) {
    struct living_stage *watch = context;
    if (watch->has_sign)
        life_sign_touch(&watch->sign);
    run_progress_pipe(watch->progress, pipe);
}

/* Who asks for the state is told why a stage failed, unless it was only stopped. */
static void note_outcome(const struct run_stages *run, const char *name, enum status status,
                         const struct error *failure) {
    char log[40];
    struct error error;
    if (run->stop->number != 0)
        return;
    snprintf(log, sizeof log, "log/%s.log", name);
    status = status == STATUS_OK ? failure_note_remove(run->folder, name, &error)
                                 : failure_note_add(run->folder, name, failure->message,
                                                    (int)exit_status_of(status), log, &error);
    if (status != STATUS_OK)
        messages_warning(run->messages, "%s", error.message);
}

/* One of the stages before the tasks. */
static enum status do_stage(struct run_stages *run, struct run_progress *progress, const char *name,
                            stage_function *stage, struct error *error) {
    struct living_stage watch = {.progress = progress};
    const struct stage_request request = {.folder = run->folder,
                                          .plan = run->plan,
                                          .threads = run->threads,
                                          .stop = run->stop,
                                          .watch = show_stage,
                                          .watch_context = &watch};
    bool was_done = false;
    run_progress_begin(progress, name);
    if (stage == text_stage_run)
        progress->plan = run->plan;
    watch.has_sign = life_sign_start(&watch.sign, run->folder, name, error) == STATUS_OK;
    enum status status = stage(&request, &was_done, error);
    if (watch.has_sign)
        life_sign_end(&watch.sign);
    run_progress_finish(progress);
    note_outcome(run, name, status, error);
    if (status != STATUS_OK)
        return error_prefix(error, "%s", name);
    run_progress_end(progress, was_done);
    run->was_done = run->was_done && was_done;
    return STATUS_OK;
}

/* Whether anything comes from a server. */
static bool has_urls(const struct run_plan *plan) {
    bool any = plan->vocabulary != NULL && run_plan_is_url(plan->vocabulary);
    for (size_t i = 0; i < plan->source_count; i++)
        any = any || run_plan_is_url(plan->sources[i].location);
    return any;
}

static enum status do_fetch(struct run_stages *run, struct run_progress *progress,
                            struct error *error) {
    struct web_source web;
    bool was_done = false;
    if (!has_urls(run->plan))
        return STATUS_OK;
    run_progress_begin(progress, "fetch");
    enum status status =
        web_source_init(&web, NULL, run->messages->tool, &progress->line, run->stop, error);
    if (status == STATUS_OK) {
        status = source_fetch_run(run->folder, run->plan, web_source_fetch, &web, &was_done, error);
        web_source_release(&web);
    }
    run_progress_finish(progress);
    note_outcome(run, "fetch", status, error);
    if (status != STATUS_OK)
        return status;
    run_progress_end(progress, was_done);
    run->was_done = run->was_done && was_done;
    return STATUS_OK;
}

static enum status do_finish(struct run_stages *run, struct run_progress *progress,
                             struct error *error) {
    struct progress reading; /* of shards: it has a speed of its own */
    const struct finish_request request = {.folder = run->folder,
                                           .plan = run->plan,
                                           .even = finish_even_wanted(run->plan),
                                           .threads = run->threads,
                                           .messages = run->messages,
                                           .stop = run->stop,
                                           .progress = &reading,
                                           .watch = run_progress_pipe,
                                           .watch_context = progress};
    run_progress_begin(progress, "finish");
    run_progress_finish(progress);
    progress_init(&reading, "mlmprep run: finish", "bytes", 0, run->messages->quiet);
    progress_every(&reading, run->interval);
    enum status status = finish_stage_run(&request, &run->finished, error);
    progress_finish(&reading);
    run_progress_finish(progress);
    if (status == STATUS_OK) {
        run_progress_end(progress, run->finished.was_done);
        run->was_done = run->was_done && run->finished.was_done;
    }
    return status;
}

/*
 * Tasks; once more where some found that their text was damaged since it was made: they remove it,
 * and it is made again.
 */
static enum status do_tasks(struct run_stages *run, struct run_progress *progress,
                            struct error *error) {
    struct error ignored;
    enum status status = run_tasks_do(run, progress, error);
    if (status != STATUS_PARTIAL)
        return status;
    run->was_done = true;
    enum status text = do_stage(run, progress, "text", text_stage_run, &ignored);
    bool is_new = text == STATUS_OK && !run->was_done;
    run->was_done = false;
    return is_new ? run_tasks_do(run, progress, error) : status;
}

/* Tasks and finish; once more where finish found shards that were damaged since they were made. */
static enum status do_rest(struct run_stages *run, struct run_progress *progress,
                           struct error *error) {
    enum status status = do_tasks(run, progress, error);
    if (status != STATUS_OK || run->until < RUN_UNTIL_FINISH)
        return status;
    status = do_finish(run, progress, error);
    if (status != STATUS_PARTIAL)
        return status;
    messages_warning(run->messages, "%s; these are made again", error->message);
    /* Their text may have been deleted when they were done. */
    status = do_stage(run, progress, "text", text_stage_run, error);
    if (status == STATUS_OK)
        status = do_tasks(run, progress, error);
    return status == STATUS_OK ? do_finish(run, progress, error) : status;
}

enum status run_stages_do(struct run_stages *run, struct error *error) {
    struct run_progress progress;
    run->was_done = true;
    enum status status = check_space(run, error);
    if (status != STATUS_OK)
        return status;
    run_progress_init(&progress, run->messages, run->tasks, run->interval);
    progress.done = run->tasks_done;
    status = do_fetch(run, &progress, error);
    if (status == STATUS_OK && run->until >= RUN_UNTIL_TEXT)
        status = do_stage(run, &progress, "text", text_stage_run, error);
    if (status == STATUS_OK && run->until >= RUN_UNTIL_VOCAB)
        status = do_stage(run, &progress, "vocab", vocabulary_stage_run, error);
    if (status == STATUS_OK && run->until >= RUN_UNTIL_TASKS)
        status = do_rest(run, &progress, error);
    run_progress_finish(&progress);
    return status;
}
