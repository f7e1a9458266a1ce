#include "tools/s3/multipart_start.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/s3/multipart_hash.h"
#include "tools/s3/stale_uploads.h"

/* How long after it was sent a CreateMultipartUpload may have been carried out. */
static const int64_t LOST_SECONDS = 60;

const struct object_options *multipart_start_asked(const struct transfer_worker *worker) {
    return worker->settings->options.object;
}

static enum content_checksum_algorithm algorithm_of(const struct transfer_worker *worker) {
    const struct object_options *asked = multipart_start_asked(worker);
    return asked == NULL ? CONTENT_CHECKSUM_NONE : asked->algorithm;
}

/* A hash of what the object is asked for with: an upload that was begun otherwise is of no use. */
static enum status hash_headers(const struct header_list *headers, char hex[SHA256_HEX_SIZE],
                                struct error *error) {
    struct buffer text = BUFFER_INIT;
    unsigned char digest[SHA256_SIZE];
    enum status status = STATUS_OK;
    for (size_t i = 0; i < headers->count && status == STATUS_OK; i++)
        status = buffer_format(&text, error, "%s: %s\n", headers->items[i].name,
                               headers->items[i].value);
    if (status == STATUS_OK)
        status = sha256_of(text.data, text.size, digest, error);
    if (status == STATUS_OK)
        sha256_to_hex(digest, hex);
    buffer_release(&text);
    return status;
}

static enum status make_headers(struct multipart_upload *upload,
                                const struct transfer_worker *worker, struct error *error) {
    struct header_list *headers = &upload->headers;
    enum content_checksum_algorithm algorithm = upload->parts.algorithm;
    enum status status =
        object_options_add_metadata(headers, multipart_start_asked(worker), upload->sha256, error);
    if (status == STATUS_OK)
        status = object_options_add(headers, multipart_start_asked(worker), error);
    if (status == STATUS_OK && algorithm != CONTENT_CHECKSUM_NONE)
        status = header_list_add(headers, "x-amz-checksum-algorithm",
                                 content_checksum_name(algorithm), error);
    if (status == STATUS_OK && algorithm == CONTENT_CHECKSUM_CRC64NVME)
        status = header_list_add(headers, "x-amz-checksum-type", "FULL_OBJECT", error);
    return status;
}

/* The hash of the whole file: remembered, if it is the same file as then, or computed. */
static enum status hash_whole(struct multipart_upload *upload, struct transfer_worker *worker,
                              bool *changed, struct error *error) {
    const struct multipart_state_upload *before = &upload->state.upload;
    const struct file_state *file = &upload->file.state;
    if (local_file_is_planned(&upload->file, upload->action)) {
        memcpy(upload->sha256, upload->action->sha256, SHA256_HEX_SIZE);
        return STATUS_OK;
    }
    if (before->upload_id != NULL && file_state_equal(&before->file, file)) {
        memcpy(upload->sha256, before->sha256, SHA256_HEX_SIZE);
        return STATUS_OK;
    }
    enum status status =
        multipart_hash_file(&upload->parts, upload->sha256, changed, worker, &upload->file, error);
    if (status == STATUS_OK && !local_file_unchanged(&upload->file)) {
        *changed = true;
        status =
            error_set(error, STATUS_FAILED, "'%s' changed while it was read", upload->file.path);
    }
    return status;
}

/* A part that the server lists counts when it is as we remember it. */
static void take_listed(void *context, unsigned number, uint64_t size, const char *etag) {
    struct multipart_upload *upload = context;
    const struct part_plan *plan = &upload->parts.plan;
    char told[OBJECT_FACTS_ETAG_SIZE], remembered[OBJECT_FACTS_ETAG_SIZE];
    if (number > plan->count || size != part_plan_length(plan, number - 1))
        return;
    object_facts_copy_etag(told, etag);
    struct multipart_state_part *slot = &upload->parts.parts[number - 1];
    for (size_t i = 0; i < upload->state.part_count; i++) {
        const struct multipart_state_part *part = &upload->state.parts[i];
        if (part->number != number)
            continue;
        object_facts_copy_etag(remembered, part->etag);
        if (strcmp(told, remembered) != 0)
            continue;
        free(slot->etag);
        *slot = *part;
        slot->etag = strdup(part->etag);
        return;
    }
}

/* Whether the object is there as it should be: as the end of an earlier run, or by another's. */
static bool is_there(const struct multipart_upload *upload, struct transfer_worker *worker,
                     struct sync_result *result) {
    struct object_facts facts;
    struct error ignored;
    if (object_facts_ask(worker->target, &facts, &result->attempts, upload->key, &ignored) !=
            STATUS_OK ||
        !facts.exists || facts.size != upload->parts.plan.size ||
        strcmp(facts.sha256, upload->sha256) != 0)
        return false;
    memcpy(result->etag, facts.etag, sizeof result->etag);
    return true;
}

enum status multipart_start_go_on(struct multipart_upload *upload, struct transfer_worker *worker,
                                  struct sync_result *result, bool *complete, struct error *error) {
    const struct multipart_state_upload *before = &upload->state.upload;
    struct sync_result tried = {.bytes = 0};
    char options[SHA256_HEX_SIZE];
    struct error why;
    bool gone = false;
    *complete = false;
    if (before->upload_id == NULL) {
        /* A run that was killed before the server answered never knew what it had begun. */
        if (upload->state.creating_since != 0)
            stale_uploads_abort_lost(worker->target, upload->key, "", upload->state.creating_since,
                                     upload->state.creating_since + LOST_SECONDS);
        /* The upload that was begun is gone: perhaps because another run has completed it. */
        *complete = upload->action->anew && is_there(upload, worker, result);
        return STATUS_OK;
    }
    enum status status = hash_headers(&upload->headers, options, error);
    if (status != STATUS_OK)
        return status;
    bool same = strcmp(before->sha256, upload->sha256) == 0 &&
                strcmp(before->options, options) == 0 &&
                before->part_size == upload->parts.plan.part_size;
    if (same)
        status = multipart_list_parts(worker->target, &tried, &gone, upload->key, before->upload_id,
                                      take_listed, upload, &why);
    if (same && status == STATUS_OK && !gone) {
        upload->upload_id = strdup(before->upload_id);
        result->attempts += tried.attempts;
        if (upload->upload_id != NULL)
            open_uploads_add(upload->uploads, upload->key, upload->upload_id);
        return upload->upload_id == NULL ? error_no_memory(error, "an upload") : STATUS_OK;
    }
    *complete = same && gone && is_there(upload, worker, result);
    multipart_parts_clear(&upload->parts);
    if (!gone)
        (void)!multipart_abort(worker->target, &tried, upload->key, before->upload_id, &why);
    result->attempts += tried.attempts;
    return STATUS_OK;
}

enum status multipart_start_create(struct multipart_upload *upload, struct transfer_worker *worker,
                                   struct sync_result *result, struct error *error) {
    struct multipart_state_upload begun = {.file = upload->file.state,
                                           .part_size = upload->parts.plan.part_size};
    enum status status = hash_headers(&upload->headers, begun.options, error);
    if (status == STATUS_OK)
        multipart_state_creating(&upload->state, time(NULL));
    if (status == STATUS_OK)
        status = multipart_create(worker->target, &upload->upload_id, result, upload->uploads,
                                  upload->key, &upload->headers, error);
    /* After a refusal there is nothing; without an answer there may be an upload. */
    if (status == STATUS_FAILED && !result->hopeless)
        multipart_state_forget(&upload->state);
    if (status != STATUS_OK)
        return status;
    memcpy(begun.sha256, upload->sha256, SHA256_HEX_SIZE);
    begun.upload_id = upload->upload_id;
    return multipart_state_begin(&upload->state, &begun, error);
}

enum status multipart_start_prepare(struct multipart_upload *upload, struct transfer_worker *worker,
                                    bool *changed, struct error *error) {
    const struct transfer_options *options = &worker->settings->options;
    const struct s3_session_options *session = &options->target->options;
    const char *server = session->aws->endpoint_url == NULL ? "aws" : session->aws->endpoint_url;
    uint64_t size = upload->file.state.size, part_size = options->part_size;
    struct buffer place = BUFFER_INIT;
    struct part_plan plan;
    enum status status =
        buffer_format(&place, error, "%s %s/%s", server, session->bucket, upload->key);
    if (status == STATUS_OK)
        status = buffer_append(&place, "", 1, error);
    if (status == STATUS_OK)
        status = multipart_state_open(&upload->state, options->state_folder,
                                      (const char *)place.data, error);
    buffer_release(&place);
    if (status == STATUS_OK && upload->state.upload.upload_id != NULL &&
        upload->state.upload.file.size == size)
        part_size = upload->state.upload.part_size;
    if (status == STATUS_OK)
        status = part_plan_init(&plan, size, part_size, error);
    if (status == STATUS_OK)
        status = multipart_parts_init(&upload->parts, &plan, algorithm_of(worker), error);
    if (status == STATUS_OK)
        status = hash_whole(upload, worker, changed, error);
    if (status == STATUS_OK)
        status = make_headers(upload, worker, error);
    return status;
}
