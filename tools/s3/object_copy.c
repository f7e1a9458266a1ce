#include "tools/s3/object_copy.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/multipart_copy.h"
#include "tools/s3/multipart_documents.h"
#include "tools/s3/multipart_requests.h"
#include "tools/s3/object_headers.h"
#include "tools/s3/object_tags.h"
#include "tools/s3/passing_file.h"

/* Whether both buckets are at one server. */
static bool same_server(const struct transfer_worker *worker) {
    const char *from = worker->source->session->options.aws->endpoint_url;
    const char *to = worker->target->session->options.aws->endpoint_url;
    return from == to || (from != NULL && to != NULL && strcmp(from, to) == 0);
}

static bool is_copy(void *context, const struct http_response *response) {
    char **etag = context;
    free(*etag);
    *etag = multipart_documents_copy_etag(buffer_view(&response->body));
    return *etag != NULL;
}

/* Whether something is asked for that the server would otherwise take from the source. */
static bool replaces_metadata(const struct object_options *options) {
    return options != NULL && (options->metadata_count > 0 || options->content_type != NULL);
}

static enum status make_headers(struct header_list *headers, struct transfer_worker *worker,
                                struct sync_result *result, const struct sync_action *action,
                                struct error *error) {
    const struct object_options *options = worker->settings->options.object;
    struct object_facts facts;
    enum status status = object_headers_name_source(headers, worker->source->session,
                                                    action->source, action->source_etag, error);
    if (status == STATUS_OK && replaces_metadata(options)) {
        status = object_facts_ask(worker->source, &facts, &result->attempts, action->source, error);
        if (status == STATUS_OK)
            status = header_list_add(headers, "x-amz-metadata-directive", "REPLACE", error);
        if (status == STATUS_OK)
            status = object_headers_carry(headers, &worker->source->response, options, error);
    } else if (status == STATUS_OK) {
        status = object_options_add(headers, options, error);
    }
    if (status == STATUS_OK && options != NULL && options->tag_count > 0)
        status = header_list_add(headers, "x-amz-tagging-directive", "REPLACE", error);
    if (status == STATUS_OK && options != NULL && options->algorithm != CONTENT_CHECKSUM_NONE)
        status = header_list_add(headers, "x-amz-checksum-algorithm",
                                 content_checksum_name(options->algorithm), error);
    if (status == STATUS_OK && options != NULL && options->no_overwrite)
        status = header_list_add(headers, "If-None-Match", "*", error);
    return status;
}

/*
 * The server refused because of a condition: the target exists, and --no-overwrite keeps it, or the
 * source is another than the one listed.
 */
static enum status judge_condition(struct transfer_worker *worker, struct sync_result *result,
                                   bool *changed, const struct sync_action *action,
                                   struct error *error) {
    const struct object_options *options = worker->settings->options.object;
    struct object_facts facts;
    if (options != NULL && options->no_overwrite) {
        enum status status =
            object_facts_ask(worker->target, &facts, &result->attempts, action->target, error);
        if (status != STATUS_OK)
            return status;
        result->kept = facts.exists || facts.hidden;
        if (result->kept)
            return STATUS_OK;
    }
    *changed = !action->waits_for_all;
    return object_facts_say_replaced(worker->source, action->source, error);
}

/* CopyObject. *refused: it may well succeed by way of us. */
static enum status copy_by_server(struct transfer_worker *worker, struct sync_result *result,
                                  bool *refused, bool *changed, const struct sync_action *action,
                                  struct error *error) {
    struct header_list headers = {NULL, 0, 0};
    struct s3_answer answer;
    char *etag = NULL;
    *refused = false;
    enum status status = make_headers(&headers, worker, result, action, error);
    if (status == STATUS_OK) {
        const struct s3_request request = {.operation = "CopyObject",
                                           .method = "PUT",
                                           .key = action->target,
                                           .query = "",
                                           .headers = &headers,
                                           .payload_hash = S3_CLIENT_EMPTY_HASH,
                                           .has_body = true,
                                           .body_bytes = "",
                                           .accept = is_copy,
                                           .accept_context = &etag};
        status = s3_client_send(worker->target, &answer, &request, error);
        result->attempts += answer.attempts;
        result->hopeless = answer.hopeless || answer.no_network;
        *refused = status != STATUS_OK && multipart_copy_is_refused(&answer);
        /* One that is denied may be so for this object alone. */
        if (*refused && answer.http_status != 403)
            atomic_store(&worker->settings->no_server_copies, true);
        if (status != STATUS_OK && answer.http_status == 412)
            status = judge_condition(worker, result, changed, action, error);
    }
    if (status == STATUS_OK && !result->kept) {
        object_facts_copy_etag(result->etag, etag);
        memcpy(result->sha256, action->sha256, SHA256_HEX_SIZE);
        result->bytes = action->size;
    }
    free(etag);
    header_list_release(&headers);
    return status;
}

/* The server has an object already: perhaps ours, by an attempt whose answer was lost. */
static enum status judge_existing(struct transfer_worker *worker, struct sync_result *result,
                                  const struct sync_action *action, const struct content_hash *hash,
                                  struct error *error) {
    struct object_facts facts;
    enum status status =
        object_facts_ask(worker->target, &facts, &result->attempts, action->target, error);
    if (status == STATUS_OK)
        status = object_facts_confirm_existing(&facts, worker->target, action->target, error);
    result->kept = status == STATUS_OK && strcmp(facts.sha256, hash->sha256) != 0;
    return status;
}

/* PUT of what was got, with what came with it. */
static enum status put(struct transfer_worker *worker, struct sync_result *result,
                       const struct sync_action *action, const struct object_range *range,
                       const struct content_hash *hash, const struct header_list *headers,
                       struct error *error) {
    const struct s3_request request = {.operation = "PutObject",
                                       .method = "PUT",
                                       .key = action->target,
                                       .query = "",
                                       .headers = headers,
                                       .payload_hash = hash->sha256,
                                       .has_body = true,
                                       .body_descriptor = range->descriptor,
                                       .body_size = range->got,
                                       .answer_has_etag = true,
                                       .accept = content_hash_accepts,
                                       .accept_context = (void *)hash};
    struct s3_answer answer;
    enum status status = s3_client_send(worker->target, &answer, &request, error);
    result->attempts += answer.attempts;
    result->hopeless = answer.hopeless || answer.no_network;
    if (status == STATUS_OK) {
        object_facts_copy_etag(result->etag, answer.etag);
        memcpy(result->sha256, hash->sha256, SHA256_HEX_SIZE);
        result->bytes = range->got;
        return STATUS_OK;
    }
    object_options_explain_refusal(worker->settings->options.object, answer.http_status, error);
    return answer.http_status == 412 ? judge_existing(worker, result, action, hash, error) : status;
}

static enum status copy_through_us(struct transfer_worker *worker, struct sync_result *result,
                                   bool *changed, bool *damaged, const struct sync_action *action,
                                   struct error *error) {
    const struct object_options *options = worker->settings->options.object;
    struct object_range range = {.key = action->source,
                                 .etag = action->source_etag,
                                 .length = OBJECT_RANGE_WHOLE,
                                 .size = action->size};
    struct header_list headers = {NULL, 0, 0};
    struct content_hash hash;
    int descriptor = -1;
    enum status status = passing_file_fill(
        &descriptor, &hash, &range, worker,
        options == NULL ? CONTENT_CHECKSUM_NONE : options->algorithm, result, error);
    *changed = range.gone && !action->waits_for_all;
    *damaged = range.too_long;
    if (status != STATUS_OK)
        return status;
    const char *told = range.facts.sha256;
    *damaged = *told != '\0' && strcmp(told, hash.sha256) != 0;
    if (*told != '\0' && strcmp(told, hash.sha256) != 0)
        status =
            error_set(error, STATUS_FAILED, "what came of '%s' has the SHA-256 %s instead of %s",
                      action->source, hash.sha256, told);
    if (status == STATUS_OK && *told == '\0')
        status = header_list_add(&headers, "x-amz-meta-sha256", hash.sha256, error);
    if (status == STATUS_OK)
        status = object_headers_carry(&headers, &worker->source->response, options, error);
    if (status == STATUS_OK)
        status =
            object_tags_carry(&headers, worker->source, result, action->source, options, error);
    if (status == STATUS_OK)
        status = content_hash_add_header(&hash, &headers, error);
    if (status == STATUS_OK && options != NULL && options->no_overwrite)
        status = header_list_add(&headers, "If-None-Match", "*", error);
    if (status == STATUS_OK)
        status = put(worker, result, action, &range, &hash, &headers, error);
    header_list_release(&headers);
    close(descriptor);
    return status;
}

enum status object_copy(struct transfer_worker *worker, struct sync_result *result,
                        struct large_transfer **large, bool *changed,
                        const struct sync_action *action, struct error *error) {
    const struct transfer_options *options = &worker->settings->options;
    enum status status = STATUS_OK;
    bool refused = false, damaged = false;
    bool by_server = same_server(worker) && !atomic_load(&worker->settings->no_server_copies);
    if (by_server && action->size <= options->copy_threshold) {
        status = copy_by_server(worker, result, &refused, changed, action, error);
        by_server = false;
        if (!refused)
            goto out_explain;
    }
    if (by_server || action->size >= options->multipart_threshold)
        status = multipart_copy_begin(worker, result, large, changed, action, by_server, error);
    else
        status = copy_through_us(worker, result, changed, &damaged, action, error);
    /* What was damaged on its way to us is fetched once more. */
    if (status != STATUS_OK && damaged)
        status = copy_through_us(worker, result, changed, &damaged, action, error);
out_explain:
    if (status != STATUS_OK)
        error_prefix(error, "'%s' is not copied to '%s'", action->source, action->target);
    return status;
}
