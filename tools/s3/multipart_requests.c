#include "tools/s3/multipart_requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/s3/multipart_documents.h"
#include "tools/s3/part_plan.h"
#include "tools/s3/stale_uploads.h"
#include "tools/s3/uri_encoding.h"

/* Sends, and books what it took. */
static enum status send(struct s3_client *client, struct s3_answer *answer,
                        struct sync_result *result, const struct s3_request *request,
                        struct error *error) {
    enum status status = s3_client_send(client, answer, request, error);
    result->attempts += answer->attempts;
    result->hopeless = result->hopeless || answer->hopeless || answer->no_network;
    return status;
}

/* "<before>uploadId=<encoded>", with a NUL behind. */
static enum status make_query(struct buffer *query, const char *before, const char *upload_id,
                              struct error *error) {
    enum status status = buffer_format(query, error, "%suploadId=", before);
    if (status == STATUS_OK)
        status = uri_encoding_append(query, view_of_string(upload_id), false, error);
    if (status == STATUS_OK)
        status = buffer_append(query, "", 1, error);
    return status;
}

static bool is_creation(void *context, const struct http_response *response) {
    char **upload_id = context;
    free(*upload_id);
    *upload_id = multipart_documents_upload_id(buffer_view(&response->body));
    return *upload_id != NULL;
}

enum status multipart_create(struct s3_client *client, char **upload_id, struct sync_result *result,
                             struct open_uploads *uploads, const char *key,
                             const struct header_list *headers, struct error *error) {
    int64_t begin = (int64_t)time(NULL);
    *upload_id = NULL;
    if (!open_uploads_creating(uploads))
        return error_set(error, STATUS_FAILED, "given up because the run stops");
    const struct s3_request request = {.operation = "CreateMultipartUpload",
                                       .method = "POST",
                                       .key = key,
                                       .query = "uploads=",
                                       .headers = headers,
                                       .payload_hash = S3_CLIENT_EMPTY_HASH,
                                       .has_body = true,
                                       .body_bytes = "",
                                       .accept = is_creation,
                                       .accept_context = upload_id};
    struct s3_answer answer;
    enum status status = send(client, &answer, result, &request, error);
    if (status != STATUS_OK) {
        free(*upload_id);
        *upload_id = NULL;
    }
    open_uploads_created(uploads, key, *upload_id);
    /* An attempt without an answer may have begun one, too. */
    if (status == STATUS_OK && answer.attempts > 1)
        stale_uploads_abort_lost(client, key, *upload_id, begin, (int64_t)time(NULL));
    return status;
}

/* Sends a request about one part. */
static enum status send_part(struct s3_client *client, struct s3_answer *answer,
                             struct sync_result *result, const struct multipart_part *part,
                             struct s3_request *request, struct error *error) {
    char before[48];
    struct buffer query = BUFFER_INIT;
    snprintf(before, sizeof before, "partNumber=%u&", part->number);
    enum status status = make_query(&query, before, part->upload_id, error);
    *answer = (struct s3_answer){.http_status = 0};
    if (status == STATUS_OK) {
        request->key = part->key;
        request->query = (const char *)query.data;
        request->headers = part->headers;
        request->payload_hash = part->payload_hash;
        request->still_valid = part->still_valid;
        request->valid_context = part->valid_context;
        status = send(client, answer, result, request, error);
    }
    buffer_release(&query);
    return status;
}

static bool is_code(const struct s3_answer *answer, const char *code) {
    return strcmp(answer->s3_error.code, code) == 0;
}

/* Whether a request failed because there is no such upload. */
static bool is_gone(const struct s3_answer *answer) {
    return !answer->hopeless && (answer->http_status == 404 || is_code(answer, "NoSuchUpload"));
}

enum status multipart_upload_part(struct s3_client *client, char **etag, struct sync_result *result,
                                  struct multipart_part_failure *failure,
                                  const struct multipart_part *part, struct error *error) {
    struct s3_answer answer;
    struct s3_request request = {.operation = "UploadPart",
                                 .method = "PUT",
                                 .has_body = true,
                                 .body_descriptor = part->descriptor,
                                 .body_size = part->length,
                                 .body_offset = part->offset,
                                 .answer_has_etag = true,
                                 .accept = part->accept,
                                 .accept_context = part->accept_context};
    *etag = NULL;
    enum status status = send_part(client, &answer, result, part, &request, error);
    *failure = (struct multipart_part_failure){.gone = status != STATUS_OK && is_gone(&answer)};
    if (status == STATUS_OK && (*etag = strdup(answer.etag)) == NULL)
        status = error_no_memory(error, "the parts of an upload");
    return status;
}

static bool is_copy(void *context, const struct http_response *response) {
    struct multipart_copied *copied = context;
    struct view body = buffer_view(&response->body);
    free(copied->etag);
    copied->etag = multipart_documents_copy_etag(body);
    copied->has_checksum =
        multipart_documents_copy_checksum(&copied->checksum, body, copied->algorithm);
    return copied->etag != NULL;
}

bool multipart_copy_is_refused(const struct s3_answer *answer) {
    bool unknown = answer->http_status == 501 || answer->http_status == 405;
    /* AWS calls it InvalidRequest when a copy may not cross regions or endpoints. */
    return !answer->hopeless &&
           (unknown || is_code(answer, "AccessDenied") || is_code(answer, "InvalidRequest"));
}

enum status multipart_copy_part(struct s3_client *client, struct multipart_copied *copied,
                                struct sync_result *result, struct multipart_part_failure *failure,
                                const struct multipart_part *part, struct error *error) {
    struct s3_answer answer;
    copied->etag = NULL;
    struct s3_request request = {.operation = "UploadPartCopy",
                                 .method = "PUT",
                                 .has_body = true,
                                 .body_bytes = "",
                                 .accept = is_copy,
                                 .accept_context = copied};
    enum status status = send_part(client, &answer, result, part, &request, error);
    *failure = (struct multipart_part_failure){.gone = false};
    if (status != STATUS_OK) {
        failure->source_changed = answer.http_status == 412 || is_code(&answer, "NoSuchKey");
        failure->gone = !failure->source_changed && is_gone(&answer);
        failure->refused = multipart_copy_is_refused(&answer);
        free(copied->etag);
        copied->etag = NULL;
    } else if (copied->algorithm != CONTENT_CHECKSUM_NONE && !copied->has_checksum) {
        failure->refused = true;
        status =
            error_set(error, STATUS_FAILED,
                      "the server does not tell the checksum of what it copies from part %u of "
                      "'s3://%s/%s'",
                      part->number, client->session->options.bucket, part->key);
    }
    return status;
}

static bool is_page(void *context, const struct http_response *response) {
    (void)context;
    struct view body = buffer_view(&response->body);
    return memmem(body.data, body.size, "ListPartsResult", strlen("ListPartsResult")) != NULL;
}

static enum status list_page(struct s3_client *client, struct sync_result *result, bool *gone,
                             const char *key, const char *upload_id, unsigned marker,
                             struct error *error) {
    char before[64];
    struct buffer query = BUFFER_INIT;
    snprintf(before, sizeof before, "max-parts=1000&part-number-marker=%u&", marker);
    enum status status = make_query(&query, before, upload_id, error);
    if (status == STATUS_OK) {
        const struct s3_request request = {.operation = "ListParts",
                                           .method = "GET",
                                           .key = key,
                                           .query = (const char *)query.data,
                                           .payload_hash = S3_CLIENT_EMPTY_HASH,
                                           .accept = is_page};
        struct s3_answer answer;
        status = send(client, &answer, result, &request, error);
        *gone = status != STATUS_OK && answer.http_status == 404 && !answer.hopeless;
    }
    buffer_release(&query);
    return *gone ? STATUS_OK : status;
}

enum status multipart_list_parts(struct s3_client *client, struct sync_result *result, bool *gone,
                                 const char *key, const char *upload_id,
                                 multipart_part_function *function, void *context,
                                 struct error *error) {
    unsigned marker = 0;
    *gone = false;
    for (;;) {
        struct multipart_documents_page page;
        enum status status = list_page(client, result, gone, key, upload_id, marker, error);
        if (status != STATUS_OK || *gone)
            return status;
        multipart_documents_parts(&page, buffer_view(&client->response.body), function, context);
        if (!page.is_page)
            return error_set(error, STATUS_FAILED,
                             "ListParts of 's3://%s/%s' was answered with something else",
                             client->session->options.bucket, key);
        /* A page that leads nowhere new is the last one: what it lacks is sent again. */
        if (!page.truncated || page.next_marker <= marker ||
            page.next_marker >= PART_PLAN_MOST_PARTS)
            return STATUS_OK;
        marker = page.next_marker;
    }
}

struct completion_check {
    struct multipart_completion *completion;
    enum content_checksum_algorithm algorithm;
};

static bool is_completion(void *context, const struct http_response *response) {
    const struct completion_check *check = context;
    return multipart_documents_completion(check->completion, buffer_view(&response->body),
                                          check->algorithm);
}

enum status multipart_complete(struct s3_client *client, struct multipart_completion *completion,
                               struct sync_result *result, const char *key, const char *upload_id,
                               const struct header_list *headers, struct view body,
                               enum content_checksum_algorithm algorithm, struct error *error) {
    struct completion_check check = {completion, algorithm};
    unsigned char digest[SHA256_SIZE];
    char hash[SHA256_HEX_SIZE];
    struct buffer query = BUFFER_INIT;
    *completion = (struct multipart_completion){.lost = false};
    enum status status = sha256_of(body.data, body.size, digest, error);
    if (status == STATUS_OK)
        status = make_query(&query, "", upload_id, error);
    if (status == STATUS_OK) {
        sha256_to_hex(digest, hash);
        const struct s3_request request = {.operation = "CompleteMultipartUpload",
                                           .method = "POST",
                                           .key = key,
                                           .query = (const char *)query.data,
                                           .headers = headers,
                                           .payload_hash = hash,
                                           .has_body = true,
                                           .body_bytes = body.data,
                                           .body_size = body.size,
                                           .accept = is_completion,
                                           .accept_context = &check};
        struct s3_answer answer;
        status = send(client, &answer, result, &request, error);
        bool failed = status != STATUS_OK;
        completion->http_status = answer.http_status;
        completion->exists =
            failed && (answer.http_status == 412 || is_code(&answer, "PreconditionFailed"));
        /* "CompleteMultipartUpload", Amazon S3 API reference: after a conflict, begin anew. */
        completion->lost = failed && (is_gone(&answer) || is_code(&answer, "InvalidPart") ||
                                      is_code(&answer, "ConditionalRequestConflict"));
        completion->hopeless = failed && answer.hopeless;
    }
    buffer_release(&query);
    return status;
}

enum status multipart_abort(struct s3_client *client, struct sync_result *result, const char *key,
                            const char *upload_id, struct error *error) {
    struct buffer query = BUFFER_INIT;
    enum status status = make_query(&query, "", upload_id, error);
    if (status == STATUS_OK) {
        const struct s3_request request = {.operation = "AbortMultipartUpload",
                                           .method = "DELETE",
                                           .key = key,
                                           .query = (const char *)query.data,
                                           .payload_hash = S3_CLIENT_EMPTY_HASH};
        struct s3_answer answer;
        status = send(client, &answer, result, &request, error);
        if (status != STATUS_OK && answer.http_status == 404)
            status = STATUS_OK;
    }
    buffer_release(&query);
    return status;
}
