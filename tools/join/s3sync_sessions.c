#include "tools/join/s3sync_sessions.h"

#include "tools/cli/numbers.h"
#include "tools/s3/stale_uploads.h"

enum status s3sync_sessions_load(struct s3sync_sessions *sessions,
                                 const struct s3sync_options *options, struct s3sync_watch *watch,
                                 struct error *error) {
    const struct aws_settings_options wanted = {.profile = options->profile,
                                                .region = options->region,
                                                .endpoint_url = options->endpoint_url,
                                                .ca_bundle = options->ca_bundle,
                                                .dual_stack = options->dual_stack,
                                                .fips = options->fips,
                                                .anonymous = options->no_sign_request,
                                                .log = options->trace ? s3sync_watch_trace : NULL,
                                                .log_context = watch};
    enum status status = aws_settings_load(&sessions->aws, &wanted, error);
    sessions->loaded = status == STATUS_OK;
    return status;
}

static enum status open_side(struct s3sync_sessions *sessions, struct s3sync_side *side,
                             const struct s3sync_options *options, const char *bucket,
                             struct s3sync_watch *watch, struct error *error) {
    const struct s3_session_options wanted = {
        .aws = &sessions->aws,
        .bucket = bucket,
        .style = options->path_style           ? ENDPOINT_PATH
                 : options->virtual_host_style ? ENDPOINT_VIRTUAL_HOST
                                               : ENDPOINT_AUTOMATIC,
        .retry = {options->max_attempts, options->retry_base_delay, 20000},
        .concurrency = (unsigned)options->concurrency,
        .connect_ms = options->connect_timeout * 1000,
        .stall_seconds = options->stall_timeout,
        .request_ms = options->request_timeout * 1000,
        .traffic = &sessions->traffic,
        .headers = &sessions->headers,
        .on_retry = s3sync_watch_retry,
        .on_request = s3sync_watch_request,
        .log = options->trace ? s3sync_watch_trace : NULL,
        .context = watch};
    if (bucket == NULL)
        return STATUS_OK;
    enum status status = s3_session_init(&side->session, &wanted, error);
    if (status == STATUS_OK)
        status =
            bucket_reader_init(&side->reader, &side->session, sessions->aws.endpoint_url, error);
    side->used = status == STATUS_OK;
    if (status != STATUS_OK)
        s3_session_release(&side->session);
    return status;
}

void s3sync_sessions_init(struct s3sync_sessions *sessions, const struct s3sync_options *options) {
    traffic_init(&sessions->traffic, options->bandwidth_limit);
}

enum status s3sync_sessions_open(struct s3sync_sessions *sessions,
                                 const struct s3sync_options *options,
                                 const struct object_options *object, const char *source_bucket,
                                 const char *target_bucket, struct s3sync_watch *watch,
                                 struct error *error) {
    enum status status = object_options_add_always(&sessions->headers, object, error);
    if (status == STATUS_OK)
        status = open_side(sessions, &sessions->source, options, source_bucket, watch, error);
    if (status == STATUS_OK)
        status = open_side(sessions, &sessions->target, options, target_bucket, watch, error);
    return status;
}

static struct sync_action abortion_of(const char *key) {
    return (struct sync_action){
        .kind = SYNC_ABORT_UPLOAD, .target = (char *)key, .reason = "unfinished upload"};
}

static enum status on_stale_upload(void *context, const char *key, struct error *error) {
    const struct sync_action action = abortion_of(key);
    return s3sync_watch_planned(context, &action, error);
}

static void on_aborted_upload(void *context, const char *key) {
    const struct sync_action action = abortion_of(key);
    const struct sync_result result = {.bytes = 0};
    s3sync_watch_result(context, &action, &result, STATUS_OK, NULL);
}

enum status s3sync_sessions_abort_stale(struct s3sync_sessions *sessions,
                                        const struct s3sync_options *options,
                                        const struct s3_url *to, struct s3sync_watch *watch,
                                        struct error *error) {
    struct buffer prefix = BUFFER_INIT;
    struct s3_client client;
    uint64_t age = 0;
    const struct stale_uploads_calls calls = {on_stale_upload, on_aborted_upload, watch};
    if (!sessions->target.used || !numbers_parse_duration(options->abort_stale, &age))
        return error_set(
            error, STATUS_USAGE,
            "--abort-stale needs a bucket as target; folders have no unfinished uploads");
    enum status status = s3_client_init(&client, &sessions->target.session, error);
    if (status != STATUS_OK)
        return status;
    status = buffer_format(&prefix, error, "%s%s", to->prefix, *to->prefix == '\0' ? "" : "/");
    if (status == STATUS_OK)
        status = buffer_append(&prefix, "", 1, error);
    if (status == STATUS_OK)
        status = stale_uploads_abort(&client, (const char *)prefix.data, age, options->dry_run,
                                     &calls, error);
    buffer_release(&prefix);
    s3_client_release(&client);
    return status;
}

static void release_side(struct s3sync_side *side) {
    if (!side->used)
        return;
    bucket_reader_release(&side->reader);
    s3_session_release(&side->session);
    side->used = false;
}

void s3sync_sessions_release(struct s3sync_sessions *sessions) {
    release_side(&sessions->source);
    release_side(&sessions->target);
    header_list_release(&sessions->headers);
    traffic_release(&sessions->traffic);
    if (sessions->loaded)
        aws_settings_release(&sessions->aws);
    sessions->loaded = false;
}
