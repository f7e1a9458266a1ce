#include "tools/s3/file_upload.h"

#include <string.h>

#include "tools/s3/content_hash.h"
#include "tools/s3/local_file.h"
#include "tools/s3/multipart_upload.h"
#include "tools/s3/object_facts.h"

static enum status make_headers(struct header_list *headers, const struct object_options *options,
                                const struct content_hash *hash, struct error *error) {
    enum status status = object_options_add_metadata(headers, options, hash->sha256, error);
    if (status == STATUS_OK)
        status = object_options_add(headers, options, error);
    if (status == STATUS_OK)
        status = content_hash_add_header(hash, headers, error);
    if (status == STATUS_OK && options != NULL && options->no_overwrite)
        status = header_list_add(headers, "If-None-Match", "*", error);
    return status;
}

/*
 * The server refused because there is an object: whether it is the same, perhaps from an attempt of
 * ours whose answer was lost.
 */
static enum status judge_existing(struct s3_client *client, struct sync_result *result,
                                  const char *key, uint64_t size, const char *sha256,
                                  struct error *error) {
    struct object_facts facts;
    enum status status = object_facts_ask(client, &facts, &result->attempts, key, error);
    if (status != STATUS_OK)
        return status;
    if (facts.exists && facts.size == size && strcmp(facts.sha256, sha256) == 0) {
        memcpy(result->etag, facts.etag, sizeof result->etag);
        return STATUS_OK;
    }
    status = object_facts_confirm_existing(&facts, client, key, error);
    result->kept = status == STATUS_OK;
    return status;
}

static enum status put(struct transfer_worker *worker, struct sync_result *result, bool *changed,
                       const struct sync_action *action, struct local_file *file,
                       const struct content_hash *hash, struct error *error) {
    const struct object_options *options = worker->settings->options.object;
    struct header_list headers = {NULL, 0, 0};
    enum status status = make_headers(&headers, options, hash, error);
    if (status == STATUS_OK) {
        const struct s3_request request = {.operation = "PutObject",
                                           .method = "PUT",
                                           .key = action->target,
                                           .query = "",
                                           .headers = &headers,
                                           .payload_hash = hash->sha256,
                                           .has_body = true,
                                           .body_descriptor = file->descriptor,
                                           .body_size = file->state.size,
                                           .answer_has_etag = true,
                                           .accept = content_hash_accepts,
                                           .accept_context = (void *)hash,
                                           .still_valid = local_file_unchanged,
                                           .valid_context = file};
        struct s3_answer answer;
        status = s3_client_send(worker->target, &answer, &request, error);
        result->attempts += answer.attempts;
        result->hopeless = answer.hopeless || answer.no_network;
        *changed = answer.invalid || (status == STATUS_OK && !local_file_unchanged(file));
        object_facts_copy_etag(result->etag, answer.etag);
        if (status != STATUS_OK)
            object_options_explain_refusal(options, answer.http_status, error);
        if (status != STATUS_OK && answer.http_status == 412 && options != NULL &&
            options->no_overwrite)
            status = judge_existing(worker->target, result, action->target, file->state.size,
                                    hash->sha256, error);
    }
    header_list_release(&headers);
    return status;
}

/* The hash of the file: the plan's, if that is of the same state of the file, or computed. */
static enum status hash_file(struct transfer_worker *worker, struct content_hash *hash,
                             bool *changed, const struct sync_action *action,
                             const struct local_file *file, struct error *error) {
    const struct object_options *options = worker->settings->options.object;
    enum content_checksum_algorithm algorithm =
        options == NULL ? CONTENT_CHECKSUM_NONE : options->algorithm;
    bool no_crc = algorithm == CONTENT_CHECKSUM_NONE || algorithm == CONTENT_CHECKSUM_SHA256;
    if (no_crc && local_file_is_planned(file, action)) {
        content_hash_of_known(hash, algorithm, action->sha256);
        return STATUS_OK;
    }
    return content_hash_of_range(hash, changed, worker, file->descriptor, file->path, 0,
                                 file->state.size, algorithm, error);
}

/* Hashes the file as it is now, and sends it. */
static enum status hash_and_put(struct transfer_worker *worker, struct sync_result *result,
                                bool *changed, const struct sync_action *action,
                                struct local_file *file, struct error *error) {
    struct content_hash hash;
    result->bytes = file->state.size;
    enum status status = hash_file(worker, &hash, changed, action, file, error);
    if (status != STATUS_OK)
        return status;
    if (!local_file_unchanged(file)) {
        *changed = true;
        return error_set(error, STATUS_FAILED, "'%s' changed while it was read", file->path);
    }
    status = put(worker, result, changed, action, file, &hash, error);
    if (status == STATUS_OK && !result->kept)
        memcpy(result->sha256, hash.sha256, SHA256_HEX_SIZE);
    return status;
}

enum status file_upload(struct transfer_worker *worker, struct sync_result *result,
                        struct large_transfer **large, bool *changed,
                        const struct sync_action *action, struct error *error) {
    const struct transfer_options *options = &worker->settings->options;
    struct local_file file;
    enum status status = local_file_open(&file, action->source, error);
    if (status != STATUS_OK)
        return status;
    uint64_t size = file.state.size;
    bool in_parts =
        size > 0 && (size >= options->multipart_threshold || size > FILE_UPLOAD_LARGEST_PUT);
    if (in_parts)
        status = multipart_upload_begin(worker, result, large, changed, action, &file, error);
    else
        status = hash_and_put(worker, result, changed, action, &file, error);
    local_file_close(&file);
    if (status != STATUS_OK && result->attempts > 0)
        error_prefix(error, "'%s' is not uploaded", action->source);
    return status;
}
