#include "tools/s3/object_delete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/md5.h"
#include "tools/s3/base64.h"
#include "tools/s3/retry.h"
#include "tools/s3/s3_client.h"
#include "tools/s3/xml_reader.h"
#include "tools/s3/xml_text.h"

/* Below this, one request for each is as quick. */
static const size_t SMALLEST_BATCH = 2;

/* A batch on its way. */
struct object_delete {
    struct sync_result *results;
    enum status *statuses;
    char **messages;
    struct sync_action *const *actions;
    size_t count;
    bool *singly; /* owned: this one needs a request of its own */
    bool *told;   /* owned: of this one the server has told that it is gone, or why it stays */
};

static void fail(struct object_delete *batch, size_t index, const struct error *error) {
    batch->statuses[index] = error->status;
    free(batch->messages[index]);
    batch->messages[index] = strdup(error->message);
}

static void delete_one(struct object_delete *batch, struct transfer_worker *worker, size_t index) {
    const char *key = batch->actions[index]->target;
    const struct s3_request request = {.operation = "DeleteObject",
                                       .method = "DELETE",
                                       .key = key,
                                       .query = "",
                                       .payload_hash = S3_CLIENT_EMPTY_HASH};
    struct s3_answer answer;
    struct error error;
    enum status status = s3_client_send(worker->target, &answer, &request, &error);
    struct sync_result *result = &batch->results[index];
    result->attempts += answer.attempts;
    result->hopeless = status != STATUS_OK && (answer.hopeless || answer.no_network);
    batch->statuses[index] = STATUS_OK;
    if (status != STATUS_OK && (answer.http_status != 404 || answer.hopeless)) {
        error_prefix(&error, "'%s' is not deleted", key);
        fail(batch, index, &error);
    }
}

/* <Delete><Object><Key>a</Key></Object>...</Delete>: not quiet, so each that is gone is told. */
static enum status make_body(const struct object_delete *batch, struct buffer *body,
                             struct error *error) {
    enum status status =
        buffer_format(body, error, "<Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
    for (size_t i = 0; i < batch->count && status == STATUS_OK; i++) {
        if (batch->singly[i])
            continue;
        status = buffer_format(body, error, "<Object>");
        if (status == STATUS_OK)
            status = xml_text_element(body, "Key", batch->actions[i]->target, error);
        if (status == STATUS_OK)
            status = buffer_format(body, error, "</Object>");
    }
    if (status == STATUS_OK)
        status = buffer_format(body, error, "</Delete>");
    return status;
}

/* Content-MD5, which S3 wants of this request. */
static enum status make_headers(struct header_list *headers, const struct buffer *body,
                                struct error *error) {
    unsigned char digest[MD5_SIZE];
    char text[BASE64_SIZE(MD5_SIZE)];
    struct md5 hash;
    enum status status = md5_init(&hash, error);
    if (status != STATUS_OK)
        return status;
    status = md5_update(&hash, body->data, body->size, error);
    if (status == STATUS_OK)
        status = md5_finish(&hash, digest, error);
    md5_release(&hash);
    if (status != STATUS_OK)
        return status;
    base64_encode(text, (struct view){digest, sizeof digest});
    return header_list_add(headers, "Content-MD5", text, error);
}

struct answer_reader {
    struct object_delete *batch;
    bool is_result;
    size_t next; /* where the next key probably is: servers keep the order */
    char *key;   /* owned, of the error that is being read */
    char code[64];
    char message[256];
};

/* The index of a key in the batch; the batch's count when it was not asked for. */
static size_t find_key(struct answer_reader *reader, const char *key) {
    const struct object_delete *batch = reader->batch;
    for (size_t tried = 0; tried < batch->count; tried++) {
        size_t index = (reader->next + tried) % batch->count;
        if (strcmp(batch->actions[index]->target, key) == 0) {
            reader->next = index + 1;
            return index;
        }
    }
    return batch->count;
}

static void take_deleted(struct answer_reader *reader, const char *key) {
    size_t index = find_key(reader, key);
    if (index < reader->batch->count)
        reader->batch->told[index] = true;
}

static void take_error(struct answer_reader *reader) {
    struct object_delete *batch = reader->batch;
    struct error error;
    enum retry_verdict verdict = retry_judge(400, reader->code, true);
    bool again = verdict == RETRY_AGAIN || verdict == RETRY_SLOWER;
    error_set(&error, STATUS_FAILED, "'%s' is not deleted: DeleteObjects tells %s: %s", reader->key,
              reader->code, reader->message);
    size_t index = find_key(reader, reader->key);
    if (index == batch->count)
        return;
    batch->told[index] = !again;
    if (!again && strcmp(reader->code, "NoSuchKey") != 0)
        fail(batch, index, &error);
}

static void read_answer(void *context, const char *path, const char *text) {
    struct answer_reader *reader = context;
    if (strcmp(path, "DeleteResult/Deleted/Key") == 0) {
        take_deleted(reader, text);
    } else if (strcmp(path, "DeleteResult/Error/Key") == 0) {
        free(reader->key);
        reader->key = strdup(text);
    } else if (strcmp(path, "DeleteResult/Error/Code") == 0) {
        snprintf(reader->code, sizeof reader->code, "%s", text);
    } else if (strcmp(path, "DeleteResult/Error/Message") == 0) {
        snprintf(reader->message, sizeof reader->message, "%s", text);
    } else if (strcmp(path, "DeleteResult/Error") == 0) {
        if (reader->key != NULL)
            take_error(reader);
        free(reader->key);
        reader->key = NULL;
        reader->code[0] = reader->message[0] = '\0';
    } else if (strcmp(path, "DeleteResult") == 0) {
        reader->is_result = true;
    }
}

static bool is_answer(void *context, const struct http_response *response) {
    struct answer_reader *reader = context;
    struct error ignored;
    reader->is_result = false;
    return xml_reader_read(buffer_view(&response->body), read_answer, reader, &ignored) ==
               STATUS_OK &&
           reader->is_result;
}

static enum status send_batch(struct object_delete *batch, struct transfer_worker *worker,
                              struct s3_answer *answer, const struct buffer *body,
                              struct error *error) {
    struct answer_reader reader = {.batch = batch};
    struct header_list headers = {NULL, 0, 0};
    unsigned char digest[SHA256_SIZE];
    char hash[SHA256_HEX_SIZE];
    enum status status = sha256_of(body->data, body->size, digest, error);
    if (status == STATUS_OK)
        status = make_headers(&headers, body, error);
    if (status == STATUS_OK) {
        sha256_to_hex(digest, hash);
        const struct s3_request request = {.operation = "DeleteObjects",
                                           .method = "POST",
                                           .key = "",
                                           .query = "delete=",
                                           .headers = &headers,
                                           .payload_hash = hash,
                                           .has_body = true,
                                           .body_bytes = body->data,
                                           .body_size = body->size,
                                           .accept = is_answer,
                                           .accept_context = &reader};
        status = s3_client_send(worker->target, answer, &request, error);
    }
    free(reader.key);
    header_list_release(&headers);
    return status;
}

/* Deletes by one request what can be; marks the rest. */
static void delete_batch(struct object_delete *batch, struct transfer_worker *worker) {
    struct buffer body = BUFFER_INIT;
    struct s3_answer answer = {.http_status = 0};
    struct error error;
    enum status status = make_body(batch, &body, &error);
    if (status == STATUS_OK)
        status = send_batch(batch, worker, &answer, &body, &error);
    buffer_release(&body);
    bool unknown = answer.http_status == 405 || answer.http_status == 501;
    if (unknown)
        atomic_store(&worker->settings->no_batch_deletes, true);
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->singly[i])
            continue;
        batch->results[i].attempts += i == 0 ? answer.attempts : 0;
        if (status == STATUS_OK) {
            /* A server that says nothing of it may have done nothing. */
            batch->singly[i] = !batch->told[i];
            continue;
        }
        /* Also where only this request was not understood: one for each tells more. */
        batch->singly[i] = unknown || (!answer.hopeless && answer.http_status == 400);
        batch->results[i].hopeless = answer.hopeless || answer.no_network;
        if (!batch->singly[i])
            fail(batch, i, &error);
    }
}

void object_delete(struct transfer_worker *worker, struct sync_result *results,
                   enum status *statuses, char **messages, struct sync_action *const *actions,
                   size_t count) {
    struct object_delete batch = {results, statuses, messages, actions, count, NULL, NULL};
    bool together = count >= SMALLEST_BATCH && !atomic_load(&worker->settings->no_batch_deletes);
    batch.singly = calloc(count, sizeof *batch.singly);
    batch.told = calloc(count, sizeof *batch.told);
    together = together && batch.told != NULL;
    for (size_t i = 0; batch.singly != NULL && i < count; i++)
        batch.singly[i] = !together || !xml_text_allows(actions[i]->target);
    if (batch.singly != NULL && together)
        delete_batch(&batch, worker);
    for (size_t i = 0; i < count; i++) {
        if (batch.singly == NULL || batch.singly[i])
            delete_one(&batch, worker, i);
    }
    free(batch.told);
    free(batch.singly);
}
