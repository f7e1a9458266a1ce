#include "tools/join/s3sync_run.h"

#include <string.h>

#include "formats/base/atomic_file.h"
#include "tools/cli/signals.h"
#include "tools/join/s3sync_watch.h"
#include "tools/s3/bucket_target.h"
#include "tools/s3/folder_target.h"
#include "tools/s3/upload_plan.h"
#include "tools/s3/uploader.h"

/* What the callbacks of plan, uploader and session need. */
struct s3sync_run {
    const struct s3sync_options *options;
    struct cli *cli;
    struct s3_url to;
    struct uploader uploader;
    struct s3sync_watch watch;
    uint64_t refused; /* in a dry run */
};

bool s3sync_reads_list(const struct cli *cli) {
    for (int i = 0; i < cli->operand_count - 1; i++) {
        if (strcmp(cli->operands[i], "-") == 0)
            return true;
    }
    return cli->operand_count == 1;
}

/* An upload as an action, for those who look on. */
static struct sync_action action_of(const char *path, const char *target, uint64_t size) {
    return (struct sync_action){.kind = SYNC_UPLOAD,
                                .source = (char *)path,
                                .target = (char *)target,
                                .size = size,
                                .reason = "new"};
}

static void on_done(void *context, const char *path, const char *target,
                    const struct upload_result *result, enum status status,
                    const struct error *error) {
    struct s3sync_run *run = context;
    const struct sync_action action = action_of(path, target, result->bytes);
    const struct sync_result done = {.bytes = result->bytes};
    if (*target == '\0')
        s3sync_watch_refused(&run->watch, path, error);
    else
        s3sync_watch_result(&run->watch, &action, &done, status, error);
}

static enum status emit_item(void *context, struct upload_item *item, struct error *error) {
    struct s3sync_run *run = context;
    const struct sync_action action = action_of(item->path, item->target, 0);
    s3sync_watch_planned(&run->watch, &action);
    return uploader_submit(&run->uploader, item, error);
}

static void refuse_item(void *context, const char *path, const struct error *why) {
    struct s3sync_run *run = context;
    uploader_refuse(&run->uploader, path, why);
}

static enum status print_item(void *context, struct upload_item *item, struct error *error) {
    struct s3sync_run *run = context;
    const struct sync_action action = action_of(item->path, item->target, 0);
    (void)error;
    s3sync_watch_planned(&run->watch, &action);
    upload_item_free(item);
    return STATUS_OK;
}

static void refuse_print(void *context, const char *path, const struct error *why) {
    struct s3sync_run *run = context;
    s3sync_watch_refused(&run->watch, path, why);
    run->refused++;
}

/* Plans every source in order, and the commit files that had to wait. */
static enum status plan_sources(struct s3sync_run *run, struct upload_plan *plan,
                                struct error *error) {
    char *list_alone[] = {"-", NULL};
    char **sources = run->cli->operand_count == 1 ? list_alone : run->cli->operands;
    int count = run->cli->operand_count == 1 ? 1 : run->cli->operand_count - 1;
    enum status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        if (strcmp(sources[i], "-") != 0) {
            status = upload_plan_add_path(plan, sources[i], error);
            continue;
        }
        struct byte_source list;
        status = byte_source_open(&list, "-", error);
        if (status == STATUS_OK)
            status = upload_plan_add_list(plan, &list, error);
        byte_source_release(&list);
    }
    if (status == STATUS_OK)
        status = upload_plan_finish(plan, error);
    if (status == STATUS_OK)
        s3sync_watch_plan_is_whole(&run->watch);
    if (status == STATUS_OK && plan->emitted == 0)
        s3sync_watch_warning(&run->watch, "there was no file to upload");
    return status;
}

static enum status print_plan(struct s3sync_run *run, struct error *error) {
    struct upload_plan plan;
    upload_plan_init(&plan, &run->to, print_item, refuse_print, run);
    enum status status = plan_sources(run, &plan, error);
    upload_plan_release(&plan);
    if (status == STATUS_OK && run->refused > 0)
        return error_set(error, STATUS_PARTIAL, "%llu sources cannot be uploaded",
                         (unsigned long long)run->refused);
    return status;
}

/* Puts everything to a target that is ready. */
static enum status upload(struct s3sync_run *run, struct upload_target *target,
                          struct error *error) {
    struct upload_plan plan;
    struct uploader_totals totals;
    struct error planning;
    enum status status = uploader_start(&run->uploader, target, (unsigned)run->options->concurrency,
                                        on_done, run, error);
    if (status != STATUS_OK)
        return status;
    upload_plan_init(&plan, &run->to, emit_item, refuse_item, run);
    enum status planned = plan_sources(run, &plan, &planning);
    upload_plan_release(&plan);
    status = uploader_finish(&run->uploader, &totals, error);
    /* A list that was cut short weighs more than a file that failed, a stopped run most. */
    if (planned != STATUS_OK && !totals.stopped) {
        *error = planning;
        status = planned;
    }
    return status;
}

static enum status upload_to_bucket(struct s3sync_run *run, struct error *error) {
    const struct s3sync_options *options = run->options;
    const struct aws_settings_options named = {.profile = options->profile,
                                               .region = options->region,
                                               .endpoint_url = options->endpoint_url};
    struct aws_settings aws;
    struct bucket_target target;
    enum status status = aws_settings_load(&aws, &named, error);
    if (status != STATUS_OK)
        return status;
    const struct s3_session_options session = {
        .aws = &aws,
        .bucket = run->to.bucket,
        .style = options->path_style           ? ENDPOINT_PATH
                 : options->virtual_host_style ? ENDPOINT_VIRTUAL_HOST
                                               : ENDPOINT_AUTOMATIC,
        .retry = {options->max_attempts, options->retry_base_delay, 20000},
        .concurrency = (unsigned)options->concurrency,
        .connect_ms = options->connect_timeout * 1000,
        .stall_seconds = options->stall_timeout,
        .on_retry = s3sync_watch_retry,
        .on_request = s3sync_watch_request,
        .log = options->trace ? s3sync_watch_trace : NULL,
        .context = &run->watch};
    status = bucket_target_init(&target, &session, (unsigned)options->concurrency, error);
    if (status == STATUS_OK) {
        status = upload(run, &target.base, error);
        bucket_target_release(&target);
    }
    aws_settings_release(&aws);
    return status;
}

static enum status upload_to_folder(struct s3sync_run *run, struct error *error) {
    struct folder_target target;
    folder_target_init(&target, signals_remember, signals_forget);
    enum status status = upload(run, &target.base, error);
    folder_target_release(&target);
    return status;
}

static enum status check_operands(const struct s3sync_options *options, const struct cli *cli,
                                  struct error *error) {
    unsigned lists = 0;
    if (cli->operand_count == 0)
        return error_set(error, STATUS_USAGE,
                         "no target is named; write s3://bucket/prefix or file:///folder");
    if (options->path_style && options->virtual_host_style)
        return error_set(error, STATUS_USAGE,
                         "--path-style and --virtual-host-style exclude each other");
    for (int i = 0; i < cli->operand_count - 1; i++) {
        lists += strcmp(cli->operands[i], "-") == 0;
        if (s3_url_is_url(cli->operands[i]))
            return error_set(error, STATUS_USAGE,
                             "'%.200s' cannot be a source; name files or folders, and one target "
                             "behind them",
                             cli->operands[i]);
    }
    if (lists > 1)
        return error_set(error, STATUS_USAGE, "standard input ('-') can be read only once");
    return STATUS_OK;
}

static enum status run_watched(struct s3sync_run *run, struct error *error) {
    const struct s3sync_watch_options watch = {.json = run->options->json,
                                               .dry_run = run->options->dry_run,
                                               .progress_interval = run->options->progress_interval,
                                               .target_bucket = run->to.bucket};
    enum status status = s3sync_watch_start(&run->watch, run->cli, &watch, error);
    if (status != STATUS_OK)
        return status;
    if (run->options->dry_run)
        status = print_plan(run, error);
    else if (run->to.kind == S3_URL_BUCKET)
        status = upload_to_bucket(run, error);
    else
        status = upload_to_folder(run, error);
    s3sync_watch_finish(&run->watch, status, error);
    return status;
}

enum status s3sync_run(const struct s3sync_options *options, struct cli *cli, struct error *error) {
    struct s3sync_run run = {.options = options, .cli = cli};
    enum status status = check_operands(options, cli, error);
    if (status == STATUS_OK)
        status = s3_url_parse(&run.to, cli->operands[cli->operand_count - 1], error);
    if (status == STATUS_OK)
        status = run_watched(&run, error);
    s3_url_release(&run.to);
    return status;
}
