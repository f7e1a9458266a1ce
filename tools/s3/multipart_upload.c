#include "tools/s3/multipart_upload.h"

#include <stdlib.h>
#include <string.h>

#include "tools/s3/content_hash.h"
#include "tools/s3/multipart_parts.h"

struct multipart_upload {
    struct large_transfer base;       /* first: it is cast back from it */
    const struct sync_action *action; /* borrowed, for as long as the transfer lasts */
    const char *key;                  /* its target */
    struct local_file file;
    struct multipart_parts parts;
    struct multipart_state state;
    struct header_list headers; /* the object is asked for with these */
    char sha256[SHA256_HEX_SIZE];
    char *upload_id;              /* owned */
    struct open_uploads *uploads; /* borrowed; NULL for none */
};

static const struct object_options *asked_of(const struct transfer_worker *worker) {
    return worker->settings->options.object;
}

static enum content_checksum_algorithm algorithm_of(const struct transfer_worker *worker) {
    const struct object_options *asked = asked_of(worker);
    return asked == NULL ? CONTENT_CHECKSUM_NONE : asked->algorithm;
}

static enum status do_part(struct large_transfer *large, struct transfer_worker *worker,
                           struct sync_result *result, unsigned index, struct error *error) {
    struct multipart_upload *upload = (struct multipart_upload *)large;
    struct multipart_state_part *slot = &upload->parts.parts[index];
    if (slot->etag != NULL)
        return STATUS_OK;
    struct content_hash hash;
    struct header_list headers = {NULL, 0, 0};
    struct multipart_part part = {.key = upload->key,
                                  .upload_id = upload->upload_id,
                                  .number = index + 1,
                                  .headers = &headers,
                                  .payload_hash = hash.sha256,
                                  .descriptor = upload->file.descriptor,
                                  .offset = part_plan_offset(&upload->parts.plan, index),
                                  .length = part_plan_length(&upload->parts.plan, index),
                                  .accept = content_hash_accepts,
                                  .accept_context = &hash,
                                  .still_valid = local_file_unchanged,
                                  .valid_context = &upload->file};
    bool ended;
    char *etag = NULL;
    enum status status =
        content_hash_of_range(&hash, &ended, worker, upload->file.descriptor, upload->file.path,
                              part.offset, part.length, upload->parts.algorithm, error);
    if (status == STATUS_OK)
        status = content_hash_add_header(&hash, &headers, error);
    if (status == STATUS_OK)
        status = multipart_upload_part(worker->target, &etag, result, &part, error);
    header_list_release(&headers);
    if (!local_file_unchanged(&upload->file)) {
        atomic_store(&large->changed, true);
        if (status == STATUS_OK)
            status = error_set(error, STATUS_FAILED, "'%s' changed while it was uploaded",
                               upload->file.path);
    }
    if (status != STATUS_OK) {
        error_prefix(error, "'%s' is not uploaded", upload->file.path);
        free(etag);
        return status;
    }
    *slot = (struct multipart_state_part){.number = index + 1, .crc = hash.crc, .etag = etag};
    memcpy(slot->sha256, hash.sha256, SHA256_HEX_SIZE);
    multipart_state_add(&upload->state, slot);
    return STATUS_OK;
}

static enum status finish(struct large_transfer *large, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error) {
    struct multipart_upload *upload = (struct multipart_upload *)large;
    result->bytes = upload->parts.plan.size;
    if (!local_file_unchanged(&upload->file)) {
        atomic_store(&large->changed, true);
        return error_set(error, STATUS_FAILED, "'%s' changed while it was uploaded",
                         upload->file.path);
    }
    enum status status =
        multipart_parts_complete(&upload->parts, worker->target, result, upload->key,
                                 upload->upload_id, upload->sha256, asked_of(worker), error);
    if (status == STATUS_OK)
        multipart_state_forget(&upload->state);
    else
        error_prefix(error, "'%s' is not uploaded", upload->file.path);
    return status;
}

static void abandon(struct large_transfer *large, struct transfer_worker *worker, bool later) {
    struct multipart_upload *upload = (struct multipart_upload *)large;
    struct sync_result ignored = {.bytes = 0};
    struct error unheard;
    /* What the next run can go on with stays, if it will know of it. */
    if (later && upload->state.descriptor >= 0)
        return;
    if (upload->upload_id == NULL || multipart_abort(worker->target, &ignored, upload->key,
                                                     upload->upload_id, &unheard) == STATUS_OK)
        multipart_state_forget(&upload->state);
}

static void free_upload(struct large_transfer *large) {
    struct multipart_upload *upload = (struct multipart_upload *)large;
    open_uploads_remove(upload->uploads, upload->upload_id);
    local_file_close(&upload->file);
    multipart_parts_release(&upload->parts);
    multipart_state_release(&upload->state);
    header_list_release(&upload->headers);
    free(upload->upload_id);
    free(upload);
}

static const struct large_transfer_calls CALLS = {do_part, finish, abandon, free_upload};

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
        object_options_add_metadata(headers, asked_of(worker), upload->sha256, error);
    if (status == STATUS_OK)
        status = object_options_add(headers, asked_of(worker), error);
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
    struct content_hash hash;
    if (local_file_is_planned(&upload->file, upload->action)) {
        memcpy(upload->sha256, upload->action->sha256, SHA256_HEX_SIZE);
        return STATUS_OK;
    }
    if (before->upload_id != NULL && file_state_equal(&before->file, file)) {
        memcpy(upload->sha256, before->sha256, SHA256_HEX_SIZE);
        return STATUS_OK;
    }
    enum status status =
        content_hash_of_range(&hash, changed, worker, upload->file.descriptor, upload->file.path, 0,
                              file->size, CONTENT_CHECKSUM_NONE, error);
    if (status == STATUS_OK && !local_file_unchanged(&upload->file)) {
        *changed = true;
        status =
            error_set(error, STATUS_FAILED, "'%s' changed while it was read", upload->file.path);
    }
    if (status == STATUS_OK)
        memcpy(upload->sha256, hash.sha256, SHA256_HEX_SIZE);
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

/*
 * Goes on with the upload that is remembered, when it is one of the same content and options.
 * *complete: it is not there any more, but the object is.
 */
static enum status go_on(struct multipart_upload *upload, struct transfer_worker *worker,
                         struct sync_result *result, bool *complete, struct error *error) {
    const struct multipart_state_upload *before = &upload->state.upload;
    struct sync_result tried = {.bytes = 0};
    char options[SHA256_HEX_SIZE];
    struct object_facts facts;
    struct error why;
    bool gone = false;
    *complete = false;
    if (before->upload_id == NULL)
        return STATUS_OK;
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
        return upload->upload_id == NULL ? error_no_memory(error, "an upload") : STATUS_OK;
    }
    if (same && gone &&
        object_facts_ask(worker->target, &facts, &tried.attempts, upload->key, &why) == STATUS_OK)
        *complete = facts.exists && facts.size == upload->parts.plan.size &&
                    strcmp(facts.sha256, upload->sha256) == 0;
    if (*complete)
        object_facts_copy_etag(result->etag, facts.etag);
    multipart_parts_clear(&upload->parts);
    if (!gone)
        (void)!multipart_abort(worker->target, &tried, upload->key, before->upload_id, &why);
    result->attempts += tried.attempts;
    return STATUS_OK;
}

static enum status create(struct multipart_upload *upload, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error) {
    struct multipart_state_upload begun = {.file = upload->file.state,
                                           .part_size = upload->parts.plan.part_size};
    enum status status = hash_headers(&upload->headers, begun.options, error);
    if (status == STATUS_OK)
        status = multipart_create(worker->target, &upload->upload_id, result, upload->key,
                                  &upload->headers, error);
    if (status != STATUS_OK)
        return status;
    memcpy(begun.sha256, upload->sha256, SHA256_HEX_SIZE);
    begun.upload_id = upload->upload_id;
    return multipart_state_begin(&upload->state, &begun, error);
}

/* Names the object for multipart_state, and the cut: the one that is remembered, if it can be. */
static enum status prepare(struct multipart_upload *upload, struct transfer_worker *worker,
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

enum status multipart_upload_begin(struct transfer_worker *worker, struct sync_result *result,
                                   struct large_transfer **large, bool *changed,
                                   const struct sync_action *action, struct local_file *file,
                                   struct error *error) {
    struct multipart_upload *upload = calloc(1, sizeof *upload);
    if (upload == NULL) {
        local_file_close(file);
        return error_no_memory(error, "an upload");
    }
    bool complete = false;
    upload->base.calls = &CALLS;
    upload->action = action;
    upload->key = action->target;
    upload->file = *file;
    upload->state.descriptor = -1;
    file->descriptor = -1;
    enum status status = prepare(upload, worker, changed, error);
    if (status == STATUS_OK)
        status = go_on(upload, worker, result, &complete, error);
    if (status == STATUS_OK && !complete && upload->upload_id == NULL)
        status = create(upload, worker, result, error);
    if (status == STATUS_OK && !complete) {
        upload->uploads = worker->settings->options.uploads;
        open_uploads_add(upload->uploads, upload->key, upload->upload_id);
        upload->base.part_count = upload->parts.plan.count;
        *large = &upload->base;
        return STATUS_OK;
    }
    if (complete) {
        result->bytes = upload->file.state.size;
        memcpy(result->sha256, upload->sha256, SHA256_HEX_SIZE);
        multipart_state_forget(&upload->state);
    }
    free_upload(&upload->base);
    return status;
}
