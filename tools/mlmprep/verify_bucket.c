#include "tools/mlmprep/verify_bucket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/join/s3sync_sessions.h"
#include "tools/join/s3sync_watch.h"
#include "tools/mlmprep/bucket_sets.h"
#include "tools/mlmprep/verify_shards.h"
#include "tools/s3/content_checksum.h"

struct bucket_job {
    const struct s3_url *url;
    const struct verify_options *options;
    struct verify_report *report;
    struct check_crew *crew;
    struct s3sync_watch watch;
    struct object_options object;
    struct s3sync_sessions sessions;
    atomic_bool open; /* the session can be stopped */
    struct bucket_sets sets;
    struct bucket_reader *readers; /* owned: of each thread */
    unsigned reader_count;
    const struct bucket_set *set; /* that is being verified */
    enum status status;           /* of opening */
    struct error error;
};

static void stop(void *context) {
    struct bucket_job *job = context;
    if (atomic_load(&job->open))
        s3_session_stop(&job->sessions.source.session);
}

/* Asks servers for the checksums that they keep, with each answer about an object. */
static enum status ask_for_checksums(struct bucket_job *job, struct error *error) {
    return header_list_add(&job->sessions.headers, "x-amz-checksum-mode", "ENABLED", error);
}

static enum status open_session(struct bucket_job *job, struct error *error) {
    const struct s3sync_options *options = &job->options->s3;
    enum status status = s3sync_sessions_load(&job->sessions, options, &job->watch, error);
    if (status == STATUS_OK)
        status = ask_for_checksums(job, error);
    if (status == STATUS_OK)
        status = s3sync_sessions_open(&job->sessions, options, &job->object, job->url->bucket, NULL,
                                      &job->watch, error);
    return status;
}

/* All that comes before the shards; in a thread, so that it can be stopped. */
static void prepare(void *context, size_t index, unsigned worker, const atomic_bool *stopped) {
    struct bucket_job *job = context;
    (void)index, (void)worker, (void)stopped;
    job->status = open_session(job, &job->error);
    if (job->status != STATUS_OK)
        return;
    atomic_store(&job->open, true);
    job->status =
        bucket_sets_find(&job->sets, &job->sessions.source.reader, job->url->prefix, &job->error);
}

static enum status make_readers(struct bucket_job *job, struct error *error) {
    const struct bucket_reader *like = &job->sessions.source.reader;
    job->readers = calloc(job->crew->threads, sizeof *job->readers);
    if (job->readers == NULL)
        return error_no_memory(error, "the requests");
    enum status status = STATUS_OK;
    while (job->reader_count < job->crew->threads && status == STATUS_OK) {
        status = like->calls->another(&job->readers[job->reader_count], like, error);
        job->reader_count += status == STATUS_OK;
    }
    return status;
}

/* What the answer to a HEAD says of the SHA-256, in hexadecimal; "" when it says nothing. */
static enum verify_proof told_hash(char sha256[SHA256_HEX_SIZE], const struct bucket_reader *reader,
                                   const struct object_head *head) {
    struct content_checksum checksum;
    const char *kept = http_response_header(&reader->client.response, "x-amz-checksum-sha256");
    if (content_checksum_from_text(&checksum, CONTENT_CHECKSUM_SHA256, kept)) {
        sha256_to_hex(checksum.bytes, sha256);
        return VERIFY_BY_CHECKSUM;
    }
    memcpy(sha256, head->sha256, SHA256_HEX_SIZE);
    return VERIFY_BY_METADATA;
}

/* Compares with the hash that is told; reads the object where there is none. */
static enum status compare(struct bucket_job *job, struct bucket_reader *reader,
                           const struct object_head *head, const char *key,
                           const struct dataset_shard *shard, enum verify_proof *proof,
                           char text[VERIFY_TEXT_SIZE], struct error *error) {
    char sha256[SHA256_HEX_SIZE] = "", wanted[SHA256_HEX_SIZE];
    sha256_to_hex(shard->digest, wanted);
    if (!job->options->download)
        *proof = told_hash(sha256, reader, head);
    if (sha256[0] == '\0') {
        *proof = VERIFY_BY_READING;
        enum status status =
            reader->calls->hash(reader, sha256, key, head->etag, head->size, error);
        if (status != STATUS_OK)
            return status;
    }
    if (strcmp(sha256, wanted) == 0)
        return STATUS_OK;
    if (sha256[0] == '\0')
        snprintf(text, VERIFY_TEXT_SIZE, "was replaced or removed while it was verified");
    else
        snprintf(text, VERIFY_TEXT_SIZE, "is not what dataset.json says: its SHA-256 is another%s",
                 *proof == VERIFY_BY_METADATA ? ", by its metadata" : "");
    return STATUS_PARTIAL;
}

static enum status check_object(struct bucket_job *job, struct bucket_reader *reader,
                                const char *key, const struct dataset_shard *shard,
                                enum verify_proof *proof, char text[VERIFY_TEXT_SIZE],
                                struct error *error) {
    struct object_head head;
    enum status status = reader->calls->head(reader, &head, key, error);
    if (status != STATUS_OK)
        return status;
    if (head.exists && head.size == shard->bytes)
        return compare(job, reader, &head, key, shard, proof, text, error);
    if (head.exists)
        snprintf(text, VERIFY_TEXT_SIZE,
                 "is not what dataset.json says: its size is %llu and not %llu",
                 (unsigned long long)head.size, (unsigned long long)shard->bytes);
    else
        snprintf(text, VERIFY_TEXT_SIZE, "%s",
                 head.denied ? "cannot be verified: the permission s3:GetObject is missing"
                             : "is missing");
    return STATUS_PARTIAL;
}

static enum status check_shard(void *context, const struct dataset_shard *shard, unsigned worker,
                               const atomic_bool *stopped, enum verify_proof *proof,
                               char text[VERIFY_TEXT_SIZE], struct error *error) {
    struct bucket_job *job = context;
    char *key;
    (void)stopped;
    if (asprintf(&key, "%s%s", job->set->folder, shard->file) < 0)
        return error_no_memory(error, "a key");
    enum status status = check_object(job, &job->readers[worker], key, shard, proof, text, error);
    free(key);
    return status;
}

/* "s3://bucket/prefix" of a folder's keys, or of a key's folder. */
static enum status add_place(struct bucket_job *job, struct verify_set **set, const char *folder,
                             struct error *error) {
    size_t length = strlen(folder);
    char *place;
    while (length > 0 && folder[length - 1] == '/')
        length--;
    if (asprintf(&place, "s3://%s%s%.*s", job->url->bucket, length == 0 ? "" : "/", (int)length,
                 folder) < 0)
        return error_no_memory(error, "a URL");
    enum status status = verify_report_add(job->report, set, place, error);
    free(place);
    return status;
}

static enum status check_set(struct bucket_job *job, const struct bucket_set *found,
                             struct error *error) {
    struct verify_set *set;
    enum status status = add_place(job, &set, found->folder, error);
    if (status != STATUS_OK)
        return status;
    set->damaged = found->fault != NULL;
    if (set->damaged)
        return verify_set_add_fault(set, "dataset.json", found->fault, error);
    verify_set_count(set, &found->manifest);
    job->set = found;
    return verify_shards_run(set, &found->manifest, job->crew, check_shard, job, error);
}

/* An object without a set: its folder is told once, for keys come in their order. */
static enum status add_incomplete(struct bucket_job *job, const char *key, struct error *error) {
    const char *slash = strrchr(key, '/');
    char *folder = strndup(key, slash == NULL ? 0 : (size_t)(slash - key));
    struct verify_set *set;
    if (folder == NULL)
        return error_no_memory(error, "a key");
    size_t before = job->report->count;
    const char *last = before > job->sets.count ? job->report->sets[before - 1].place : "";
    enum status status = STATUS_OK;
    size_t start = strlen("s3://") + strlen(job->url->bucket) + (*folder == '\0' ? 0 : 1);
    if (strlen(last) < start || strcmp(last + start, folder) != 0) {
        status = add_place(job, &set, folder, error);
        if (status == STATUS_OK)
            status = verify_set_add_fault(
                set, "", "holds shards and no dataset.json: the data set is not complete", error);
    }
    free(folder);
    return status;
}

static enum status add_stray(void *context, const struct bucket_stray *stray, struct error *error) {
    struct bucket_job *job = context;
    if (stray->set == NULL)
        return add_incomplete(job, stray->key, error);
    /* Sets were added in this order. */
    struct verify_set *set = &job->report->sets[stray->set - job->sets.items];
    return verify_set_add_fault(set, stray->key + strlen(stray->set->folder),
                                "is not of this data set, and trainers would read it along", error);
}

static enum status verify(struct bucket_job *job, struct cli *cli, struct error *error) {
    struct check_crew *crew = job->crew;
    crew->function = prepare;
    crew->context = job;
    crew->count = 1;
    enum status status = check_crew_run(crew, error);
    if (status == STATUS_OK && job->status != STATUS_OK)
        status = error_set(error, job->status, "%s", job->error.message);
    if (status == STATUS_OK && job->sets.index.denied)
        messages_warning(
            &cli->messages,
            "the permission s3:ListBucket is missing: objects that trainers would read "
            "along cannot be seen");
    if (status == STATUS_OK)
        status = make_readers(job, error);
    for (size_t i = 0; i < job->sets.count && status == STATUS_OK; i++)
        status = check_set(job, &job->sets.items[i], error);
    if (status == STATUS_OK)
        status = bucket_sets_find_strays(&job->sets, add_stray, job, error);
    return status;
}

enum status verify_bucket_run(struct verify_report *report, const struct s3_url *url,
                              const struct verify_options *options, struct cli *cli,
                              struct check_crew *crew, struct error *error) {
    struct bucket_job job = {.url = url, .options = options, .report = report, .crew = crew};
    /* The watch is there for messages about requests: it draws nothing, and sums nothing up. */
    const struct s3sync_watch_options watch = {.dry_run = true};
    job.object.request_payer = options->s3.request_payer;
    job.object.expected_bucket_owner = options->s3.expected_bucket_owner;
    enum status status = s3sync_options_check(&options->s3, error);
    if (status == STATUS_OK)
        status = object_options_check(&job.object, error);
    if (status != STATUS_OK)
        return status;
    crew->threads = (unsigned)options->s3.concurrency;
    crew->on_stop = stop;
    crew->stop_context = &job;
    s3sync_sessions_init(&job.sessions, &options->s3);
    status = s3sync_watch_start(&job.watch, cli, &watch, error);
    if (status == STATUS_OK) {
        status = verify(&job, cli, error);
        s3sync_watch_finish(&job.watch, status, error);
    }
    for (unsigned i = 0; i < job.reader_count; i++)
        bucket_reader_release(&job.readers[i]);
    free(job.readers);
    bucket_sets_release(&job.sets);
    s3sync_sessions_release(&job.sessions);
    return status;
}
