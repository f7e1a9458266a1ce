#include "tools/s3/multipart_upload.h"

#include <stdlib.h>
#include <string.h>

#include "tools/s3/content_hash.h"
#include "tools/s3/multipart_start.h"

/* The hash of a part: from the pass over the whole file, or computed. */
static enum status hash_part(const struct multipart_upload *upload, struct content_hash *hash,
                             struct transfer_worker *worker, unsigned index, struct error *error) {
    const struct multipart_parts *parts = &upload->parts;
    bool ended;
    if (parts->parts[index].sha256[0] != '\0') {
        content_hash_of_known(hash, parts->algorithm, parts->parts[index].sha256);
        return STATUS_OK;
    }
    return content_hash_of_range(hash, &ended, worker, upload->file.descriptor, upload->file.path,
                                 part_plan_offset(&parts->plan, index),
                                 part_plan_length(&parts->plan, index), parts->algorithm, error);
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
    struct multipart_part_failure failure = {.gone = false};
    char *etag = NULL;
    enum status status = hash_part(upload, &hash, worker, index, error);
    if (status == STATUS_OK)
        status = content_hash_add_header(&hash, &headers, error);
    if (status == STATUS_OK)
        status = multipart_upload_part(worker->target, &etag, result, &failure, &part, error);
    header_list_release(&headers);
    if (failure.gone)
        atomic_store(&large->lost, true);
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

static enum status finish(struct large_transfer *large, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error) {
    struct multipart_upload *upload = (struct multipart_upload *)large;
    result->bytes = upload->parts.plan.size;
    if (!local_file_unchanged(&upload->file)) {
        atomic_store(&large->changed, true);
        return error_set(error, STATUS_FAILED, "'%s' changed while it was uploaded",
                         upload->file.path);
    }
    bool lost;
    enum status status = multipart_parts_complete(&upload->parts, worker->target, result, &lost,
                                                  upload->key, upload->upload_id, upload->sha256,
                                                  multipart_start_asked(worker), error);
    atomic_store(&large->lost, lost);
    if (status == STATUS_OK && result->kept)
        abandon(large, worker, false);
    else if (status == STATUS_OK)
        multipart_state_forget(&upload->state);
    else
        error_prefix(error, "'%s' is not uploaded", upload->file.path);
    return status;
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
    upload->uploads = worker->settings->options.uploads;
    upload->key = action->target;
    upload->file = *file;
    upload->state.descriptor = -1;
    file->descriptor = -1;
    enum status status = multipart_start_prepare(upload, worker, changed, error);
    if (status == STATUS_OK)
        status = multipart_start_go_on(upload, worker, result, &complete, error);
    if (status == STATUS_OK && !complete && upload->upload_id == NULL)
        status = multipart_start_create(upload, worker, result, error);
    if (status == STATUS_OK && !complete) {
        upload->base.part_count = upload->parts.plan.count;
        *large = &upload->base;
        return STATUS_OK;
    }
    if (status != STATUS_OK && upload->upload_id != NULL)
        abandon(&upload->base, worker, false);
    if (complete) {
        result->bytes = upload->file.state.size;
        memcpy(result->sha256, upload->sha256, SHA256_HEX_SIZE);
        multipart_state_forget(&upload->state);
    }
    free_upload(&upload->base);
    return status;
}
