#include "tools/s3/s3_object.h"

#include <errno.h>
#include <unistd.h>

#include "formats/base/sha256.h"
#include "tools/s3/file_state.h"

/* Rounds for a file that changes: the first, and two for a writer that is about to finish. */
static const unsigned MOST_ROUNDS = 3;

/* Before another round a writer gets this long to finish. */
static const uint64_t SETTLE_MS = 200;

struct checked_file {
    const char *path;
    struct file_state state;
};

static bool is_unchanged(void *context) {
    const struct checked_file *file = context;
    return file_state_unchanged(&file->state, file->path);
}

static enum status send(struct s3_client *client, struct upload_result *result,
                        const struct upload_item *item, int descriptor, struct checked_file *file,
                        bool *changed, struct error *error) {
    unsigned char digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    enum status status = sha256_of_descriptor(descriptor, item->path, digest, error);
    if (status != STATUS_OK)
        return status;
    sha256_to_hex(digest, hex);
    if (!is_unchanged(file)) {
        *changed = true;
        return STATUS_OK;
    }
    struct header_list headers = {NULL, 0, 0};
    status = header_list_add(&headers, "x-amz-meta-sha256", hex, error);
    if (status == STATUS_OK) {
        const struct s3_request request = {.operation = "PutObject",
                                           .method = "PUT",
                                           .key = item->target,
                                           .query = "",
                                           .headers = &headers,
                                           .payload_hash = hex,
                                           .has_body = true,
                                           .body_descriptor = descriptor,
                                           .body_size = file->state.size,
                                           .answer_has_etag = true,
                                           .still_valid = is_unchanged,
                                           .valid_context = file};
        struct s3_answer answer;
        status = s3_client_send(client, &answer, &request, error);
        result->attempts += answer.attempts;
        result->hopeless = answer.hopeless || answer.no_network;
        *changed = answer.invalid || (status == STATUS_OK && !is_unchanged(file));
    }
    header_list_release(&headers);
    return status;
}

/* One round: the file as it is now, hashed and sent. *changed when it was another by the end. */
static enum status put_once(struct s3_client *client, struct upload_result *result,
                            const struct upload_item *item, bool *changed, struct error *error) {
    int descriptor;
    struct checked_file file = {.path = item->path};
    *changed = false;
    enum status status = file_state_open(&descriptor, &file.state, item->path, error);
    if (status != STATUS_OK)
        return status;
    result->bytes = file.state.size;
    if (file.state.size > S3_OBJECT_LARGEST_PUT)
        status = error_set(error, STATUS_FAILED,
                           "'%s' has %llu bytes, and one PUT takes no more than 5 GiB; make "
                           "smaller shards",
                           item->path, (unsigned long long)file.state.size);
    else
        status = send(client, result, item, descriptor, &file, changed, error);
    close(descriptor);
    return status;
}

enum status s3_object_put(struct s3_client *client, struct upload_result *result,
                          const struct upload_item *item, struct error *error) {
    *result = (struct upload_result){.bytes = 0};
    for (unsigned round = 1;; round++) {
        bool changed;
        enum status status = put_once(client, result, item, &changed, error);
        if (!changed) {
            if (status != STATUS_OK && result->attempts > 0)
                error_prefix(error, "'%s' is not uploaded", item->path);
            return status;
        }
        result->hopeless = false;
        if (round == MOST_ROUNDS || !s3_session_pause(client->session, SETTLE_MS))
            return error_set(
                error, STATUS_FAILED,
                "'%s' changed while it was uploaded, %u times; its object is not to be "
                "trusted, so run again when nothing writes to the file",
                item->path, round);
    }
}
