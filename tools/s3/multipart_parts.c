#include "tools/s3/multipart_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/s3/multipart_documents.h"
#include "tools/s3/multipart_etag.h"

enum status multipart_parts_init(struct multipart_parts *parts, const struct part_plan *plan,
                                 enum content_checksum_algorithm algorithm, struct error *error) {
    *parts = (struct multipart_parts){.plan = *plan, .algorithm = algorithm};
    parts->parts = calloc(plan->count, sizeof *parts->parts);
    return parts->parts == NULL ? error_no_memory(error, "the parts of an upload") : STATUS_OK;
}

void multipart_parts_clear(struct multipart_parts *parts) {
    for (unsigned i = 0; parts->parts != NULL && i < parts->plan.count; i++) {
        free(parts->parts[i].etag);
        parts->parts[i] = (struct multipart_state_part){.etag = NULL};
    }
}

void multipart_parts_release(struct multipart_parts *parts) {
    multipart_parts_clear(parts);
    free(parts->parts);
    parts->parts = NULL;
}

static unsigned digit_value(char digit) {
    return (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

/* A part's own checksum. */
static struct content_checksum checksum_of(const struct multipart_parts *parts, unsigned index) {
    const struct multipart_state_part *part = &parts->parts[index];
    struct content_checksum checksum = {.size = 0};
    if (parts->algorithm == CONTENT_CHECKSUM_SHA256) {
        checksum.size = SHA256_SIZE;
        for (size_t i = 0; i < SHA256_SIZE; i++)
            checksum.bytes[i] = (unsigned char)(digit_value(part->sha256[2 * i]) << 4 |
                                                digit_value(part->sha256[2 * i + 1]));
    } else if (parts->algorithm != CONTENT_CHECKSUM_NONE) {
        checksum = content_checksum_of_crc(parts->algorithm, part->crc);
    }
    return checksum;
}

/* Of all bytes: what the parts' make together. */
static struct content_checksum join(const struct multipart_parts *parts) {
    uint64_t crc = 0;
    for (unsigned i = 0; i < parts->plan.count; i++)
        crc = content_checksum_join(parts->algorithm, crc, parts->parts[i].crc,
                                    part_plan_length(&parts->plan, i));
    return content_checksum_of_crc(parts->algorithm, crc);
}

/* Of the parts' checksums, in order. */
static enum status compose(const struct multipart_parts *parts, struct content_checksum *checksum,
                           struct error *error) {
    struct buffer all = BUFFER_INIT;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < parts->plan.count && status == STATUS_OK; i++) {
        struct content_checksum one = checksum_of(parts, i);
        status = buffer_append(&all, one.bytes, one.size, error);
    }
    if (status == STATUS_OK && parts->algorithm == CONTENT_CHECKSUM_SHA256) {
        checksum->size = SHA256_SIZE;
        status = sha256_of(all.data, all.size, checksum->bytes, error);
    } else if (status == STATUS_OK) {
        *checksum = content_checksum_of_crc(
            parts->algorithm, content_checksum_update(parts->algorithm, 0, all.data, all.size));
    }
    buffer_release(&all);
    return status;
}

/* What the whole object's checksum has to be. */
static enum status whole_checksum(const struct multipart_parts *parts,
                                  char text[CONTENT_CHECKSUM_TEXT_SIZE], struct error *error) {
    struct content_checksum checksum = {.size = 0};
    enum status status = STATUS_OK;
    text[0] = '\0';
    if (parts->algorithm == CONTENT_CHECKSUM_NONE)
        return STATUS_OK;
    bool full = parts->algorithm == CONTENT_CHECKSUM_CRC64NVME;
    if (full)
        checksum = join(parts);
    else
        status = compose(parts, &checksum, error);
    if (status != STATUS_OK)
        return status;
    content_checksum_to_text(text, &checksum);
    size_t length = strlen(text);
    if (!full)
        snprintf(text + length, CONTENT_CHECKSUM_TEXT_SIZE - length, "-%u", parts->plan.count);
    return STATUS_OK;
}

static enum status make_body(const struct multipart_parts *parts, struct buffer *body,
                             struct error *error) {
    enum status status = multipart_documents_begin(body, error);
    for (unsigned i = 0; i < parts->plan.count && status == STATUS_OK; i++) {
        char text[CONTENT_CHECKSUM_TEXT_SIZE];
        struct content_checksum checksum = checksum_of(parts, i);
        content_checksum_to_text(text, &checksum);
        status = multipart_documents_add_part(body, i + 1, parts->parts[i].etag, parts->algorithm,
                                              text, error);
    }
    if (status == STATUS_OK)
        status = multipart_documents_end(body, error);
    return status;
}

static enum status make_headers(const struct multipart_parts *parts, struct header_list *headers,
                                const char *checksum, const struct object_options *options,
                                struct error *error) {
    enum status status = STATUS_OK;
    if (options != NULL && options->no_overwrite)
        status = header_list_add(headers, "If-None-Match", "*", error);
    if (status == STATUS_OK && parts->algorithm == CONTENT_CHECKSUM_CRC64NVME)
        status =
            header_list_add(headers, content_checksum_header(parts->algorithm), checksum, error);
    if (status == STATUS_OK && parts->algorithm == CONTENT_CHECKSUM_CRC64NVME)
        status = header_list_add(headers, "x-amz-checksum-type", "FULL_OBJECT", error);
    return status;
}

/* Asks for the object; a cache before the server may remember for a moment that there was none. */
static enum status ask(struct s3_client *client, struct object_facts *facts,
                       struct sync_result *result, const char *key, struct error *error) {
    static const unsigned PAUSES_MS[] = {100, 400, 1600};
    enum status status = object_facts_ask(client, facts, &result->attempts, key, error);
    for (size_t i = 0; i < sizeof PAUSES_MS / sizeof *PAUSES_MS; i++) {
        if (status != STATUS_OK || facts->exists || facts->hidden ||
            !s3_session_pause(client->session, PAUSES_MS[i]))
            break;
        status = object_facts_ask(client, facts, &result->attempts, key, error);
    }
    return status;
}

/* Compares what Complete answered, and what is there, with what should be. */
static enum status confirm(const struct multipart_parts *parts, struct s3_client *client,
                           struct sync_result *result,
                           const struct multipart_completion *completion, const char *key,
                           const char *sha256, const char *checksum, struct error *error) {
    struct object_facts facts;
    if (*checksum != '\0' && completion->checksum[0] != '\0' &&
        strcmp(checksum, completion->checksum) != 0)
        return error_set(error, STATUS_FAILED,
                         "'s3://%s/%s' has the checksum %s instead of %s; run again",
                         client->session->options.bucket, key, completion->checksum, checksum);
    enum status status = ask(client, &facts, result, key, error);
    if (status == STATUS_OK)
        status = object_facts_confirm(&facts, client, key, parts->plan.size, sha256,
                                      completion->etag, error);
    if (status == STATUS_OK) {
        const char *etag = facts.etag[0] != '\0' ? facts.etag : completion->etag;
        snprintf(result->etag, sizeof result->etag, "%s", etag);
        snprintf(result->sha256, sizeof result->sha256, "%s", sha256);
    }
    return status;
}

/*
 * The ETag that servers give the whole: the MD5 of the parts' ETags, where these look like MD5s.
 * What else they may make of it (encryption) is no ETag of ours: only equality tells anything.
 */
static bool has_our_etag(const struct multipart_parts *parts, const char *etag) {
    char ours[MULTIPART_ETAG_SIZE];
    struct error ignored;
    struct multipart_etag_sum sum;
    enum status status = multipart_etag_sum_init(&sum, &ignored);
    for (unsigned i = 0; i < parts->plan.count && status == STATUS_OK; i++)
        status = multipart_etag_sum_add(&sum, parts->parts[i].etag, &ignored);
    if (status == STATUS_OK)
        status = multipart_etag_sum_finish(&sum, ours, &ignored);
    multipart_etag_sum_release(&sum);
    return status == STATUS_OK && strcasecmp(ours, etag) == 0;
}

/*
 * Whether an object is what the parts make: by its size and our own hash, or the ETag of the parts.
 * The answer to a Complete may have been lost, or another has made the same.
 */
static bool is_ours(const struct multipart_parts *parts, const struct object_facts *facts,
                    const char *sha256) {
    if (!facts->exists || facts->size != parts->plan.size)
        return false;
    if (*sha256 != '\0' && facts->sha256[0] != '\0')
        return strcmp(facts->sha256, sha256) == 0;
    return has_our_etag(parts, facts->etag);
}

/* Decides what a Complete that failed means; *error says why it did. */
static enum status judge_failure(const struct multipart_parts *parts, struct s3_client *client,
                                 struct sync_result *result, bool *lost,
                                 const struct multipart_completion *completion, const char *key,
                                 const char *sha256, bool no_overwrite, enum status status,
                                 struct error *error) {
    struct object_facts facts;
    struct error ignored;
    *lost = completion->lost;
    if (completion->hopeless ||
        object_facts_ask(client, &facts, &result->attempts, key, &ignored) != STATUS_OK)
        return status;
    if (is_ours(parts, &facts, sha256)) {
        snprintf(result->etag, sizeof result->etag, "%s", facts.etag);
        snprintf(result->sha256, sizeof result->sha256, "%s", sha256);
        result->hopeless = *lost = false; /* there is a server, after all */
        return STATUS_OK;
    }
    if (completion->exists && no_overwrite) {
        status = object_facts_confirm_existing(&facts, client, key, error);
        result->kept = status == STATUS_OK;
    }
    return status;
}

enum status multipart_parts_complete(const struct multipart_parts *parts, struct s3_client *client,
                                     struct sync_result *result, bool *lost, const char *key,
                                     const char *upload_id, const char *sha256,
                                     const struct object_options *options, struct error *error) {
    struct buffer body = BUFFER_INIT;
    struct header_list headers = {NULL, 0, 0};
    char checksum[CONTENT_CHECKSUM_TEXT_SIZE];
    struct multipart_completion completion = {.lost = false};
    *lost = false;
    enum status status = whole_checksum(parts, checksum, error);
    if (status == STATUS_OK)
        status = make_body(parts, &body, error);
    if (status == STATUS_OK)
        status = make_headers(parts, &headers, checksum, options, error);
    if (status != STATUS_OK)
        goto out_release;
    status = multipart_complete(client, &completion, result, key, upload_id, &headers,
                                buffer_view(&body), parts->algorithm, error);
    if (status == STATUS_OK) {
        status = confirm(parts, client, result, &completion, key, sha256, checksum, error);
    } else {
        object_options_explain_refusal(options, completion.http_status, error);
        status = judge_failure(parts, client, result, lost, &completion, key, sha256,
                               options != NULL && options->no_overwrite, status, error);
    }
out_release:
    header_list_release(&headers);
    buffer_release(&body);
    return status;
}
