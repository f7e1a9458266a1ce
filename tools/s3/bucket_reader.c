#include "tools/s3/bucket_reader.h"

#include <stdio.h>
#include <stdlib.h>

/* Answers to a request for which we have no permission: no other of its kind will fare better. */
static bool is_denied(const struct s3_answer *answer) {
    return answer->http_status == 401 || answer->http_status == 403;
}

static bool is_code(const struct s3_answer *answer, const char *code) {
    return strcmp(answer->s3_error.code, code) == 0;
}

static enum status list(struct bucket_reader *reader, bool *denied, const char *prefix,
                        uint64_t most, s3_list_function *function, void *context,
                        struct error *error) {
    struct s3_answer answer = {.http_status = 0};
    enum status status =
        s3_list_objects(&reader->client, &answer, prefix, most, function, context, error);
    /* Wrong keys are told as such; what is left is a policy that does not let us list. */
    *denied = status != STATUS_OK && answer.http_status == 403 && is_code(&answer, "AccessDenied");
    return *denied ? STATUS_OK : status;
}

static const char *header(const struct bucket_reader *reader, const char *name) {
    const char *value = http_response_header(&reader->client.response, name);
    return value == NULL ? "" : value;
}

static uint64_t length_header(const struct bucket_reader *reader) {
    return strtoull(header(reader, "Content-Length"), NULL, 10);
}

static void copy_unquoted(char *field, size_t size, const char *etag) {
    size_t length = strlen(etag);
    bool quoted = length >= 2 && etag[0] == '"' && etag[length - 1] == '"';
    if (quoted) {
        etag++;
        length -= 2;
    }
    snprintf(field, size, "%.*s", length < size ? (int)length : 0, etag);
}

static bool is_sha256(const char *text) {
    return strlen(text) == SHA256_HEX_SIZE - 1 &&
           strspn(text, "0123456789abcdef") == SHA256_HEX_SIZE - 1;
}

/* Sends a HEAD; "not there" and "not allowed" are answers, too. */
static enum status send_head(struct bucket_reader *reader, struct s3_answer *answer,
                             const char *key, const char *query, struct error *error) {
    const struct s3_request request = {.operation = "HeadObject",
                                       .method = "HEAD",
                                       .key = key,
                                       .query = query,
                                       .payload_hash = S3_CLIENT_EMPTY_HASH};
    enum status status = s3_client_send(&reader->client, answer, &request, error);
    bool told = answer->http_status == 404 || is_denied(answer) || answer->http_status == 400 ||
                answer->http_status == 405 || answer->http_status == 416;
    return status != STATUS_OK && told ? STATUS_OK : status;
}

static enum status head(struct bucket_reader *reader, struct object_head *got, const char *key,
                        struct error *error) {
    struct s3_answer answer;
    *got = (struct object_head){.denied = reader->head_denied};
    if (reader->head_denied)
        return STATUS_OK;
    enum status status = send_head(reader, &answer, key, "", error);
    if (status != STATUS_OK)
        return status;
    got->exists = answer.http_status == 200;
    got->denied = !got->exists && answer.http_status != 404;
    /* SSE-C objects answer 400 to whoever does not have their key: that is about one object. */
    reader->head_denied = is_denied(&answer);
    if (!got->exists)
        return STATUS_OK;
    got->size = length_header(reader);
    copy_unquoted(got->etag, sizeof got->etag, header(reader, "ETag"));
    const char *sha256 = header(reader, "x-amz-meta-sha256");
    if (is_sha256(sha256))
        memcpy(got->sha256, sha256, SHA256_HEX_SIZE);
    got->encrypted_etag =
        strncmp(header(reader, "x-amz-server-side-encryption"), "aws:kms", 7) == 0 ||
        *header(reader, "x-amz-server-side-encryption-customer-algorithm") != '\0';
    return STATUS_OK;
}

static enum status part_size(struct bucket_reader *reader, uint64_t *size, const char *key,
                             struct error *error) {
    struct s3_answer answer;
    *size = 0;
    enum status status = send_head(reader, &answer, key, "partNumber=1", error);
    /* Servers that do not know partNumber answer 200 with the whole object's length. */
    if (status == STATUS_OK &&
        (answer.http_status == 206 ||
         (answer.http_status == 200 && *header(reader, "x-amz-mp-parts-count") != '\0')))
        *size = length_header(reader);
    return status;
}

static enum status read_whole(struct bucket_reader *reader, struct buffer *content, bool *found,
                              const char *key, size_t limit, struct error *error) {
    struct s3_answer answer;
    const struct s3_request request = {.operation = "GetObject",
                                       .method = "GET",
                                       .key = key,
                                       .query = "",
                                       .payload_hash = S3_CLIENT_EMPTY_HASH};
    enum status status = s3_client_send(&reader->client, &answer, &request, error);
    const struct buffer *body = &reader->client.response.body;
    *found = status == STATUS_OK && body->size <= limit;
    /* Temporary failures stay failures: whoever asks would draw wrong conclusions. */
    if (status != STATUS_OK && status != STATUS_TEMPORARY && status != STATUS_NO_MEMORY)
        return STATUS_OK;
    return *found ? buffer_append(content, body->data, body->size, error) : status;
}

/* A download that is only hashed. */
struct hashing {
    struct sha256 hash;
    uint64_t taken;
};

static enum status take_bytes(void *context, long http_status, const void *bytes, size_t size,
                              struct error *error) {
    struct hashing *hashing = context;
    (void)http_status;
    hashing->taken += size;
    return sha256_update(&hashing->hash, bytes, size, error);
}

/* Each attempt begins anew: bytes of one that broke off do not count. */
static enum status start_again(void *context, struct header_list *headers, struct error *error) {
    struct hashing *hashing = context;
    unsigned char ignored[SHA256_SIZE];
    (void)headers;
    hashing->taken = 0;
    return sha256_finish(&hashing->hash, ignored, error);
}

static enum status hash_object(struct bucket_reader *reader, char sha256[SHA256_HEX_SIZE],
                               const char *key, const char *etag, uint64_t size,
                               struct error *error) {
    struct hashing hashing = {.taken = 0};
    struct s3_answer answer;
    unsigned char digest[SHA256_SIZE];
    char got[SYNC_ACTION_ETAG_SIZE];
    *sha256 = '\0';
    enum status status = sha256_init(&hashing.hash, error);
    if (status != STATUS_OK)
        return status;
    const struct s3_request request = {.operation = "GetObject",
                                       .method = "GET",
                                       .key = key,
                                       .query = "",
                                       .payload_hash = S3_CLIENT_EMPTY_HASH,
                                       .sink = take_bytes,
                                       .sink_context = &hashing,
                                       .prepare = start_again,
                                       .prepare_context = &hashing};
    status = s3_client_send(&reader->client, &answer, &request, error);
    if (status == STATUS_OK)
        status = sha256_finish(&hashing.hash, digest, error);
    copy_unquoted(got, sizeof got, answer.etag);
    if (status == STATUS_OK && hashing.taken == size && strcmp(got, etag) == 0)
        sha256_to_hex(digest, sha256);
    sha256_release(&hashing.hash);
    bool told = answer.http_status == 404 || is_denied(&answer);
    return status != STATUS_OK && told ? STATUS_OK : status;
}

static enum status another(struct bucket_reader *made, const struct bucket_reader *like,
                           struct error *error) {
    *made = (struct bucket_reader){
        .calls = like->calls, .endpoint = like->endpoint, .bucket = like->bucket};
    return s3_client_init(&made->client, like->client.session, error);
}

static const struct bucket_reader_calls CALLS = {
    list, head, part_size, read_whole, hash_object, another, bucket_reader_release};

enum status bucket_reader_init(struct bucket_reader *reader, struct s3_session *session,
                               const char *endpoint, struct error *error) {
    *reader = (struct bucket_reader){.calls = &CALLS,
                                     .endpoint = endpoint == NULL ? "aws" : endpoint,
                                     .bucket = session->options.bucket};
    return s3_client_init(&reader->client, session, error);
}

void bucket_reader_release(struct bucket_reader *reader) {
    if (reader->client.session != NULL)
        s3_client_release(&reader->client);
    reader->client.session = NULL;
}
