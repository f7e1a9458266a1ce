#include "tools/s3/object_facts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/s3/s3_list.h"

void object_facts_copy_etag(char etag[OBJECT_FACTS_ETAG_SIZE], const char *told) {
    size_t length = strlen(told);
    if (length >= 2 && told[0] == '"' && told[length - 1] == '"') {
        told++;
        length -= 2;
    }
    snprintf(etag, OBJECT_FACTS_ETAG_SIZE, "%.*s",
             length < OBJECT_FACTS_ETAG_SIZE ? (int)length : 0, told);
}

static void take_head(struct object_facts *facts, const struct http_response *response) {
    const char *length = http_response_header(response, "Content-Length");
    const char *etag = http_response_header(response, "ETag");
    const char *sha256 = http_response_header(response, "x-amz-meta-sha256");
    facts->exists = true;
    facts->size = length == NULL ? UINT64_MAX : strtoull(length, NULL, 10);
    if (etag != NULL)
        object_facts_copy_etag(facts->etag, etag);
    if (sha256 != NULL && strlen(sha256) == SHA256_HEX_SIZE - 1)
        memcpy(facts->sha256, sha256, SHA256_HEX_SIZE);
}

struct wanted_key {
    const char *key;
    struct object_facts *facts;
};

static enum status take_listed(void *context, const struct s3_list_object *object,
                               struct error *error) {
    const struct wanted_key *wanted = context;
    (void)error;
    if (strcmp(object->key, wanted->key) == 0) {
        wanted->facts->exists = true;
        wanted->facts->size = object->size;
        object_facts_copy_etag(wanted->facts->etag, object->etag);
    }
    return STATUS_OK;
}

/* The key itself is the first of all keys that begin with it. */
static enum status ask_listing(struct s3_client *client, struct object_facts *facts,
                               uint64_t *attempts, const char *key, struct error *error) {
    struct wanted_key wanted = {key, facts};
    struct s3_answer answer;
    enum status status = s3_list_objects(client, &answer, key, 1, take_listed, &wanted, error);
    *attempts += answer.attempts;
    facts->listed = true;
    if (status != STATUS_OK && answer.http_status == 403) {
        facts->hidden = true;
        return STATUS_OK;
    }
    return status;
}

enum status object_facts_ask(struct s3_client *client, struct object_facts *facts,
                             uint64_t *attempts, const char *key, struct error *error) {
    const struct s3_request request = {.operation = "HeadObject",
                                       .method = "HEAD",
                                       .key = key,
                                       .query = "",
                                       .payload_hash = S3_CLIENT_EMPTY_HASH,
                                       .answer_has_etag = true};
    struct s3_answer answer;
    *facts = (struct object_facts){.exists = false};
    enum status status = s3_client_send(client, &answer, &request, error);
    *attempts += answer.attempts;
    if (status == STATUS_OK) {
        take_head(facts, &client->response);
        return STATUS_OK;
    }
    if (answer.http_status == 404)
        return STATUS_OK;
    if (answer.http_status == 403)
        return ask_listing(client, facts, attempts, key, error);
    return status;
}

enum status object_facts_confirm(const struct object_facts *facts, const struct s3_client *client,
                                 const char *key, uint64_t size, const char *sha256,
                                 const char *etag, struct error *error) {
    const char *bucket = client->session->options.bucket;
    if (facts->hidden)
        return STATUS_OK;
    if (!facts->exists)
        return error_set(error, STATUS_FAILED,
                         "'s3://%s/%s' is not there although the server said so; run again", bucket,
                         key);
    if (facts->size != size)
        return error_set(error, STATUS_FAILED,
                         "'s3://%s/%s' has %llu bytes instead of %llu: another wrote it, or the "
                         "server lost some; run again",
                         bucket, key, (unsigned long long)facts->size, (unsigned long long)size);
    bool other_hash =
        *sha256 != '\0' && facts->sha256[0] != '\0' && strcmp(facts->sha256, sha256) != 0;
    bool other_etag = *etag != '\0' && facts->etag[0] != '\0' && strcmp(facts->etag, etag) != 0;
    if (other_hash || other_etag)
        return error_set(error, STATUS_FAILED,
                         "'s3://%s/%s' is another object than the one just made (its %s differs): "
                         "another wrote it; run again",
                         bucket, key, other_hash ? "sha256" : "ETag");
    return STATUS_OK;
}

enum status object_facts_confirm_existing(const struct object_facts *facts,
                                          const struct s3_client *client, const char *key,
                                          struct error *error) {
    if (facts->exists || facts->hidden)
        return STATUS_OK;
    return error_set(error, STATUS_TEMPORARY,
                     "'s3://%s/%s' existed when it was to be made, and does no more; run again",
                     client->session->options.bucket, key);
}

enum status object_facts_say_replaced(const struct s3_client *client, const char *key,
                                      struct error *error) {
    return error_set(error, STATUS_FAILED,
                     "'s3://%s/%s' is not the object any more that was listed; run again",
                     client->session->options.bucket, key);
}

enum status object_facts_ask_part(struct s3_client *client, uint64_t *size, uint64_t *attempts,
                                  const char *key, unsigned number, struct error *error) {
    char query[32];
    struct s3_answer answer;
    snprintf(query, sizeof query, "partNumber=%u", number);
    const struct s3_request request = {.operation = "HeadObject",
                                       .method = "HEAD",
                                       .key = key,
                                       .query = query,
                                       .payload_hash = S3_CLIENT_EMPTY_HASH};
    *size = 0;
    enum status status = s3_client_send(client, &answer, &request, error);
    *attempts += answer.attempts;
    /* Servers that do not know partNumber refuse, or answer 200 with the length of the whole. */
    if (status == STATUS_FAILED && answer.http_status != 0 && !answer.hopeless)
        return STATUS_OK;
    const char *length = http_response_header(&client->response, "Content-Length");
    const char *count = http_response_header(&client->response, "x-amz-mp-parts-count");
    bool told = answer.http_status == 206 || (answer.http_status == 200 && count != NULL);
    if (status == STATUS_OK && told && length != NULL)
        *size = strtoull(length, NULL, 10);
    return status;
}
