#include "tools/join/s3sync_run.h"

#include <stdlib.h>
#include <string.h>

#include "tools/cli/signals.h"
#include "tools/join/s3sync_folders.h"
#include "tools/join/s3sync_interrupt.h"
#include "tools/join/s3sync_places.h"
#include "tools/join/s3sync_rules.h"
#include "tools/join/s3sync_sessions.h"
#include "tools/join/s3sync_watch.h"
#include "tools/s3/sync_cache.h"
#include "tools/s3/sync_plan.h"
#include "tools/s3/transfer_engine.h"

struct s3sync_run {
    const struct s3sync_options *options;
    const struct s3sync_environment *environment;
    struct cli *cli;
    char *default_bucket; /* owned: of --bucket default */
    struct s3sync_places places;
    struct s3sync_rules rules;
    struct s3sync_sessions sessions;
    struct s3sync_watch watch;
    struct s3sync_interrupt interrupt;
    struct sync_cache cache;
    struct transfer_engine engine;
    uint64_t refused; /* in a dry run */
};

bool s3sync_reads_list(const struct cli *cli) {
    for (int i = 0; i < cli->operand_count - 1; i++) {
        if (strcmp(cli->operands[i], "-") == 0)
            return true;
    }
    return cli->operand_count == 1;
}

static enum status open_cache(struct s3sync_run *run, struct error *error) {
    struct buffer path = BUFFER_INIT;
    enum status status = s3sync_folders_cache(&path, run->options, run->environment, error);
    if (status == STATUS_OK)
        status =
            sync_cache_open(&run->cache, path.size > 1 ? (const char *)path.data : NULL, error);
    run->cache.remember = signals_remember;
    run->cache.forget = signals_forget;
    buffer_release(&path);
    return status;
}

static void save_cache(struct s3sync_run *run) {
    struct error error;
    if (!run->options->dry_run && sync_cache_save(&run->cache, &error) != STATUS_OK)
        s3sync_watch_warning(&run->watch, error.message);
}

static void on_result(void *context, const struct sync_action *action,
                      const struct sync_result *result, enum status status,
                      const struct error *error) {
    struct s3sync_run *run = context;
    const struct s3sync_side *target = &run->sessions.target;
    if (action->target == NULL || *action->target == '\0') {
        s3sync_watch_refused(&run->watch, action->source, error);
        return;
    }
    if (status == STATUS_OK) {
        const struct s3sync_side *source = &run->sessions.source;
        sync_cache_learn(&run->cache, target->used ? target->reader.endpoint : NULL,
                         run->places.to.bucket, action, result);
        sync_cache_learn_source(&run->cache, source->used ? source->reader.endpoint : NULL,
                                run->places.source_bucket, action, result);
    }
    s3sync_watch_result(&run->watch, action, result, status, error);
}

static enum status emit(void *context, struct sync_action *action, struct error *error) {
    struct s3sync_run *run = context;
    enum status status = s3sync_watch_planned(&run->watch, action, error);
    if (status == STATUS_OK && !run->options->dry_run)
        return transfer_engine_submit(&run->engine, action, error);
    sync_action_free(action);
    return status;
}

static void refuse(void *context, const char *source, const struct error *why) {
    struct s3sync_run *run = context;
    if (!run->options->dry_run) {
        transfer_engine_refuse(&run->engine, source, why);
        return;
    }
    s3sync_watch_refused(&run->watch, source, why);
    run->refused++;
}

static void warn(void *context, const char *sentence) {
    struct s3sync_run *run = context;
    s3sync_watch_warning(&run->watch, sentence);
}

static enum status add_source(struct sync_plan *plan, const struct s3sync_source *source,
                              struct error *error) {
    if (source->path == NULL)
        return sync_plan_add_url(plan, &source->url, error);
    if (strcmp(source->path, "-") != 0)
        return sync_plan_add_path(plan, source->path, error);
    struct byte_source list;
    enum status status = byte_source_open(&list, "-", error);
    if (status == STATUS_OK)
        status = sync_plan_add_list(plan, &list, error);
    byte_source_release(&list);
    return status;
}

/* Plans every source in order, and what has to wait for all of them. */
static enum status plan_all(struct s3sync_run *run, struct sync_plan *plan, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < run->places.count && status == STATUS_OK; i++)
        status = add_source(plan, &run->places.sources[i], error);
    if (status == STATUS_OK)
        status = sync_plan_finish(plan, error);
    if (status == STATUS_OK)
        s3sync_watch_plan_is_whole(&run->watch);
    return status;
}

static enum status init_plan(struct s3sync_run *run, struct sync_plan *plan, struct error *error) {
    const struct s3sync_options *options = run->options;
    struct s3sync_sessions *sessions = &run->sessions;
    const struct sync_plan_options wanted = {
        .to = &run->places.to,
        .target = sessions->target.used ? &sessions->target.reader : NULL,
        .source = sessions->source.used ? &sessions->source.reader : NULL,
        .selection = &run->rules.selection,
        .commits = &run->rules.commits,
        .cache = &run->cache,
        .mode = options->size_only  ? SYNC_COMPARE_SIZE
                : options->checksum ? SYNC_COMPARE_CHECKSUM
                                    : SYNC_COMPARE_CONTENT,
        .delete_others = options->delete_others,
        .one_source = run->places.count == 1 && !s3sync_reads_list(run->cli),
        .force = options->force,
        .no_overwrite = options->no_overwrite,
        .null_list = options->null_list,
        .workers = (unsigned)options->concurrency,
        .max_delete = options->max_delete,
        .sagemaker_manifest = options->sagemaker_manifest,
        .temporary_folder = s3sync_folders_temporary(run->environment),
        .remember = signals_remember,
        .forget = signals_forget,
        .emit = emit,
        .refuse = refuse,
        .warn = warn,
        .context = run};
    return sync_plan_init(plan, &wanted, error);
}

static enum status print_plan(struct s3sync_run *run, struct error *error) {
    struct sync_plan plan;
    enum status status = init_plan(run, &plan, error);
    if (status != STATUS_OK)
        return status;
    status = plan_all(run, &plan, error);
    sync_plan_release(&plan);
    if (status == STATUS_OK && run->refused > 0)
        return error_set(error, STATUS_PARTIAL, "%llu sources cannot be taken",
                         (unsigned long long)run->refused);
    return status;
}

/* Plans, with an engine that has been started, and waits for it. */
static enum status plan_and_finish(struct s3sync_run *run, struct error *error) {
    struct sync_plan plan = {.manifest = NULL};
    struct transfer_totals totals;
    struct error planning;
    enum status planned = init_plan(run, &plan, &planning);
    if (planned == STATUS_OK)
        planned = plan_all(run, &plan, &planning);
    enum status status = transfer_engine_finish(&run->engine, &totals, error);
    sync_plan_release(&plan);
    /* A list that was cut short weighs more than a file that failed, a stopped run most. */
    if (planned != STATUS_OK && !totals.stopped) {
        *error = planning;
        status = planned;
    }
    return status;
}

static enum status transfer(struct s3sync_run *run, struct error *error) {
    struct s3sync_sessions *sessions = &run->sessions;
    struct buffer state_folder = BUFFER_INIT;
    enum status status = s3sync_folders_state(&state_folder, run->environment, error);
    const struct transfer_options wanted = {
        .source = sessions->source.used ? &sessions->source.session : NULL,
        .target = sessions->target.used ? &sessions->target.session : NULL,
        .workers = (unsigned)run->options->concurrency,
        .part_size = run->options->part_size,
        .multipart_threshold = run->options->multipart_threshold,
        .object = &run->rules.object,
        .uploads = &run->interrupt.uploads,
        .state_folder = state_folder.size > 1 ? (const char *)state_folder.data : NULL,
        .temporary_folder = s3sync_folders_temporary(run->environment),
        .remember = signals_remember,
        .forget = signals_forget};
    if (status == STATUS_OK)
        status = s3sync_interrupt_start(&run->interrupt, wanted.target, &run->watch, error);
    if (status == STATUS_OK) {
        status = transfer_engine_start(&run->engine, &wanted, on_result, run, error);
        if (status == STATUS_OK)
            status = plan_and_finish(run, error);
        s3sync_interrupt_finish(&run->interrupt);
    }
    buffer_release(&state_folder);
    return status;
}

/* Everything between the first and the last event. */
static enum status work(struct s3sync_run *run, struct error *error) {
    enum status status =
        s3sync_sessions_open(&run->sessions, run->options, &run->rules.object,
                             run->places.source_bucket, run->places.to.bucket, &run->watch, error);
    if (status == STATUS_OK && run->options->abort_stale != NULL)
        status = s3sync_sessions_abort_stale(&run->sessions, run->options, &run->places.to,
                                             &run->watch, error);
    if (status == STATUS_OK)
        status = open_cache(run, error);
    if (status == STATUS_OK)
        status = run->options->dry_run ? print_plan(run, error) : transfer(run, error);
    save_cache(run);
    sync_cache_release(&run->cache);
    return status;
}

static bool wants_default_bucket(const struct s3sync_options *options) {
    return options->bucket != NULL && strcmp(options->bucket, "default") == 0;
}

static enum status find_places(struct s3sync_run *run, struct error *error) {
    const struct cli *cli = run->cli;
    /* What is wrong with the operands is told before anybody is asked for credentials. */
    enum status status = s3sync_places_parse(&run->places, cli->operands, cli->operand_count,
                                             run->options->bucket, error);
    if (status == STATUS_OK && s3sync_places_need_bucket(cli->operands, cli->operand_count))
        status = s3sync_sessions_load(&run->sessions, run->options, &run->watch, error);
    if (status != STATUS_OK || !wants_default_bucket(run->options))
        return status;
    /* So far "default" stood for it: a name that a bucket could have. */
    s3sync_places_release(&run->places);
    status = aws_settings_default_bucket(&run->default_bucket, &run->sessions.aws, error);
    if (status == STATUS_OK)
        status = s3sync_places_parse(&run->places, cli->operands, cli->operand_count,
                                     run->default_bucket, error);
    return status;
}

enum status s3sync_run(const struct s3sync_options *options,
                       const struct s3sync_environment *environment, struct cli *cli,
                       struct error *error) {
    struct s3sync_run run = {.options = options, .environment = environment, .cli = cli};
    const struct s3sync_watch_options watch = {.json = options->json,
                                               .dry_run = options->dry_run,
                                               .progress_interval = options->progress_interval,
                                               .moved = &run.sessions.traffic.moved};
    enum status status = s3sync_options_check(options, error);
    if (status == STATUS_OK)
        status = s3sync_rules_init(&run.rules, options, error);
    if (status != STATUS_OK)
        return status;
    s3sync_sessions_init(&run.sessions, options);
    status = s3sync_watch_start(&run.watch, cli, &watch, error);
    if (status == STATUS_OK) {
        status = find_places(&run, error);
        if (status == STATUS_OK) {
            s3sync_watch_places(&run.watch, run.places.source_bucket, run.places.to.bucket);
            status = work(&run, error);
        }
        s3sync_watch_finish(&run.watch, status, error);
    }
    s3sync_sessions_release(&run.sessions);
    s3sync_places_release(&run.places);
    s3sync_rules_release(&run.rules);
    free(run.default_bucket);
    return status;
}
