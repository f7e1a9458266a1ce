#include "tools/join/s3sync_run.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/atomic_file.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/s3/bucket_target.h"
#include "tools/s3/folder_target.h"
#include "tools/s3/upload_plan.h"
#include "tools/s3/uploader.h"

/* What the callbacks of plan, uploader and session need. */
struct s3sync_run {
    const struct s3sync_settings *settings;
    struct cli *cli;
    struct s3_url to;
    struct uploader uploader;
    struct progress progress;
    uint64_t bytes;   /* under the uploader's own lock */
    uint64_t refused; /* in a dry run */
};

void s3sync_settings_init(struct s3sync_settings *settings) {
    const struct retry_policy retry = RETRY_POLICY_DEFAULT;
    *settings = (struct s3sync_settings){.concurrency = 8,
                                         .max_attempts = retry.max_attempts,
                                         .retry_base_delay = retry.base_ms,
                                         .connect_timeout = 10,
                                         .stall_timeout = 60};
}

bool s3sync_reads_list(const struct cli *cli) {
    for (int i = 0; i < cli->operand_count - 1; i++) {
        if (strcmp(cli->operands[i], "-") == 0)
            return true;
    }
    return cli->operand_count == 1;
}

/* "s3://bucket/" in front of a key; nothing in front of a path. */
static const char *bucket_part(const struct s3sync_run *run, char text[96]) {
    if (run->to.kind == S3_URL_BUCKET)
        snprintf(text, 96, "s3://%s/", run->to.bucket);
    else
        text[0] = '\0';
    return text;
}

static void on_done(void *context, const char *path, const char *target,
                    const struct upload_result *result, enum status status,
                    const struct error *error) {
    struct s3sync_run *run = context;
    char bucket[96];
    if (status != STATUS_OK) {
        progress_finish(&run->progress);
        messages_error(&run->cli->messages, "%s", error->message);
        return;
    }
    run->bytes += result->bytes;
    progress_update(&run->progress, run->bytes);
    messages_note(&run->cli->messages, "'%s' is up as '%s%s' (%llu bytes)", path,
                  bucket_part(run, bucket), target, (unsigned long long)result->bytes);
}

/* The first attempts may fail for no great reason; from the third on people want to know. */
static void on_retry(void *context, const char *sentence, uint64_t attempt, uint64_t pause_ms) {
    const struct s3sync_run *run = context;
    const struct messages *messages = &run->cli->messages;
    double seconds = (double)pause_ms / 1000;
    if (attempt == 3)
        messages_warning(messages, "trying again in %.1f s: %s", seconds, sentence);
    else
        messages_note(messages, "trying again in %.1f s: %s", seconds, sentence);
}

static void on_trace(void *context, const char *line) {
    const struct s3sync_run *run = context;
    fprintf(stderr, "%s: %s\n", run->cli->tool->name, line);
}

static enum status emit_item(void *context, struct upload_item *item, struct error *error) {
    struct s3sync_run *run = context;
    return uploader_submit(&run->uploader, item, error);
}

static void refuse_item(void *context, const char *path, const struct error *why) {
    struct s3sync_run *run = context;
    uploader_refuse(&run->uploader, path, why);
}

static enum status print_item(void *context, struct upload_item *item, struct error *error) {
    const struct s3sync_run *run = context;
    char bucket[96];
    (void)error;
    printf("%s -> %s%s\n", item->path, bucket_part(run, bucket), item->target);
    upload_item_free(item);
    return STATUS_OK;
}

static void refuse_print(void *context, const char *path, const struct error *why) {
    struct s3sync_run *run = context;
    (void)path;
    messages_error(&run->cli->messages, "%s", why->message);
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
    if (status == STATUS_OK && plan->emitted == 0)
        messages_warning(&run->cli->messages, "there was no file to upload");
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
    progress_init(&run->progress, run->cli->tool->name, "bytes", 0, run->cli->messages.quiet);
    enum status status = uploader_start(&run->uploader, target,
                                        (unsigned)run->settings->concurrency, on_done, run, error);
    if (status != STATUS_OK)
        return status;
    upload_plan_init(&plan, &run->to, emit_item, refuse_item, run);
    enum status planned = plan_sources(run, &plan, &planning);
    upload_plan_release(&plan);
    status = uploader_finish(&run->uploader, &totals, error);
    progress_finish(&run->progress);
    run_report_set(&run->cli->report, "files", totals.done);
    run_report_set(&run->cli->report, "bytes", totals.bytes);
    run_report_set(&run->cli->report, "failed", totals.failed);
    /* A list that was cut short weighs more than a file that failed, a stopped run most. */
    if (planned != STATUS_OK && !totals.stopped) {
        *error = planning;
        status = planned;
    }
    return status;
}

static enum status upload_to_bucket(struct s3sync_run *run, struct error *error) {
    const struct s3sync_settings *settings = run->settings;
    const struct aws_settings_options named = {settings->profile, settings->region,
                                               settings->endpoint_url};
    struct aws_settings aws;
    struct bucket_target target;
    enum status status = aws_settings_load(&aws, &named, error);
    if (status != STATUS_OK)
        return status;
    const struct s3_session_options options = {
        .aws = &aws,
        .bucket = run->to.bucket,
        .style = settings->path_style           ? ENDPOINT_PATH
                 : settings->virtual_host_style ? ENDPOINT_VIRTUAL_HOST
                                                : ENDPOINT_AUTOMATIC,
        .retry = {settings->max_attempts, settings->retry_base_delay, 20000},
        .concurrency = (unsigned)settings->concurrency,
        .connect_ms = settings->connect_timeout * 1000,
        .stall_seconds = settings->stall_timeout,
        .on_retry = on_retry,
        .log = settings->trace ? on_trace : NULL,
        .context = run};
    status = bucket_target_init(&target, &options, (unsigned)settings->concurrency, error);
    if (status == STATUS_OK) {
        status = upload(run, &target.base, error);
        run_report_set(&run->cli->report, "requests", atomic_load(&target.session.requests));
        run_report_set(&run->cli->report, "retries", atomic_load(&target.session.retries));
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

static enum status check_operands(const struct s3sync_settings *settings, const struct cli *cli,
                                  struct error *error) {
    unsigned lists = 0;
    if (cli->operand_count == 0)
        return error_set(error, STATUS_USAGE,
                         "no target is named; write s3://bucket/prefix or file:///folder");
    if (settings->path_style && settings->virtual_host_style)
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

enum status s3sync_run(const struct s3sync_settings *settings, struct cli *cli,
                       struct error *error) {
    struct s3sync_run run = {.settings = settings, .cli = cli};
    enum status status = check_operands(settings, cli, error);
    if (status == STATUS_OK)
        status = s3_url_parse(&run.to, cli->operands[cli->operand_count - 1], error);
    if (status != STATUS_OK)
        return status;
    if (settings->dry_run)
        status = print_plan(&run, error);
    else if (run.to.kind == S3_URL_BUCKET)
        status = upload_to_bucket(&run, error);
    else
        status = upload_to_folder(&run, error);
    s3_url_release(&run.to);
    return status;
}
