#include "tools/s3/multipart_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/multipart_etag.h"
#include "tools/s3/multipart_parts.h"
#include "tools/s3/object_headers.h"
#include "tools/s3/object_tags.h"
#include "tools/s3/passing_file.h"

/*
 * A part that the server copies moves nothing through us, and 1 GiB of it takes a server seconds:
 * larger parts than ours spare requests.
 */
static const uint64_t SERVER_PART_SIZE = (uint64_t)1 << 30;

/* One that passes through us lies in a temporary file, and there are as many as workers. */
static const uint64_t LARGEST_PASSING_PART = (uint64_t)128 << 20;

struct multipart_copy {
    struct large_transfer base; /* first: it is cast back from it */
    const struct sync_action *action;
    struct object_facts source;
    struct multipart_parts parts;
    char *upload_id;              /* owned */
    struct open_uploads *uploads; /* borrowed; NULL for none */
    bool by_server;
};

/* What failed in a way that another beginning mends. */
static void note_failure(struct multipart_copy *copy, struct transfer_worker *worker,
                         const struct multipart_part_failure *failure) {
    if (failure->source_changed && !copy->action->waits_for_all)
        atomic_store(&copy->base.changed, true);
    if (failure->gone || failure->refused)
        atomic_store(&copy->base.lost, true);
    /* Then the content passes through us, as parts of our own size. */
    if (failure->refused)
        atomic_store(&worker->settings->no_server_copies, true);
}

static enum status copy_part(struct multipart_copy *copy, struct transfer_worker *worker,
                             struct sync_result *result, struct multipart_part part,
                             struct multipart_state_part *slot, struct error *error) {
    char range[64];
    struct multipart_part_failure failure = {.gone = false};
    struct multipart_copied copied = {.algorithm = copy->parts.algorithm};
    struct header_list headers = {NULL, 0, 0};
    snprintf(range, sizeof range, "bytes=%llu-%llu", (unsigned long long)part.offset,
             (unsigned long long)(part.offset + part.length - 1));
    enum status status = object_headers_name_source(&headers, worker->source->session,
                                                    copy->action->source, copy->source.etag, error);
    if (status == STATUS_OK)
        status = header_list_add(&headers, "x-amz-copy-source-range", range, error);
    part.headers = &headers;
    part.payload_hash = S3_CLIENT_EMPTY_HASH;
    if (status == STATUS_OK)
        status = multipart_copy_part(worker->target, &copied, result, &failure, &part, error);
    slot->etag = copied.etag;
    if (status == STATUS_OK && copy->parts.algorithm == CONTENT_CHECKSUM_SHA256)
        sha256_to_hex(copied.checksum.bytes, slot->sha256);
    else if (status == STATUS_OK && copied.has_checksum)
        slot->crc = content_checksum_to_crc(&copied.checksum);
    header_list_release(&headers);
    note_failure(copy, worker, &failure);
    return status;
}

static enum status pass_part(struct multipart_copy *copy, struct transfer_worker *worker,
                             struct sync_result *result, struct multipart_part part,
                             struct multipart_state_part *slot, struct error *error) {
    struct object_range range = {.key = copy->action->source,
                                 .etag = copy->source.etag,
                                 .offset = part.offset,
                                 .length = part.length};
    struct multipart_part_failure failure = {.gone = false};
    struct header_list headers = {NULL, 0, 0};
    struct content_hash hash;
    enum status status = passing_file_fill(&part.descriptor, &hash, &range, worker,
                                           copy->parts.algorithm, result, error);
    if (range.gone && !copy->action->waits_for_all)
        atomic_store(&copy->base.changed, true);
    if (range.too_long)
        atomic_store(&copy->base.lost, true);
    if (status != STATUS_OK)
        return status;
    status = content_hash_add_header(&hash, &headers, error);
    part.offset = 0;
    part.headers = &headers;
    part.payload_hash = hash.sha256;
    part.accept = content_hash_accepts;
    part.accept_context = &hash;
    if (status == STATUS_OK)
        status = multipart_upload_part(worker->target, &slot->etag, result, &failure, &part, error);
    note_failure(copy, worker, &failure);
    slot->crc = hash.crc;
    memcpy(slot->sha256, hash.sha256, SHA256_HEX_SIZE);
    header_list_release(&headers);
    close(part.descriptor);
    return status;
}

static enum status do_part(struct large_transfer *large, struct transfer_worker *worker,
                           struct sync_result *result, unsigned index, struct error *error) {
    struct multipart_copy *copy = (struct multipart_copy *)large;
    struct multipart_state_part *slot = &copy->parts.parts[index];
    struct multipart_part part = {.key = copy->action->target,
                                  .upload_id = copy->upload_id,
                                  .number = index + 1,
                                  .offset = part_plan_offset(&copy->parts.plan, index),
                                  .length = part_plan_length(&copy->parts.plan, index)};
    slot->number = index + 1;
    enum status status = copy->by_server ? copy_part(copy, worker, result, part, slot, error)
                                         : pass_part(copy, worker, result, part, slot, error);
    if (status != STATUS_OK)
        error_prefix(error, "'%s' is not copied to '%s'", copy->action->source,
                     copy->action->target);
    return status;
}

static void abandon(struct large_transfer *large, struct transfer_worker *worker, bool later) {
    struct multipart_copy *copy = (struct multipart_copy *)large;
    struct sync_result ignored = {.bytes = 0};
    struct error unheard;
    (void)later;
    if (copy->upload_id != NULL)
        (void)!multipart_abort(worker->target, &ignored, copy->action->target, copy->upload_id,
                               &unheard);
}

static enum status finish(struct large_transfer *large, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error) {
    struct multipart_copy *copy = (struct multipart_copy *)large;
    bool lost;
    enum status status = multipart_parts_complete(
        &copy->parts, worker->target, result, &lost, copy->action->target, copy->upload_id,
        copy->source.sha256, worker->settings->options.object, error);
    atomic_store(&large->lost, lost);
    result->bytes = copy->parts.plan.size;
    if (status == STATUS_OK && result->kept)
        abandon(large, worker, false);
    if (status != STATUS_OK)
        error_prefix(error, "'%s' is not copied to '%s'", copy->action->source,
                     copy->action->target);
    return status;
}

static void free_copy(struct large_transfer *large) {
    struct multipart_copy *copy = (struct multipart_copy *)large;
    open_uploads_remove(copy->uploads, copy->upload_id);
    multipart_parts_release(&copy->parts);
    free(copy->upload_id);
    free(copy);
}

static const struct large_transfer_calls CALLS = {do_part, finish, abandon, free_copy};

/* What the object is made with, from the answer about the source, which is still at hand. */
static enum status create_headers(struct multipart_copy *copy, struct transfer_worker *worker,
                                  struct sync_result *result, struct header_list *headers,
                                  enum content_checksum_algorithm algorithm, struct error *error) {
    const struct object_options *options = worker->settings->options.object;
    enum status status = object_headers_carry(headers, &worker->source->response, options, error);
    if (status == STATUS_OK && algorithm != CONTENT_CHECKSUM_NONE)
        status = header_list_add(headers, "x-amz-checksum-algorithm",
                                 content_checksum_name(algorithm), error);
    if (status == STATUS_OK && algorithm == CONTENT_CHECKSUM_CRC64NVME)
        status = header_list_add(headers, "x-amz-checksum-type", "FULL_OBJECT", error);
    if (status == STATUS_OK)
        status = object_tags_carry(headers, worker->source, result, copy->action->source, options,
                                   error);
    return status;
}

/* Asks for the source, whose answer also has the headers to carry over. */
static enum status look_at_source(struct multipart_copy *copy, struct transfer_worker *worker,
                                  struct sync_result *result, bool *changed, struct error *error) {
    const struct sync_action *action = copy->action;
    enum status status =
        object_facts_ask(worker->source, &copy->source, &result->attempts, action->source, error);
    if (status != STATUS_OK)
        return status;
    bool other =
        *action->source_etag != '\0' && strcmp(copy->source.etag, action->source_etag) != 0;
    *changed = other && !action->waits_for_all;
    if (other || !copy->source.exists)
        return object_facts_say_replaced(worker->source, action->source, error);
    if (copy->source.listed || copy->source.size == 0)
        return error_set(error, STATUS_FAILED,
                         "'s3://%s/%s' is empty now, or must not be read; run again",
                         worker->source->session->options.bucket, action->source);
    return STATUS_OK;
}

/* How the source was cut, or `usual`. */
static enum status choose_part_size(struct multipart_copy *copy, struct transfer_worker *worker,
                                    struct sync_result *result, uint64_t *part_size, uint64_t usual,
                                    struct error *error) {
    const struct object_facts *source = &copy->source;
    uint64_t parts = multipart_etag_parts(source->etag);
    *part_size = usual;
    if (source->sha256[0] != '\0' || parts == 0)
        return STATUS_OK;
    uint64_t told = parts == 1 ? source->size : 0;
    enum status status = parts == 1
                             ? STATUS_OK
                             : object_facts_ask_part(worker->source, &told, &result->attempts,
                                                     copy->action->source, 1, error);
    bool passes = copy->by_server || told <= LARGEST_PASSING_PART;
    if (passes && multipart_etag_fits(source->size, told, parts))
        *part_size = told;
    return status;
}

enum status multipart_copy_begin(struct transfer_worker *worker, struct sync_result *result,
                                 struct large_transfer **large, bool *changed,
                                 const struct sync_action *action, bool by_server,
                                 struct error *error) {
    const struct transfer_options *options = &worker->settings->options;
    enum content_checksum_algorithm algorithm =
        options->object == NULL ? CONTENT_CHECKSUM_NONE : options->object->algorithm;
    struct multipart_copy *copy = calloc(1, sizeof *copy);
    struct header_list headers = {NULL, 0, 0};
    struct part_plan plan;
    if (copy == NULL)
        return error_no_memory(error, "a copy");
    copy->base.calls = &CALLS;
    copy->action = action;
    copy->by_server = by_server;
    copy->uploads = options->uploads;
    uint64_t part_size = options->part_size;
    if (by_server && options->copy_threshold >= SERVER_PART_SIZE)
        part_size = SERVER_PART_SIZE;
    enum status status = look_at_source(copy, worker, result, changed, error);
    if (status == STATUS_OK)
        status = create_headers(copy, worker, result, &headers, algorithm, error);
    if (status == STATUS_OK)
        status = choose_part_size(copy, worker, result, &part_size, part_size, error);
    if (status == STATUS_OK)
        status = part_plan_init(&plan, copy->source.size, part_size, error);
    if (status == STATUS_OK)
        status = multipart_parts_init(&copy->parts, &plan, algorithm, error);
    if (status == STATUS_OK)
        status = multipart_create(worker->target, &copy->upload_id, result, copy->uploads,
                                  action->target, &headers, error);
    header_list_release(&headers);
    if (status != STATUS_OK) {
        free_copy(&copy->base);
        return status;
    }
    copy->base.part_count = plan.count;
    *large = &copy->base;
    return STATUS_OK;
}
