#include "tools/s3/object_range.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The ETag that the object must have: the one asked for, or the one that the first answer told. */
static const char *wanted_etag(const struct object_range *range) {
    return *range->etag != '\0' ? range->etag : range->facts.etag;
}

static enum status prepare(void *context, struct header_list *headers, struct error *error) {
    struct object_range *range = context;
    char text[OBJECT_FACTS_ETAG_SIZE + 64];
    enum status status = STATUS_OK;
    range->fresh = true;
    if (*wanted_etag(range) != '\0') {
        snprintf(text, sizeof text, "\"%s\"", wanted_etag(range));
        status = header_list_add(headers, "If-Match", text, error);
    }
    unsigned long long first = range->offset + range->got;
    if (range->length != OBJECT_RANGE_WHOLE)
        snprintf(text, sizeof text, "bytes=%llu-%llu", first,
                 (unsigned long long)(range->offset + range->length - 1));
    else if (range->got > 0)
        snprintf(text, sizeof text, "bytes=%llu-", first);
    else
        return status;
    if (status == STATUS_OK)
        status = header_list_add(headers, "Range", text, error);
    return status;
}

static void take_facts(struct object_range *range) {
    const struct http_response *response = &range->client->response;
    const char *etag = http_response_header(response, "ETag");
    const char *sha256 = http_response_header(response, "x-amz-meta-sha256");
    const char *encryption = http_response_header(response, "x-amz-server-side-encryption");
    range->facts = (struct object_range_facts){.sha256 = ""};
    if (etag != NULL)
        object_facts_copy_etag(range->facts.etag, etag);
    if (sha256 != NULL && strlen(sha256) == SHA256_HEX_SIZE - 1)
        memcpy(range->facts.sha256, sha256, SHA256_HEX_SIZE);
    range->facts.encrypted_etag =
        (encryption != NULL && strncmp(encryption, "aws:kms", 7) == 0) ||
        http_response_header(response, "x-amz-server-side-encryption-customer-algorithm") != NULL;
}

/* Forgets what has come: the server begins again. */
static enum status begin_again(struct object_range *range, struct error *error) {
    range->got = 0;
    if (range->hasher == NULL)
        return STATUS_OK;
    enum content_checksum_algorithm algorithm = range->hasher->algorithm;
    content_hasher_release(range->hasher);
    return content_hasher_init(range->hasher, algorithm, error);
}

/* Whether a whole object is what was asked for, perhaps as a range. */
static bool is_all(const struct object_range *range) {
    const char *length = http_response_header(&range->client->response, "Content-Length");
    return range->length == OBJECT_RANGE_WHOLE ||
           (range->offset == 0 && length != NULL && strtoull(length, NULL, 10) == range->length);
}

/* The beginning of an answer: whether it is the range that was asked for. */
static enum status begin(struct object_range *range, long http_status, struct error *error) {
    const char *told = http_response_header(&range->client->response, "Content-Range");
    char wanted[OBJECT_FACTS_ETAG_SIZE];
    snprintf(wanted, sizeof wanted, "%s", wanted_etag(range));
    range->fresh = false;
    take_facts(range);
    /* A proxy's page, an error with status 200: the client tries again. */
    range->foreign = range->facts.etag[0] == '\0';
    if (range->foreign) {
        snprintf(range->facts.etag, sizeof range->facts.etag, "%s", wanted);
        return STATUS_OK;
    }
    range->gone = *wanted != '\0' && strcmp(wanted, range->facts.etag) != 0;
    if (range->gone)
        return object_facts_say_replaced(range->client, range->key, error);
    if (http_status == 200 && is_all(range))
        return range->got > 0 ? begin_again(range, error) : STATUS_OK;
    range->ignored = http_status == 200;
    if (range->ignored)
        return error_set(error, STATUS_FAILED,
                         "GetObject of 's3://%s/%s' was answered with all of it instead of a range",
                         range->client->session->options.bucket, range->key);
    /* What a proxy mixed up is asked for again. */
    unsigned long long first = 0;
    range->foreign = told == NULL || sscanf(told, "bytes %llu-", &first) != 1 ||
                     first != range->offset + range->got;
    return STATUS_OK;
}

/* How many bytes have to come; UINT64_MAX: what comes. A known object has a known size. */
static uint64_t wanted_bytes(const struct object_range *range) {
    return range->length == OBJECT_RANGE_WHOLE && *range->etag != '\0' ? range->size
                                                                       : range->length;
}

static enum status take(void *context, long http_status, const void *bytes, size_t size,
                        struct error *error) {
    struct object_range *range = context;
    enum status status = range->fresh ? begin(range, http_status, error) : STATUS_OK;
    if (status == STATUS_OK && range->foreign)
        return STATUS_OK;
    range->too_long = status == STATUS_OK && size > wanted_bytes(range) - range->got;
    if (range->too_long)
        status = error_set(error, STATUS_FAILED, "'s3://%s/%s' is longer than the server said",
                           range->client->session->options.bucket, range->key);
    if (status == STATUS_OK && range->hasher != NULL)
        status = content_hasher_update(range->hasher, bytes, size, error);
    const unsigned char *at = bytes;
    while (size > 0 && status == STATUS_OK) {
        ssize_t count =
            pwrite(range->descriptor, at, size, (off_t)(range->file_offset + range->got));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            range->disk_full = errno == ENOSPC || errno == EDQUOT;
            return error_system(error, errno, "cannot write", range->path);
        }
        at += count;
        size -= (size_t)count;
        range->got += (uint64_t)count;
    }
    return status;
}

/* An answer may be whole and yet not all that was asked for; the next attempt goes on behind it. */
static bool is_complete(void *context, const struct http_response *response) {
    const struct object_range *range = context;
    (void)response;
    uint64_t wanted = wanted_bytes(range);
    if (range->fresh) /* nothing came: an empty object, or an empty answer */
        return wanted == UINT64_MAX || wanted == 0;
    return !range->foreign && (wanted == UINT64_MAX || range->got == wanted);
}

enum status object_range_get(struct object_range *range, struct s3_client *client,
                             struct sync_result *result, struct error *error) {
    const struct s3_request request = {.operation = "GetObject",
                                       .method = "GET",
                                       .key = range->key,
                                       .query = "",
                                       .payload_hash = S3_CLIENT_EMPTY_HASH,
                                       .answer_has_etag = true,
                                       .accept = is_complete,
                                       .accept_context = range,
                                       .sink = take,
                                       .sink_context = range,
                                       .prepare = prepare,
                                       .prepare_context = range};
    struct s3_answer answer;
    range->client = client;
    enum status status = s3_client_send(client, &answer, &request, error);
    result->attempts += answer.attempts;
    /* On a full disk no other file will fare better. */
    result->hopeless = result->hopeless || answer.hopeless || answer.no_network || range->disk_full;
    if (status == STATUS_OK && range->fresh)
        take_facts(range); /* an empty object */
    range->gone = range->gone || (status != STATUS_OK && !answer.hopeless &&
                                  (answer.http_status == 412 || answer.http_status == 404));
    if (range->gone)
        return object_facts_say_replaced(client, range->key, error);
    return status;
}
